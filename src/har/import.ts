// Converts a HAR recording to complete pushes that record it again, in the order of the file. Entries that Earshot has exported are
// restored as they were.
import type { Entry as HarEntry, Har } from 'har-format'
import { startMsOf } from '../exchange/outcome.js'
import type { FullEntry } from '../schema/entry.js'
import { readHarMessages } from './har-messages.js'
import { readEntry, readPage } from './reading.js'
import { listOf, objectOf, pagesOf, startsOf, stringOrEmpty, type AsWritten } from './recording.js'
import { readVerbatim } from './verbatim.js'

/** An entry without the fields that the service sets. */
export interface ImportedPush extends Omit<FullEntry, 'id' | 'timestamp' | 'messages'> {
  /**
   * In milliseconds since the epoch, by the clock of the recorder; missing if neither this entry nor an earlier one has a start. A push
   * has an `age` instead.
   */
  startTime?: number
}

/** Whether the entry has a request with a URL, or is one that Earshot has exported. An entry of anything else is no request. */
export function isRequest (entry: AsWritten<HarEntry> | null | undefined): boolean {
  const [address = ''] = stringOrEmpty(objectOf(objectOf(entry).request).url).split('#', 1)
  return address !== '' || restored(objectOf(entry)) !== undefined
}

/** Request ids of foreign entries are `<prefix>-<n>`, from 1. */
export function importHar (har: AsWritten<Har>, prefix: string): ImportedPush[] {
  const log = objectOf(har.log)
  const entries = listOf(log.entries)
  const starts = startsOf(entries)
  // Each page is read only once, because many entries may belong to it.
  const pages = new Map([...pagesOf(log)].map(([id, page]) => [id, readPage(page)]))
  // If the start of an entry cannot be read, it gets the start of the entry before it.
  let startTime: number | undefined
  return entries.map((entry, n) => {
    const own = restored(entry)
    if (own) return withMessages(own, entry)
    if (Number.isFinite(starts[n])) startTime = starts[n]
    const pageParams = pages.get(stringOrEmpty(objectOf(entry).pageref)) ?? ''
    return withMessages({ ...foreign(entry, `${prefix}-${n + 1}`), pageParams, ...startTime !== undefined && { startTime } }, entry)
  })
}

function withMessages (push: ImportedPush, entry: AsWritten<HarEntry>): ImportedPush {
  const messageList = readHarMessages(objectOf(entry), push.startTime)
  return messageList.length > 0 ? { ...push, messageList } : push
}

/** An entry that Earshot has exported; a pending one stays pending. */
function restored (entry: AsWritten<HarEntry>): ImportedPush | undefined {
  const verbatim = readVerbatim((objectOf(entry) as { _earshot?: unknown })._earshot)
  if (!verbatim) return undefined
  const { id, timestamp, ...push } = verbatim
  return { ...push, startTime: startMsOf(verbatim) }
}

/** The api is the absolute URL, because only it reliably has the scheme, and not every recorder keeps the Host header. */
function foreign (entry: AsWritten<HarEntry>, requestId: string): ImportedPush {
  const { url, ...reading } = readEntry(entry)
  const [via, note] = [viaOf(entry), noteOf(entry)]
  const [api = ''] = url.split('#', 1)
  return { requestId, api: api || '/', ...reading, pageParams: '', storage: '', ...via && { via }, ...note && { note } }
}

const VIAS = new Map([['websocket', 'websocket'], ['eventsource', 'eventsource'], ['ping', 'beacon']])

// `_resourceType` has the names that Chrome uses.
function viaOf (entry: AsWritten<HarEntry>): string | undefined {
  return VIAS.get(stringOrEmpty(objectOf(entry)._resourceType))
}

const MAX_NOTE_LENGTH = 1_000
/** The errors of Chromium, Firefox and WebKit for a request that the page itself canceled. */
const ABORTED = /^(?:net::ERR_ABORTED|NS_BINDING_ABORTED|Load request cancelled)/

/**
 * The note of the recorder: the error text of Chrome or Playwright, a hint if it did not keep a body, and its comments.
 */
function noteOf (given: AsWritten<HarEntry>): string {
  const entry = objectOf(given)
  const response: AsWritten<HarEntry['response']> & { _error?: unknown, _failureText?: unknown } = objectOf(entry.response)
  const content = objectOf(response.content)
  const missing = typeof content.size === 'number' && content.size > 0 && !stringOrEmpty(content.text)
    ? `response cut: 0 of ${content.size} bytes kept`
    : ''
  const said = [
    response._error, response._failureText, missing, content.comment, objectOf(entry.request).comment, response.comment, entry.comment
  ]
  const texts = new Set(said.filter(text => typeof text === 'string' && text !== ''))
  const note = [...texts].join('; ').slice(0, MAX_NOTE_LENGTH)
  return ABORTED.test(note) ? `canceled: ${note}`.slice(0, MAX_NOTE_LENGTH) : note
}
