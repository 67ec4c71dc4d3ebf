// The durations of text/duration.ts. A recorder with a broken clock may say anything: above a year, the figure says nothing to a person.
import * as exact from '../../../text/duration.js'

export const YEAR_MS = 31_536_000_000
export const OVER_A_YEAR = '> 1 year'

/** `87 ms`, `3 h 5 min`. */
export function durationText (ms: number): string {
  return ms > YEAR_MS ? OVER_A_YEAR : exact.durationText(ms)
}

/** In whole seconds. */
export function runningText (ms: number): string {
  return ms > YEAR_MS ? OVER_A_YEAR : exact.runningText(ms)
}
