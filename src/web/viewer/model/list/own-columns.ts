// Columns that a person added. Each shows a header, a query parameter, or the value at a path in a JSON body or in the storage.
import { queryOf } from '../../../../exchange/address.js'
import { detached } from '../../../../exchange/detached.js'
import { readHeaders, valueOf } from '../../../../exchange/headers.js'
import { isWhole, longTextOf, type ListedEntry } from '../../../../exchange/held.js'
import { jsonOf } from '../../../../exchange/json-body.js'
import { factsOf } from '../../../../filter/facts.js'
import { readPath, someAt } from '../../../../filter/json-path.js'
import type { KeyName } from '../../../../filter/keys.js'
import type { KeyTerm } from '../../../../filter/query.js'
import type { Entry } from '../../../../schema/entry.js'
import type { Column } from './column.js'

export const SOURCES = ['header', 'query', 'json', 'storage'] as const
export type Source = typeof SOURCES[number]

const ID = new RegExp(`^(${SOURCES.join('|')}):(.{1,200})$`, 's')
/** In characters; a longer value is cut. */
const MAX_LENGTH = 500

export function isOwnColumn (id: string): boolean {
  return ID.test(id)
}

/** The part of the id that names the value. */
export function ownName (id: string): string {
  return ID.exec(id)?.[2] ?? id
}

export function ownColumn (id: string): Column {
  const [, source, name = ''] = ID.exec(id) ?? []
  const known = valuesOf(id)
  const value = (entry: ListedEntry) => {
    if (!known.has(entry) && (isWhole(entry) || !isInLongText(source))) known.set(entry, read(source as Source, name, entry))
    return known.get(entry)
  }
  return {
    id,
    width: 120,
    minWidth: 50,
    isEnd: false,
    sortKey: entry => keyOf(value(entry) ?? ''),
    text: entry => value(entry) ?? UNKNOWN,
    term: entry => termOf(source as Source, name, value(entry) ?? '')
  }
}

/** Call it before the long texts of an entry are dropped: it caches the values of these columns. */
export function rememberOwn (ids: readonly string[], entry: ListedEntry): void {
  for (const id of ids) ownColumn(id).text(entry)
}

/** Whether the value of the column is in a long text. */
export function readsLongText (id: string): boolean {
  return isInLongText(ID.exec(id)?.[1])
}

/** The columns whose value for this entry is not cached. `ids`: columns that read long texts. */
export function unknownOf (ids: readonly string[], entry: ListedEntry): string[] {
  return isWhole(entry) ? [] : ids.filter(id => !valuesOf(id).has(entry))
}

/** `whole`: the same entry, with its long texts; undefined if it was deleted. */
export function learnOwn (ids: readonly string[], entry: ListedEntry, whole: Entry | undefined): void {
  for (const id of ids) {
    const [, source, name = ''] = ID.exec(id) ?? []
    valuesOf(id).set(entry, whole ? read(source as Source, name, whole) : '')
  }
}

/** The placeholder for a value whose text was dropped and not read again yet. */
const UNKNOWN = '…'

/** The values by column id: a column object that is created again finds them here. */
const values = new Map<string, WeakMap<ListedEntry, string>>()

function valuesOf (id: string): WeakMap<ListedEntry, string> {
  let known = values.get(id)
  if (!known) values.set(id, known = new WeakMap<ListedEntry, string>())
  return known
}

function isInLongText (source: string | undefined): boolean {
  return source === 'json' || source === 'storage'
}

function read (source: Source, name: string, entry: ListedEntry): string {
  const value = READERS[source](name)(entry) ?? ''
  // A plain slice would keep the whole text in memory.
  return value.length > MAX_LENGTH ? detached(value.slice(0, MAX_LENGTH)) : value
}

type Reader = (entry: ListedEntry) => string | undefined

const READERS: Record<Source, (name: string) => Reader> = {
  header: name => ({ requestHeader, responseHeader }) =>
    valueOf(readHeaders(responseHeader), name) ?? valueOf(readHeaders(requestHeader), name),
  query: name => entry => queryOf(factsOf(entry).address.query).find(field => field.name === name)?.value,
  json: name => entry => inJson(longTextOf(entry, 'response'), name) ?? inJson(longTextOf(entry, 'request'), name),
  // Apps store JSON as strings within the JSON.
  storage: name => entry => inJson(longTextOf(entry, 'storage'), `["${name}"]`) ?? inJson(longTextOf(entry, 'storage'), name)
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
