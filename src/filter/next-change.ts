// When a query may judge an entry otherwise, though the entry stays as it is: whoever waits for that need not ask all the time.
import { isPending, patienceEndMs, startMsOf } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'
import { readMoment, type Moment } from './moments.js'
import type { Query } from './query.js'
import { timedValues } from './time-dependence.js'

type Times = Pick<Entry, 'startTime' | 'timestamp' | 'timeConsuming'>

/** Longer than a day, also one of 25 hours, and shorter than two. */
const OVER_A_DAY_MS = 26 * 3_600_000

/** Each value of the query changes its mind once at most. In milliseconds since the epoch, behind `nowMs`; Infinity: never. */
export function nextChange (query: Query): (entry: Times, nowMs: number) => number {
  const changes = timedValues(query).map(({ text }) => {
    const moment = readMoment(text)
    return moment ? (entry: Times) => passedMs(moment, startMsOf(entry)) : unansweredMs
  })
  return (entry, nowMs) => Math.min(...changes.map(change => change(entry)).filter(ms => ms > nowMs))
}

function unansweredMs (entry: Times): number {
  return isPending(entry) ? Math.floor(patienceEndMs(entry)) + 1 : Infinity
}

/** When the moment has moved past this one. */
function passedMs (moment: Moment, ms: number): number {
  const last = moment.at(ms)
  return moment.moves === 'daily' ? moment.at(last + OVER_A_DAY_MS) : Math.floor(ms + (ms - last)) + 1
}
