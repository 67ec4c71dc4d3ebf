// What of a request is compared with others: by which numbers it is the same as another, or one of a burst. Numbers, because a body may be megabytes.
import { addressOf, type Address } from '../exchange/address.js'
import { isPending, startMsOf } from '../exchange/outcome.js'
import { isId, pathPatternOf } from '../exchange/path-pattern.js'
import type { Entry } from '../schema/entry.js'

export const REPEATABLE_FIELDS = ['method', 'api', 'requestHeader', 'request', 'timeConsuming', 'timestamp', 'startTime'] as const

export interface Repeatable {
  startMs: number
  /** Of method, address and body; undefined where it is never a duplicate. */
  request: number | undefined
  /** Of method and address; undefined where it is never one of a burst. */
  address: number | undefined
  /** Of method and address, in which ids are `*`; undefined where there is no id. */
  pattern: number | undefined
}

type Fields = Pick<Entry, typeof REPEATABLE_FIELDS[number]>

/** Before the request itself: nobody has asked for it twice. */
const PREFLIGHT = 'OPTIONS'
const WITH_BODY = ['POST', 'PUT', 'PATCH']

export function repeatableOf (entry: Fields, address: Address = addressOf(entry)): Repeatable {
  const { method, request } = entry
  const startMs = startMsOf(entry)
  if (method === PREFLIGHT) return { startMs, request: undefined, address: undefined, pattern: undefined }
  const { host, path, query } = address
  const whole = hash(method, host, path, query)
  // The body of a request that has just begun often comes with its end.
  const isUnknown = request === '' && isPending(entry) && WITH_BODY.includes(method)
  const [pathPattern, queryPattern] = [pathPatternOf(path), queryPatternOf(query)]
  const hasId = pathPattern !== path || queryPattern !== query
  return {
    startMs,
    request: isUnknown ? undefined : request === '' ? whole : hash(method, host, path, query, request),
    address: hasId ? whole : undefined,
    pattern: hasId ? hash(method, host, pathPattern, queryPattern) : undefined
  }
}

const LONGEST_QUERY = 2000

function queryPatternOf (query: string): string {
  if (query.length > LONGEST_QUERY) return query
  return query.replace(/=([^&]*)/g, (whole, value: string) => isId(value) ? '=*' : whole)
}

/** Of 53 bits: that two texts have the same by chance is not to be expected, and would do no harm. FNV-1a, twice. */
function hash (...texts: string[]): number {
  let [high, low] = [0x811c9dc5, 0x1b873593]
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      high = Math.imul(high ^ code, 0x01000193)
      low = Math.imul(low ^ code, 0x5bd1e995)
      low ^= low >>> 15
    }
    // Where one text ends and the next begins.
    high = Math.imul(high ^ 0x10000, 0x01000193)
    low = Math.imul(low ^ 0x10000, 0x5bd1e995)
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11)
}
