// How a request went, and when it began.
import type { Entry } from '../schema/entry.js'
import { applicationCodeOf, isSuccess } from './application-code.js'
import { statusOf } from './status.js'

/** After this time nobody waits for a response any more. */
const PATIENCE_MS = 120_000

export function isPending (entry: Pick<Entry, 'timeConsuming'>): boolean {
  return !(entry.timeConsuming > 0)
}

/** Pending for more than two minutes. */
export function isNoAnswer (entry: Pick<Entry, 'startTime' | 'timestamp' | 'timeConsuming'>, nowMs: number): boolean {
  return isPending(entry) && nowMs > patienceEndMs(entry)
}

/** Behind it, an entry that is pending still counts as one without an answer. */
export function patienceEndMs (entry: Pick<Entry, 'startTime' | 'timestamp' | 'timeConsuming'>): number {
  return startMsOf(entry) + PATIENCE_MS
}

/** Complete with a status of 400 or more, with one of 0, which is to say without a response, or with an application code that is no success. */
export function isError (entry: Entry): boolean {
  return isErrorWith(entry, () => applicationCodeOf(entry))
}

/** For those who know the application code, or find it out in their own way. */
export function isErrorWith (entry: Pick<Entry, 'timeConsuming' | 'responseHeader'>, applicationCode: () => string | undefined): boolean {
  if (isPending(entry)) return false
  const { code } = statusOf(entry.responseHeader) ?? { code: 200 }
  if (code >= 400 || code === 0) return true
  const own = applicationCode()
  return own !== undefined && !isSuccess(own)
}

/** In milliseconds since the epoch. An entry without startTime was recorded when it began if it is pending, else when it ended (contract §9). */
export function startMsOf (entry: Pick<Entry, 'startTime' | 'timestamp' | 'timeConsuming'>): number {
  return entry.startTime ?? entry.timestamp - entry.timeConsuming
}
