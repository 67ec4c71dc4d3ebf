// Computes when the result of a query for an unchanged entry may change, so that a caller that waits for this need not poll.
import { isPending, noAnswerAfterMs, startMsOf } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'
import { readMoment, type Moment } from './moments.js'
import type { Query } from './query.js'
import { timedValues } from './time-dependence.js'

type Times = Pick<Entry, 'startTime' | 'timestamp' | 'timeConsuming'>

/** Longer than any day, even a day of 25 hours when clocks change, and shorter than two days. */
const OVER_A_DAY_MS = 26 * 3_600_000

/** The next change after `nowMs`, in milliseconds since the epoch; Infinity: never. Each value's result changes at most once. */
export function nextChange (query: Query): (entry: Times, nowMs: number) => number {
  const changes = timedValues(query).map(({ text }) => {
    const moment = readMoment(text)
    return moment ? (entry: Times) => passedMs(moment, startMsOf(entry)) : unansweredMs
  })
  return (entry, nowMs) => Math.min(...changes.map(change => change(entry)).filter(ms => ms > nowMs))
}

function unansweredMs (entry: Times): number {
  return isPending(entry) ? Math.floor(noAnswerAfterMs(entry)) + 1 : Infinity
}

/** The time at which a relative moment, such as `5m` (five minutes ago), becomes later than `ms`. */
function passedMs (moment: Moment, ms: number): number {
  const last = moment.msAt(ms)
  if (moment.moves === 'daily') return moment.msAt(last + OVER_A_DAY_MS)
  // `5m` passes `ms` five minutes after it.
  const agoMs = ms - last
  return Math.floor(ms + agoMs) + 1
}
