// Records XMLHttpRequest, including React Native's own fetch, axios and most other libraries, which use it. We never add a listener for
// `readystatechange` or `progress`: with such a listener, React Native sends each piece of a response to the app's thread.
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import type { LateText } from '../core/late-text.js'
import type { HeaderPairs } from '../core/raw-headers.js'
import { bodyOf, textRecord, whenRead, type Body } from './bodies.js'
import type { Patches } from './patch.js'
import type { Recording } from './recording.js'

interface Call {
  method: string
  address: string
  headers: HeaderPairs
  /** Set until the request has ended. */
  exchange?: Exchange | undefined
}

const ENDS = { abort: 'canceled', error: 'network error', timeout: 'timeout', loadend: 'no status' } as const
const DONE = 4

export function wrapXhr (patches: Patches, recording: Recording): void {
  const calls = new WeakMap<XMLHttpRequest, Call>()
  const target = XMLHttpRequest.prototype
  const ended = (xhr: XMLHttpRequest, type?: string) => {
    quiet(() => {
      const call = calls.get(xhr)
      const { exchange } = call ?? {}
      if (!call || !exchange) return
      call.exchange = undefined
      // Other than in browsers, the status stays if the connection breaks after the headers.
      const header = xhr.status > 0 ? responseHeaderOf(xhr) : ''
      exchange.headers(header)
      if (type && type in ENDS && (type !== 'loadend' || !header)) exchange.fail(reasonOf(xhr, type as keyof typeof ENDS))
      else end(xhr, exchange, header, recording.recorder.bodyBytes)
    })
  }
  const listen = (xhr: XMLHttpRequest) => {
    for (const type of ['load', ...Object.keys(ENDS)]) xhr.addEventListener(type, () => ended(xhr, type))
  }
  // The app may do this in a listener that runs before ours: afterwards, the response is gone.
  const beforeReset = (xhr: XMLHttpRequest) => { if (xhr.readyState === DONE && xhr.status > 0) ended(xhr) }

  patches.add(target, 'open', (native, self: XMLHttpRequest, args: unknown[]) => {
    beforeReset(self)
    const result: unknown = Reflect.apply(native, self, args)
    recording.opened++
    quiet(() => {
      if (!calls.has(self)) listen(self)
      calls.get(self)?.exchange?.fail('canceled: open() was called again')
      const [method, address] = args.map(String)
      calls.set(self, { method: (method ?? '').toUpperCase(), address: address ?? '', headers: [] })
    })
    return result
  })
  patches.add(target, 'setRequestHeader', (native, self: XMLHttpRequest, args: unknown[]) => {
    const result: unknown = Reflect.apply(native, self, args)
    quiet(() => calls.get(self)?.headers.push([String(args[0]), String(args[1])]))
    return result
  })
  patches.add(target, 'abort', (native, self: XMLHttpRequest, args) => {
    beforeReset(self)
    return Reflect.apply(native, self, args) as unknown
  })
  patches.add(target, 'send', (native, self: XMLHttpRequest, args: unknown[]) => {
    const call = self.readyState === 1 ? calls.get(self) : undefined
    if (!call || call.exchange) return Reflect.apply(native, self, args) as unknown
    call.exchange = recording.begin({ ...call, body: /^(?:GET|HEAD)$/.test(call.method) ? undefined : args[0] })
    try {
      return Reflect.apply(native, self, args) as unknown
    } catch (error) {
      call.exchange?.fail(`not sent: ${String(error)}`)
      call.exchange = undefined
      throw error
    }
  })
}

/** The platform tells in words what went wrong, in place of the text of the response. */
function reasonOf (xhr: XMLHttpRequest, type: keyof typeof ENDS): string {
  const isText = type === 'error' && (xhr.responseType === '' || xhr.responseType === 'text')
  const said = isText ? quiet(() => xhr.responseText) : ''
  return said ? `${ENDS[type]}: ${said}` : ENDS[type]
}

function responseHeaderOf (xhr: XMLHttpRequest): LateText {
  const { status } = xhr
  // Null if there were none.
  const headers = (xhr.getAllResponseHeaders() as string | null) ?? ''
  return write => write.response(status, '', headers)
}

function end (xhr: XMLHttpRequest, exchange: Exchange, responseHeader: LateText, limitBytes: number): void {
  whenRead(quiet(() => responseOf(xhr, limitBytes)), (response, note) => exchange.end({ responseHeader, response, note }))
}

function responseOf (xhr: XMLHttpRequest, limitBytes: number): Body {
  const response: unknown = xhr.response
  if (xhr.responseType === 'json') {
    const text = response === undefined || response === null ? '' : JSON.stringify(response)
    return { ...textRecord(text, limitBytes), note: 'response: JSON, re-serialized' }
  }
  return bodyOf(response, xhr.getResponseHeader('content-type') ?? '', limitBytes)
}
