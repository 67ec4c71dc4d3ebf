// The values that a key has in a session, and how many entries have each. The newest entries are read first, up to a limit that bounds the
// time; an entry that would exceed the limit is skipped.
import { queryOf } from '../exchange/address.js'
import { readHeaders } from '../exchange/headers.js'
import { isWhole, lengthOf, type ListedEntry } from '../exchange/held.js'
import { jsonOf } from '../exchange/json-body.js'
import { factsOf } from './facts.js'
import { readPath, someAt } from './json-path.js'
import type { KeyName } from './keys.js'
import { textsOf } from './texts.js'

/** About how many characters can be read in ten or twenty milliseconds. */
const BUDGET_CHARS = 2_000_000
/** The cost of an entry if no body is read. */
const ENTRY_COST_CHARS = 1000
const MAX_VALUE_LENGTH = 200

/** `name`: the name of a pair, if the values of that pair are wanted. In the order of the entries, newest first. */
export function sessionValues (key: KeyName, name: string | undefined, entries: readonly ListedEntry[]): Map<string, number> {
  const counts = new Map<string, number>()
  let left = BUDGET_CHARS
  for (let at = entries.length - 1; at >= 0 && left >= ENTRY_COST_CHARS; at--) {
    const entry = entries[at]
    const cost = entry ? costOf(key, entry) : Infinity
    if (!entry || cost > left) continue
    left -= cost
    for (const value of new Set(seenIn(key, name, entry))) {
      if (value !== '' && value.length <= MAX_VALUE_LENGTH) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  return counts
}

function costOf (key: KeyName, entry: ListedEntry): number {
  const readsBody = isWhole(entry) && (key === 'json' || key === 'code' || key === 'operation' || key === 'kind' || key === 'mime-type')
  const bodies = readsBody ? lengthOf(entry, 'request') + lengthOf(entry, 'response') : 0
  return ENTRY_COST_CHARS + entry.requestHeader.length + entry.responseHeader.length + bodies
}

function seenIn (key: KeyName, name: string | undefined, entry: ListedEntry): readonly string[] {
  switch (key) {
    case 'status': return [String(factsOf(entry).status?.code ?? '')]
    case 'query': return queryOf(factsOf(entry).address.query).map(({ name, value }) => `${name}=${value}`)
    case 'header': return [...inHeader(entry.requestHeader, name), ...inHeader(entry.responseHeader, name)]
    case 'request-header': return inHeader(entry.requestHeader, name)
    case 'response-header': return inHeader(entry.responseHeader, name)
    // Dropped texts are not fetched again for a suggestion.
    case 'json': return isWhole(entry) ? [...inJson(entry.response, name), ...inJson(entry.request, name)] : []
    case 'body': case 'request': case 'response': case 'message': case 'storage': case 'params': return []
    default: return textsOf(key, entry)
  }
}

function inHeader (text: string, name: string | undefined): string[] {
  const { fields } = readHeaders(text)
  if (name === undefined) return fields.map(field => field.name.replace(/[A-Z]/g, letter => letter.toLowerCase()))
  return fields.filter(field => field.name.toLowerCase() === name.toLowerCase()).map(({ value }) => value)
}

function inJson (body: string, name: string | undefined): string[] {
  if (!/^[\ufeff\s]*[{[]/.test(body)) return []
  const root = jsonOf(body)
  if (name === undefined) return [...pathsIn(root)]
  const values: string[] = []
  someAt(root, readPath(name), value => {
    if (value === null || typeof value !== 'object') values.push(String(value))
    return false
  })
  return values
}

// The paths that exist in a value, for completions of `json:`.
const MAX_VALUES = 500
const MAX_LEVELS = 5

/** In the syntax of `readPath`, without list indexes, and without numeric names, which are ids. For a large value, only the first paths. */
function pathsIn (root: unknown): Set<string> {
  const paths = new Set<string>()
  const waiting: [value: unknown, path: string, level: number][] = [[root, '', 0]]
  for (let n = 0; n < waiting.length && n < MAX_VALUES; n++) {
    const [value, path, level] = waiting[n] ?? [undefined, '', 0]
    if (path !== '') paths.add(path)
    if (typeof value !== 'object' || value === null || level === MAX_LEVELS) continue
    if (Array.isArray(value)) for (const item of value.slice(0, MAX_VALUES) as unknown[]) waiting.push([item, path, level + 1])
    else {
      for (const name of Object.keys(value).slice(0, MAX_VALUES)) {
        const inside = joined(path, name)
        if (inside !== undefined) waiting.push([(value as Record<string, unknown>)[name], inside, level + 1])
      }
    }
  }
  return paths
}

/** Undefined if a path cannot express the name. */
function joined (path: string, name: string): string | undefined {
  if (/^\d+$/.test(name)) return undefined
  if (/^[^.[\]*$]+$/.test(name)) return path === '' ? name : `${path}.${name}`
  const quote = ['"', "'"].find(quote => !name.includes(quote))
  return quote && `${path}[${quote}${name}${quote}]`
}
