// Converts a HAR recording (1.1 or 1.2, of any browser) to the pushes that an app would have sent: one at the start of each request, and
// one at its end. A request that was pending when Earshot exported it stays pending.
import type { Entry as HarEntry, Har, Page } from 'har-format'
import { isPending } from '../exchange/outcome.js'
import { pathOf } from './raw-headers.js'
import { readEntry, readPage, type RecordedPush } from './reading.js'
import { listOf, objectOf, pagesOf, startsOf, stringOrEmpty, type AsWritten } from './recording.js'
import { readVerbatim } from './verbatim.js'

export interface TimedPush {
  /** Milliseconds since the first request of the recording. */
  atMs: number
  push: RecordedPush
}

/** Every push in the order of its time, overlapping requests interleaved as recorded; request ids are `<prefix>-<n>`, from 1. */
export function replay (har: AsWritten<Har>, prefix: string): TimedPush[] {
  const log = objectOf(har.log)
  const [entries, pages] = [listOf(log.entries), pagesOf(log)]
  const starts = startsOf(entries)
  const firstMs = starts.filter(Number.isFinite).reduce((a, b) => Math.min(a, b), Infinity)
  // If the start of an entry cannot be read, it plays at the same time as the entry before it.
  let atMs = 0
  const pushes = entries.flatMap((entry, n): TimedPush[] => {
    const start = starts[n] ?? NaN
    if (Number.isFinite(start)) atMs = start - firstMs
    const { pending, complete } = startAndEnd(entry, `${prefix}-${n + 1}`, pages.get(stringOrEmpty(objectOf(entry).pageref)))
    return [{ atMs, push: pending }, ...complete ? [{ atMs: atMs + complete.timeConsuming, push: complete }] : []]
  })
  return pushes.sort((a, b) => a.atMs - b.atMs)
}

/**
 * The push at the start of a request, and the one at its end. Its api is the path, as an app names its request. Of a
 * request without an end, the first push has all that is known.
 */
export function startAndEnd (entry: AsWritten<HarEntry>, requestId: string, page?: AsWritten<Page>): {
  pending: RecordedPush, complete: RecordedPush | undefined
} {
  const { url, ...reading } = readEntry(entry)
  const start = { api: pathOf(url), method: reading.method, requestId }
  const pageParams = readPage(page)
  const all = { ...start, ...reading, ...pageParams !== undefined && { pageParams } }
  const own = readVerbatim((objectOf(entry) as { _earshot?: unknown })._earshot)
  if (own && isPending(own)) {
    // In the HAR, it has a response with the status 0, like a request that failed.
    const { responseHeader, response } = own
    return { pending: { ...all, timeConsuming: 0, responseHeader, response }, complete: undefined }
  }
  return { pending: { ...start, timeConsuming: 0, response: '' }, complete: all }
}
