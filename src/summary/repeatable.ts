// What of a request is compared with others: by which numbers it is the same as another, or one of a burst. Numbers, because a body may be
// megabytes.
import { addressOf, type Address } from '../exchange/address.js'
import { fingerprint } from '../exchange/fingerprint.js'
import type { LetGo } from '../exchange/held.js'
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

/** The body, or what is known of it where it was let go. */
type Fields = Pick<Entry, Exclude<typeof REPEATABLE_FIELDS[number], 'request'>> & ({ request: string, letGo?: undefined } | { letGo: LetGo })

/** Before the request itself: nobody has asked for it twice. */
const PREFLIGHT = 'OPTIONS'
const WITH_BODY = ['POST', 'PUT', 'PATCH']

export function repeatableOf (entry: Fields, address: Address = addressOf(entry)): Repeatable {
  const { method } = entry
  const startMs = startMsOf(entry)
  if (method === PREFLIGHT) return { startMs, request: undefined, address: undefined, pattern: undefined }
  const { host, path, query } = address
  const whole = fingerprint(method, host, path, query)
  const isEmpty = (entry.letGo ? entry.letGo.lengths.request : entry.request.length) === 0
  // The body of a request that has just begun often comes with its end.
  const isUnknown = isEmpty && isPending(entry) && WITH_BODY.includes(method)
  const [pathPattern, queryPattern] = [pathPatternOf(path), queryPatternOf(query)]
  const hasId = pathPattern !== path || queryPattern !== query
  return {
    startMs,
    request: isUnknown ? undefined : isEmpty ? whole : fingerprint(String(whole), String(bodyOf(entry))),
    address: hasId ? whole : undefined,
    pattern: hasId ? fingerprint(method, host, pathPattern, queryPattern) : undefined
  }
}

function bodyOf (entry: Fields): number {
  return entry.letGo ? entry.letGo.fingerprint : fingerprint(entry.request)
}

const LONGEST_QUERY = 2000

function queryPatternOf (query: string): string {
  if (query.length > LONGEST_QUERY) return query
  return query.replace(/=([^&]*)/g, (whole, value: string) => isId(value) ? '=*' : whole)
}
