// Reads an entry of a HAR into the fields of a push. Import and replay both use this.
import type { Entry as HarEntry, Page } from 'har-format'
import type { Push } from '../schema/push.js'
import type { Initiator } from '../schema/initiator.js'
import type { Timings } from '../schema/timings.js'
import { requestBody, responseBody } from './bodies.js'
import { readHarInitiator } from './initiator.js'
import { rawHeaders, requestLine, statusLine } from './raw-headers.js'
import { objectOf, stringOrEmpty, type AsWritten } from './recording.js'
import { readTimings } from './timings.js'

/** A push as recorded: the service checks whether its method is a registered one. */
export type RecordedPush = Omit<Push, 'method'> & { method: string, requestId: string, timeConsuming: number }

export interface HarReading {
  /** As it was recorded. */
  url: string
  method: string
  timeConsuming: number
  requestHeader: string
  request: string
  responseHeader: string
  response: string
  timings?: Timings
  initiator?: Initiator
}

/** Replaces a recorded time of 0, which would mean that the request is still pending. */
const MIN_MS = 0.1

export function readEntry (given: AsWritten<HarEntry>): HarReading {
  const entry = objectOf(given)
  const [request, response] = [objectOf(entry.request), objectOf(entry.response)]
  const timings = readTimings(entry.timings)
  const initiator = readHarInitiator(entry._initiator)
  return {
    url: stringOrEmpty(request.url),
    method: stringOrEmpty(request.method) || 'GET',
    timeConsuming: elapsedMs(entry),
    requestHeader: rawHeaders(requestLine(request), request.headers),
    request: requestBody(request),
    responseHeader: rawHeaders(statusLine(response), response.headers),
    response: responseBody(response.content),
    ...timings && { timings },
    ...initiator && { initiator }
  }
}

/** Page parameters; undefined if the entry has no page. */
export function readPage (page: AsWritten<Page> | undefined): string | undefined {
  return page && JSON.stringify({ id: stringOrEmpty(page.id), title: stringOrEmpty(page.title) })
}

// Firefox may write a time of null, Chrome 0 for requests that failed or came from its cache, Playwright -1 for canceled ones. Then the
// phases are added up, where -1 means "did not happen". ssl is not counted, because in HAR 1.2 it is a part of connect.
function elapsedMs ({ time, timings }: AsWritten<HarEntry>): number {
  if (isPositive(time)) return time
  const { blocked, dns, connect, send, wait, receive } = objectOf(timings)
  const sum = [blocked, dns, connect, send, wait, receive].filter(isPositive).reduce((a, b) => a + b, 0)
  return isPositive(sum) ? sum : MIN_MS
}

function isPositive (value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
