// An entry as HAR 1.2 that Chrome, Firefox, Safari and the schema of the format accept: only valid dates, only valid numbers, and
// every member that one of them requires. This file does not replace secrets: har-writer.ts does.
import type { Entry as HarEntry } from 'har-format'
import { isPending, startMsOf } from '../exchange/outcome.js'
import type { FullEntry } from '../schema/entry.js'
import { harInitiatorOf, type HarInitiator } from './initiator.js'
import { harMessagesOf } from './har-messages.js'
import { harRequestOf } from './har-request.js'
import { harResponseOf } from './har-response.js'
import { isoDate } from './iso-date.js'
import { harTimingsOf } from './timings.js'

/** The id of the only page, to which all entries belong. */
export const PAGE_ID = 'page_1'

export function harEntryOf ({ messageList, ...entry }: FullEntry): HarEntry & { _initiator?: HarInitiator } {
  const initiator = harInitiatorOf(entry)
  const elapsedMs = isPending(entry) || !Number.isFinite(entry.timeConsuming) ? 0 : entry.timeConsuming
  return {
    pageref: PAGE_ID,
    startedDateTime: isoDate(startMsOf(entry)) ?? isoDate(entry.timestamp) ?? NO_DATE,
    time: elapsedMs,
    request: harRequestOf(entry),
    response: harResponseOf(entry),
    cache: {},
    timings: harTimingsOf(entry, elapsedMs),
    _resourceType: TYPES.get(entry.via) ?? 'fetch',
    ...initiator && { _initiator: initiator },
    ...entry.note && { comment: entry.note },
    ...messageList && messageList.length > 0 && harMessagesOf(messageList, entry),
    // The whole entry, so that an import restores exactly what was exported.
    _earshot: entry
  }
}

/** For an entry whose date cannot be written. */
export const NO_DATE = '1970-01-01T00:00:00.000Z'

// The names that Chrome uses. It has none for an error: the method and the comment of the message show it.
const TYPES = new Map<string | undefined, 'websocket' | 'eventsource' | 'ping' | 'other'>(
  [['websocket', 'websocket'], ['eventsource', 'eventsource'], ['beacon', 'ping'], ['resource', 'other'], ['error', 'other']]
)
