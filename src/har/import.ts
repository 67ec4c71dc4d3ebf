// A HAR recording as the pushes that record it anew, each complete, in the order of the file. What Earshot itself has exported comes back
// as it was.
import type { Entry as HarEntry, Har } from 'har-format'
import { startMsOf } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'
import { readEntry, readPage } from './reading.js'
import { listOf, objectOf, pagesOf, startsOf, stringOrEmpty, type Written } from './recording.js'
import { readVerbatim } from './verbatim.js'

/** All of an entry but what the service gives it. */
export interface ImportedPush extends Omit<Entry, 'id' | 'timestamp'> {
  /**
   * In milliseconds since the epoch, by the clock of the recorder; missing where no entry up to this one says it. A push has an `age` in
   * its place.
   */
  startTime?: number
}

/** Request ids of foreign entries are `<prefix>-<n>`, from 1. */
export function importHar (har: Written<Har>, prefix: string): ImportedPush[] {
  const log = objectOf(har.log)
  const entries = listOf(log.entries)
  const starts = startsOf(entries)
  // Each once: many entries may be of one page.
  const pages = new Map([...pagesOf(log)].map(([id, page]) => [id, readPage(page)]))
  // An entry whose start cannot be read started with the one before it.
  let startTime: number | undefined
  return entries.map((entry, n) => {
    const own = restored(entry)
    if (own) return own
    if (Number.isFinite(starts[n])) startTime = starts[n]
    const pageParams = pages.get(stringOrEmpty(objectOf(entry).pageref)) ?? ''
    return { ...foreign(entry, `${prefix}-${n + 1}`), pageParams, ...startTime !== undefined && { startTime } }
  })
}

/** An entry that was exported by Earshot, pending where it was. */
function restored (entry: Written<HarEntry>): ImportedPush | undefined {
  const verbatim = readVerbatim((objectOf(entry) as { _earshot?: unknown })._earshot)
  if (!verbatim) return undefined
  const { id, timestamp, ...push } = verbatim
  return { ...push, startTime: startMsOf(verbatim) }
}

/** The api is the absolute URL, since nothing else in an entry says the scheme for sure, and not every recorder keeps the Host header. */
function foreign (entry: Written<HarEntry>, requestId: string): ImportedPush {
  const { url, ...reading } = readEntry(entry)
  const [via, note] = [viaOf(entry), noteOf(entry)]
  const [api = ''] = url.split('#', 1)
  return { requestId, api: api || '/', ...reading, pageParams: '', storage: '', ...via && { via }, ...note && { note } }
}

const VIAS = new Map([['websocket', 'websocket'], ['eventsource', 'eventsource'], ['ping', 'beacon']])

// As Chrome calls it.
function viaOf (entry: Written<HarEntry>): string | undefined {
  return VIAS.get(stringOrEmpty(objectOf(entry)._resourceType))
}

const LONGEST_NOTE = 1_000
/** What Chromium, Firefox and WebKit say of a request that the page itself gave up. */
const ABORTED = /^(?:net::ERR_ABORTED|NS_BINDING_ABORTED|Load request cancelled)/

/**
 * What the recorder has to say: of what failed, in the words of Chrome and Playwright; of a body that it did not keep; and its comments.
 */
function noteOf (given: Written<HarEntry>): string {
  const entry = objectOf(given)
  const response: Written<HarEntry['response']> & { _error?: unknown, _failureText?: unknown } = objectOf(entry.response)
  const content = objectOf(response.content)
  const missing = typeof content.size === 'number' && content.size > 0 && !stringOrEmpty(content.text)
    ? `response cut: 0 of ${content.size} bytes kept`
    : ''
  const said = [
    response._error, response._failureText, missing, content.comment, objectOf(entry.request).comment, response.comment, entry.comment
  ]
  const texts = new Set(said.filter(text => typeof text === 'string' && text !== ''))
  const note = [...texts].join('; ').slice(0, LONGEST_NOTE)
  return ABORTED.test(note) ? `canceled: ${note}`.slice(0, LONGEST_NOTE) : note
}
