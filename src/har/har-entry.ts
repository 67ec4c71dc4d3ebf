// An entry as HAR 1.2, such that Chrome, Firefox, Safari and the schema of the format take it: no date that is none, no number that is
// none, and every member that one of them asks for. It says what it is told: secrets are the writer's business.
import type { Entry as HarEntry } from 'har-format'
import { isPending, startMsOf } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'
import { harRequestOf } from './har-request.js'
import { harResponseOf } from './har-response.js'
import { isoDate } from './iso-date.js'

/** The one page that all entries are of. */
export const PAGE_ID = 'page_1'

export function harEntryOf (entry: Entry): HarEntry {
  const elapsedMs = isPending(entry) || !Number.isFinite(entry.timeConsuming) ? 0 : entry.timeConsuming
  return {
    pageref: PAGE_ID,
    startedDateTime: isoDate(startMsOf(entry)) ?? isoDate(entry.timestamp) ?? NO_DATE,
    time: elapsedMs,
    request: harRequestOf(entry),
    response: harResponseOf(entry),
    cache: {},
    timings: { send: 0, wait: elapsedMs, receive: 0 },
    _resourceType: TYPES.get(entry.via) ?? 'fetch',
    ...entry.note && { comment: entry.note },
    // The whole entry, so that an import is equal to what was exported.
    _earshot: entry
  }
}

/** For what has no date that can be written. */
export const NO_DATE = '1970-01-01T00:00:00.000Z'

// As Chrome calls it.
const TYPES = new Map<string | undefined, 'websocket' | 'eventsource' | 'ping'>(
  [['websocket', 'websocket'], ['eventsource', 'eventsource'], ['beacon', 'ping']]
)
