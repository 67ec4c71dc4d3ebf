// Columns of one's own: the value of a header, of a name of the query, at a path of a JSON body, or at a path of the storage.
import { queryOf } from '../../../exchange/address.js'
import { readHeaders, valueOf } from '../../../exchange/headers.js'
import { jsonOf } from '../../../exchange/json-body.js'
import { factsOf } from '../../../filter/facts.js'
import { readPath, someAt } from '../../../filter/json-path.js'
import type { KeyName } from '../../../filter/keys.js'
import type { KeyTerm } from '../../../filter/query.js'
import type { Held } from '../../../exchange/held.js'
import type { Column } from './column.js'

export const SOURCES = ['header', 'query', 'json', 'storage'] as const
export type Source = typeof SOURCES[number]

const ID = new RegExp(`^(${SOURCES.join('|')}):(.{1,200})$`, 's')
const LONGEST = 500

export function isOwnColumn (id: string): boolean {
  return ID.test(id)
}

/** The part of the id that says what it shows. */
export function ownName (id: string): string {
  return ID.exec(id)?.[2] ?? id
}

export function ownColumn (id: string): Column {
  const [, source, name = ''] = ID.exec(id) ?? []
  const read = READERS[source as Source](name)
  const known = new WeakMap<Held, string>()
  const text = (entry: Held) => {
    let value = known.get(entry)
    if (value === undefined) known.set(entry, value = (read(entry) ?? '').slice(0, LONGEST))
    return value
  }
  return { id, width: 120, minWidth: 50, isEnd: false, sortKey: entry => keyOf(text(entry)), text, term: entry => termOf(source as Source, name, text(entry)) }
}

type Reader = (entry: Held) => string | undefined

const READERS: Record<Source, (name: string) => Reader> = {
  header: name => ({ requestHeader, responseHeader }) => valueOf(readHeaders(responseHeader), name) ?? valueOf(readHeaders(requestHeader), name),
  query: name => entry => queryOf(factsOf(entry).address.query).find(field => field.name === name)?.value,
  json: name => ({ response, request }) => inJson(response, name) ?? inJson(request, name),
  // An app stores JSON as texts within the JSON.
  storage: name => ({ storage }) => inJson(storage, `["${name}"]`) ?? inJson(storage, name)
}

function inJson (text: string, path: string): string | undefined {
  if (!/^[\ufeff\s]*[{[]/.test(text)) return undefined
  let found: string | undefined
  someAt(jsonOf(text), readPath(path), value => {
    found = typeof value === 'string' ? value : JSON.stringify(value)
    return true
  })
  return found
}

const KEYS: Record<Source, KeyName> = { header: 'header', query: 'query', json: 'json', storage: 'storage' }

function termOf (source: Source, name: string, value: string): KeyTerm | undefined {
  if (value === '') return undefined
  const key = KEYS[source]
  if (source === 'header' || source === 'json') {
    return { type: 'key', key, values: [{ type: 'pair', name, operator: '=', value: { type: 'quoted', text: value, exact: false } }] }
  }
  return { type: 'key', key, values: [{ type: 'quoted', text: source === 'query' ? `${name}=${value}` : value, exact: false }] }
}

function keyOf (text: string): number | string | undefined {
  return text === '' ? undefined : Number.isNaN(Number(text)) ? text.toLowerCase() : Number(text)
}
