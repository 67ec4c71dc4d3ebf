// The start time and the fingerprints by which a request is compared with others, to find duplicates and N+1 requests. The texts themselves
// would take too much memory: a body may have megabytes.
import { addressOf, type Address } from '../exchange/address.js'
import { fingerprint } from '../exchange/fingerprint.js'
import type { KeptFacts } from '../exchange/held.js'
import { isPending, startMsOf } from '../exchange/outcome.js'
import { isId, pathPatternOf } from '../exchange/path-pattern.js'
import type { Entry } from '../schema/entry.js'

export const REPEATABLE_FIELDS = ['method', 'api', 'requestHeader', 'request', 'timeConsuming', 'timestamp', 'startTime'] as const

export interface Repeatable {
  startMs: number
  /** The fingerprint of method, address and body; undefined if the request never counts as a duplicate. */
  request: number | undefined
  /** The fingerprint of method and address; undefined if the request never counts as N+1. */
  address: number | undefined
  /** The fingerprint of method and address, with `*` in place of ids; undefined if there is no id. */
  pattern: number | undefined
}

/** The body, or the facts about it if it was dropped. */
type Fields = Pick<Entry, Exclude<typeof REPEATABLE_FIELDS[number], 'request'>> &
  ({ request: string, keptFacts?: undefined } | { keptFacts: KeptFacts })

/** Never duplicates: preflights, which the browser sends before the request itself, and errors of the app, which are no requests. */
const NEVER = ['OPTIONS', 'ERROR']
const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** `address`, `pathPattern`: facts that the caller may know already. */
export function repeatableOf (entry: Fields, address: Address = addressOf(entry), pathPattern = pathPatternOf(address.path)): Repeatable {
  const { method } = entry
  const startMs = startMsOf(entry)
  if (NEVER.includes(method)) return { startMs, request: undefined, address: undefined, pattern: undefined }
  const { host, path, query } = address
  const whole = fingerprint(method, host, path, query)
  const isEmpty = (entry.keptFacts ? entry.keptFacts.lengths.request : entry.request.length) === 0
  // Many recorders push the body of a request only at its end, so an empty body of a pending request may be unknown.
  const isUnknown = isEmpty && isPending(entry) && WITH_BODY.includes(method)
  const queryPattern = queryPatternOf(query)
  const hasId = pathPattern !== path || queryPattern !== query
  return {
    startMs,
    request: isUnknown ? undefined : isEmpty ? whole : fingerprint(String(whole), String(bodyOf(entry))),
    address: hasId ? whole : undefined,
    pattern: hasId ? fingerprint(method, host, pathPattern, queryPattern) : undefined
  }
}

function bodyOf (entry: Fields): number {
  return entry.keptFacts ? entry.keptFacts.fingerprint : fingerprint(entry.request)
}

const MAX_QUERY_LENGTH = 2000

function queryPatternOf (query: string): string {
  if (query.length > MAX_QUERY_LENGTH) return query
  return query.replace(/=([^&]*)/g, (whole, value: string) => isId(value) ? '=*' : whole)
}
