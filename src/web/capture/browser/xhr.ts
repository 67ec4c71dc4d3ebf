// Records XMLHttpRequest. The response is read when it is complete, before the page can abort the request or open it again. We never touch
// xhr.upload: a listener on it makes browsers send a CORS preflight.
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import type { LateText } from '../core/late-text.js'
import { NoteCode } from '../core/notes.js'
import type { HeaderPairs } from '../core/raw-headers.js'
import { bodyOf, textRecord, whenRead, type Body } from './binary.js'
import { addressOf, headerOf, nativeValue, readable } from './heads.js'
import { nowMs, nextMicrotask } from './natives.js'
import { SILENT, type Patches } from './patch.js'
import type { PageRequest, Recording } from './recording.js'
import { MESSAGES } from './response-taps.js'

interface Call extends PageRequest {
  headers: HeaderPairs
  /** The raw header of the response. */
  header?: LateText
  /** Set until the response has been recorded. */
  exchange?: Exchange | undefined
}

const ENDS = { abort: NoteCode.Canceled, error: NoteCode.NetworkError, timeout: NoteCode.Timeout, loadend: NoteCode.NoStatus } as const

export function wrapXhr (patches: Patches, recording: Recording): void {
  const calls = new WeakMap<XMLHttpRequest, Call>()
  const target = XMLHttpRequest.prototype
  const open = (xhr: XMLHttpRequest, method?: unknown, url?: unknown) => {
    if (!calls.has(xhr)) listen(xhr, calls, recording)
    calls.get(xhr)?.exchange?.fail(NoteCode.OpenedAgain)
    const call: Call = { method: readable(method ?? '').toUpperCase(), address: addressOf(url), headers: [] }
    calls.set(xhr, call)
    return call
  }
  patches.add(target, 'open', ([, self, [method, url]]) => {
    recording.opened++
    return () => { open(self, method, url) }
  }, SILENT)
  patches.add(target, 'setRequestHeader', ([, self, [name, value]]) => () => {
    if (typeof name === 'string') calls.get(self)?.headers.push([name, readable(value)])
  }, SILENT)
  patches.add(target, 'send', ([, self, [given]]) => {
    if (nativeValue(self, XMLHttpRequest.prototype, 'readyState') !== 1) return
    // The page may have opened it with a function of another frame: then its method and its address are unknown.
    const call = calls.get(self) ?? open(self)
    if (call.startMs) return
    call.startMs = nowMs()
    call.method ||= given ? 'POST' : 'GET'
    call.body = /^(?:GET|HEAD)$/.test(call.method) ? undefined : given
    const exchange = call.exchange = recording.begin(call)
    let isOver = false
    // If send() throws, only this job notices it. A synchronous request that failed is in state 4 when the job runs.
    nextMicrotask(() => {
      if (isOver) return
      call.startMs = 0
      exchange?.fail((self as XMLHttpRequest).readyState === 4 ? ENDS.error : NoteCode.NotSent)
    })
    return () => { isOver = true }
  }, SILENT)
}

// An answered request costs only two listeners. If a request has ended without a status, the events that follow at once report why, so
// their listeners are added only then.
function listen (xhr: XMLHttpRequest, calls: WeakMap<XMLHttpRequest, Call>, recording: Recording): void {
  const fail = ({ type }: Event) => calls.get(xhr)?.exchange?.fail(ENDS[type as keyof typeof ENDS])
  xhr.addEventListener('readystatechange', () => {
    const { readyState } = xhr
    // Only 2, when the headers are there, and 4, the end.
    if (readyState % 2) return
    quiet(() => {
      const call = calls.get(xhr)
      if (!call) return
      if (xhr.status === 0) return listenToEnds(xhr, fail)
      if (!call.address) {
        call.address = xhr.responseURL
        call.exchange = recording.begin(call)
        call.exchange?.note(NoteCode.OpenedUnobserved)
      }
      // A synchronous request reports only state 4.
      const { exchange } = call
      if (exchange && readyState === 2) {
        exchange.headers(call.header = responseHeaderOf(xhr))
        if (MESSAGES.test(typeOf(xhr))) recording.record({ exchange, target: xhr, lost: 0 }, 'send')
      } else {
        if (exchange) end(xhr, exchange, call.header ?? responseHeaderOf(xhr), recording.recorder.bodyBytes)
        call.exchange = call.body = undefined
      }
    })
  })
  // In case a listener of the page kept our first listener from being called.
  xhr.addEventListener('loadend', fail)
}

function listenToEnds (xhr: XMLHttpRequest, fail: (event: Event) => void): void {
  for (const name in ENDS) xhr.addEventListener(name, fail, { once: true })
}

function end (xhr: XMLHttpRequest, exchange: Exchange, responseHeader: LateText, limitBytes: number): void {
  whenRead(quiet(() => responseOf(xhr, limitBytes)), (response, note) => exchange.end({ responseHeader, response, note }))
}

function responseHeaderOf (xhr: XMLHttpRequest): LateText {
  return headerOf(xhr, xhr.getAllResponseHeaders())
}

function responseOf (xhr: XMLHttpRequest, limitBytes: number): Body {
  const response: unknown = xhr.response
  if (xhr.responseType === 'json') {
    const text = response === undefined || response === null ? '' : JSON.stringify(response)
    return { ...textRecord(text, limitBytes), note: NoteCode.JsonSerialized }
  }
  return bodyOf(response, typeOf(xhr), limitBytes) ?? (response ? { note: NoteCode.DocumentLeftOut } : undefined)
}

function typeOf (xhr: XMLHttpRequest): string {
  return xhr.getResponseHeader('content-type') ?? ''
}
