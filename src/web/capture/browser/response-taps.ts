// Records the body of a fetch response when the page reads all of it. The response is not cloned when its headers arrive: a clone makes the
// browser load everything, even if the page does not read it.
import type { Exchange } from '../core/exchange.js'
import type { BodyRecord } from '../core/body.js'
import type { LateText } from '../core/late-text.js'
import { NoteCode, type RequestNote } from '../core/notes.js'
import { bodyOf, whenRead, type Body } from './binary.js'
import { headerOf, reasonOf } from './heads.js'
import { descriptorOf, nowMs, parse } from './natives.js'
import { observed } from './observed.js'
import type { Patches } from './patch.js'
import { afterTimeout } from './shared-timer.js'
import type { Recording } from './recording.js'

const METHODS = ['text', 'json', 'arrayBuffer', 'blob', 'formData', 'bytes']
/** A page that has not read the body after this time may never read it. */
const READ_TIMEOUT_MS = 1000
const STREAMED = /^(?:text\/event-stream|multipart\/x-|audio\/|video\/)/i

/** The media types in which the part for messages may find messages: it looks closer. */
export const MESSAGES = /event-stream|ndjson|grpc|connect/i

interface Tap {
  exchange: Exchange
  header: LateText
  type: string
  signal: AbortSignal | undefined
  /** When the request counts as ended if the page does not read the body: when the headers came. */
  endMs: number | undefined
  /** The page has the stream: a clone would take it away. */
  isHeld?: boolean
  /** Called when the page reads the body: cancels the timer. */
  cancel?: () => void
}

export class ResponseTaps {
  private readonly taps = new WeakMap<Response, Tap>()
  /** By the stream that the page got, from which it may make another response. */
  private readonly held = new WeakMap<ReadableStream, Tap>()
  /** The browser's own getter. */
  private readonly body = descriptorOf(Response.prototype, 'body')

  constructor (private readonly recording: Recording) {}

  wrap (patches: Patches): void {
    patches.add(Response.prototype, 'body', ([, self]) => (stream: ReadableStream | null) => {
      const tap = this.taps.get(self)
      if (!tap || !stream) return
      tap.isHeld = true
      this.held.set(stream, tap)
    }, { part: 'get' })
    const text = nativeText()
    for (const method of METHODS) {
      const instead = method === 'json' ? text : undefined
      const isParsed = method === 'formData' || (method === 'json' && !instead)
      patches.add(Response.prototype, method, call => {
        const tap = this.tapToRead(call[1])
        if (!tap) return
        // If it is aborted, a derived promise would reject a step later than the browser's own.
        if (isParsed || tap.signal?.aborted) return this.copy(call[1], tap)
        if (instead) call[0] = instead
        return (promise: Promise<unknown>) => observed(
          promise,
          value => this.endWith(tap, bodyOf(value, tap.type, this.recording.recorder.bodyBytes)),
          error => this.end(tap, undefined, reasonOf(error, tap.signal)),
          instead && parsedText
        )
      })
    }
  }

  add (response: Response, exchange: Exchange, signal: AbortSignal | undefined): void {
    // Taken now, because the page may redefine the property.
    const { headers } = response
    const header = headerOf(response, headers)
    const type = headers.get('content-type') ?? ''
    const tap: Tap = { exchange, header, type, endMs: nowMs(), signal }
    if (MESSAGES.test(type)) this.recording.record({ exchange, target: response, lost: 0 }, type, this.bodyOf(response))
    // Only opaque responses have none.
    if (!response.status) exchange.fail(NoteCode.ResponseHidden)
    else if (STREAMED.test(type)) this.end(tap, undefined, NoteCode.ResponseStreamed)
    else if (!this.bodyOf(response)) this.end(tap)
    else {
      exchange.headers(header)
      this.taps.set(response, tap)
      tap.cancel = afterTimeout(() => this.untouched(response, tap), READ_TIMEOUT_MS)
    }
  }

  /** undefined if the body is not recorded, or if the page has read it before. */
  private tapToRead (response: Response): Tap | undefined {
    const stream = this.bodyOf(response)
    const tap = this.taps.get(response) ?? (stream && this.held.get(stream))
    if (!tap || response.bodyUsed || stream?.locked) return undefined
    this.taps.delete(response)
    tap.endMs = undefined
    tap.cancel?.()
    return tap
  }

  private untouched (response: Response, tap: Tap): void {
    if (!this.taps.delete(response)) return
    if (tap.isHeld || response.bodyUsed || this.bodyOf(response)?.locked) return this.end(tap, undefined, NoteCode.ResponseStreamed)
    const length = parseFloat(response.headers.get('content-length') as string)
    // A clone makes the browser load everything, so the whole must be short. Errors are.
    if (length <= this.recording.recorder.bodyBytes || response.status >= 400) this.copy(response, tap)
    else this.end(tap, undefined, NoteCode.ResponseUnread)
  }

  /** Not if the page has the stream: a clone would lock it. */
  private copy (response: Response, tap: Tap): void {
    if (tap.isHeld) this.end(tap, undefined, NoteCode.ResponseStreamed)
    else this.endWith(tap, this.recording.readCopy(response.clone(), tap.type))
  }

  /** Gets the stream by the browser's own getter, so that the page does not count as holding it. */
  private bodyOf (response: Response): ReadableStream | null {
    return this.body?.get?.call(response) as ReadableStream | null
  }

  private endWith (tap: Tap, body: Body): void {
    whenRead(body, (record, note) => this.end(tap, record, note))
  }

  private end ({ exchange, header: responseHeader, endMs }: Tap, response?: BodyRecord, note?: RequestNote): void {
    exchange.end({ responseHeader, endMs, response, note })
  }
}

// The browser's own json() is text() and then JSON.parse. We do the same, and so get the text without a clone, which would cost more than
// all other work for a request. If other code has replaced json() before us, that function is called.
function nativeText () {
  return browsersOwn('json') && browsersOwn('text')
}

/** undefined if the method was replaced: the source text of a proxy or a bound function, `function () { [native code] }`, has no name. */
function browsersOwn (name: 'json' | 'text') {
  const method: unknown = descriptorOf(Response.prototype, name)?.value
  const isOwn = typeof method === 'function' && /^function \w+\(\)\s*{\s*\[native/.test(Function.prototype.toString.call(method))
  return isOwn ? method : undefined
}

// Browsers hide the details of errors that our script throws, so their json() throws instead. A string body would give another error.
function parsedText (text: unknown): unknown {
  try {
    return parse(text as string)
  } catch {
    return new Response(new Blob([text as string])).json()
  }
}
