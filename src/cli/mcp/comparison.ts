// What differs between two requests: JSON bodies by their values, headers by their names, other texts as a whole.
import microdiff, { type Difference } from 'microdiff'
import { readHeaders } from '../../exchange/headers.js'
import { jsonOf } from '../../exchange/json-body.js'
import { statusOf } from '../../exchange/status.js'
import type { Entry } from '../../schema/entry.js'
import { headOf, visible } from '../../text/visible.js'

const MOST = 100
const LONGEST_VALUE = 200
/** So many characters that are the same are shown before the difference of long texts. */
const BEFORE = 50

interface Pair { a: unknown, b: unknown }
interface Told { path: string, kind?: 'added' | 'removed' | 'type', a?: unknown, b?: unknown }
interface Values { differences: Told[], cut?: string }
export type Comparison = Record<string, Pair | Values | { same: string } | undefined>

/** Only what differs is in it. */
export function compare (a: Entry, b: Entry): Comparison {
  const [before, after] = [statusOf(a.responseHeader)?.code, statusOf(b.responseHeader)?.code]
  const plain = { method: pair(a.method, b.method), api: pair(a.api, b.api), status: pair(before, after) }
  const parts = {
    'request-headers': values(headersOf(a.requestHeader), headersOf(b.requestHeader)),
    'request-body': bodies(a.request, b.request),
    'response-headers': values(headersOf(a.responseHeader), headersOf(b.responseHeader)),
    'response-body': bodies(a.response, b.response)
  }
  return { ...plain, ...parts, ms: { a: a.timeConsuming, b: b.timeConsuming } }
}

/** The same, a difference a line. */
export function linesOf (comparison: Comparison): string[] {
  return Object.entries(comparison).flatMap(([name, found]) => {
    if (!found) return []
    if ('same' in found) return [`${name}: the same ${found.same}`]
    if (!('differences' in found)) return [`${name}: ${json(found.a)} -> ${json(found.b)}`]
    const lines = found.differences.map(({ path, kind, a, b }) => {
      const sides = [a, b].filter(value => value !== undefined).map(json)
      return `${name} ${visible(path)}${kind ? ` (${kind})` : ''}: ${sides.join(' -> ')}`
    })
    return [...lines, ...found.cut === undefined ? [] : [`${name}: ${found.cut}`]]
  })
}

// What cannot be seen is an escape in it. A name such as `constructor` may be compared with what is no JSON.
function json (value: unknown): string {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? 'none' : visible(text)
}

function pair (a: unknown, b: unknown): Pair | undefined {
  if (a === b) return undefined
  const areTexts = typeof a === 'string' && typeof b === 'string'
  const from = areTexts && Math.max(a.length, b.length) > LONGEST_VALUE ? Math.max(0, firstDifference(a, b) - BEFORE) : 0
  return areTexts && from > 0 ? { a: short(`…${a.slice(from)}`), b: short(`…${b.slice(from)}`) } : { a: short(a), b: short(b) }
}

function firstDifference (a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

function bodies (a: string, b: string): Comparison[string] {
  if (a === b) return undefined
  const [one, other] = [jsonOf(a), jsonOf(b)]
  return isObject(one) && isObject(other) ? values(one, other) ?? { same: 'as values; the texts differ' } : pair(a, b)
}

function values (a: object, b: object): Values | undefined {
  const differences = microdiff(a as Record<string, unknown>, b as Record<string, unknown>)
  if (differences.length === 0) return undefined
  const judged = differences.map(difference => ({ ...difference, kind: kindOf(difference) }))
  const told = judged.sort((a, b) => Number(!a.kind) - Number(!b.kind))
  const shown = told.slice(0, MOST).map(({ kind, ...difference }) => ({
    path: headOf(difference.path.join('.'), LONGEST_VALUE),
    ...kind && { kind },
    ...difference.type !== 'CREATE' && { a: short(difference.oldValue) },
    ...difference.type !== 'REMOVE' && { b: short(difference.value) }
  }))
  return { differences: shown, ...differences.length > MOST && { cut: `${MOST} of ${differences.length} differences` } }
}

/** What breaks an app, before values, which differ each time. */
function kindOf (difference: Difference): 'added' | 'removed' | 'type' | undefined {
  if (difference.type !== 'CHANGE') return difference.type === 'CREATE' ? 'added' : 'removed'
  return typeOf(difference.value) === typeOf(difference.oldValue) ? undefined : 'type'
}

function typeOf (value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

function headersOf (text: string): Record<string, string> {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  for (const { name, value } of readHeaders(text).fields) {
    const key = name.toLowerCase()
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value
  }
  return headers
}

function short (value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text === undefined || text.length <= LONGEST_VALUE ? value : `${headOf(text, LONGEST_VALUE)}… (${text.length} characters)`
}

function isObject (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
