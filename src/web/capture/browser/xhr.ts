// Records XMLHttpRequest. The response is read when it is complete, before the page can abort the request or open it again. We never touch
// xhr.upload: a listener on it makes browsers send a CORS preflight.
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import type { LateText } from '../core/late-text.js'
import type { HeaderPairs } from '../core/raw-headers.js'
import { bodyOf, textRecord, whenRead, type Body } from './binary.js'
import { addressOf, headerOf, readable } from './heads.js'
import { soon } from './natives.js'
import { SILENT, type Patches } from './patch.js'
import type { Recording } from './recording.js'

interface Call {
  method: string
  address: string | undefined
  headers: HeaderPairs
  sent?: boolean
  /** The raw header of the response. */
  header?: LateText
  /** Set until the response has been recorded. */
  exchange?: Exchange | undefined
}

const ENDS = { abort: 'canceled', error: 'network error', timeout: 'timeout', loadend: 'no status' } as const

export function wrapXhr (patches: Patches, recording: Recording): void {
  const calls = new WeakMap<XMLHttpRequest, Call>()
  const target = XMLHttpRequest.prototype
  patches.add(target, 'open', ([, self, [method, url]]) => {
    recording.opened++
    if (!calls.has(self)) listen(self, calls, recording)
    return () => {
      calls.get(self)?.exchange?.fail('canceled: opened again')
      calls.set(self, { method: typeof method === 'string' ? method.toUpperCase() : 'GET', address: addressOf(url), headers: [] })
    }
  }, SILENT)
  patches.add(target, 'setRequestHeader', ([, self, [name, value]]) => () => {
    if (typeof name === 'string') calls.get(self)?.headers.push([name, readable(value)])
  }, SILENT)
  patches.add(target, 'send', ([, self, [given]]) => {
    const call = calls.get(self)
    if (!call || call.sent || (self as XMLHttpRequest).readyState !== 1) return
    const { method, address, headers } = call
    call.sent = true
    const exchange = call.exchange = recording.begin({
      method, address, headers, body: /^(?:GET|HEAD)$/.test(method) ? undefined : given
    })
    let isOver = false
    // If send() throws, only this job notices it. A synchronous request that failed is in state 4 when the job runs.
    soon(() => {
      if (isOver) return
      call.sent = false
      exchange?.fail((self as XMLHttpRequest).readyState === 4 ? ENDS.error : 'not sent')
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
    if (readyState !== 2 && readyState !== 4) return
    quiet(() => {
      const call = calls.get(xhr)
      if (!call?.exchange) return
      // A synchronous request reports only state 4.
      if (readyState === 2) return call.exchange.headers(call.header = responseHeaderOf(xhr))
      if (xhr.status === 0) return listenToEnds(xhr, fail)
      end(xhr, call.exchange, call.header ?? responseHeaderOf(xhr), recording.recorder.bodyBytes)
      delete call.exchange
    })
  })
  // In case a listener of the page kept our first listener from being called.
  xhr.addEventListener('loadend', fail)
}

function listenToEnds (xhr: XMLHttpRequest, fail: (event: Event) => void): void {
  for (const name of ['abort', 'error', 'timeout']) xhr.addEventListener(name, fail, { once: true })
}

function end (xhr: XMLHttpRequest, exchange: Exchange, responseHeader: LateText, limitBytes: number): void {
  whenRead(quiet(() => responseOf(xhr, limitBytes)), (response, note) => exchange.end({ responseHeader, response, note }))
}

function responseHeaderOf (xhr: XMLHttpRequest): LateText {
  return headerOf({ status: xhr.status, statusText: xhr.statusText, headers: xhr.getAllResponseHeaders() })
}

function responseOf (xhr: XMLHttpRequest, limitBytes: number): Body {
  const response: unknown = xhr.response
  if (xhr.responseType === 'json') {
    const text = response === undefined || response === null ? '' : JSON.stringify(response)
    return { ...textRecord(text, limitBytes), note: 'response: JSON written anew, as the page parsed it' }
  }
  return bodyOf(response, xhr.getResponseHeader('content-type') ?? '', limitBytes) ??
    (response ? { note: 'response: a document, not recorded' } : undefined)
}
