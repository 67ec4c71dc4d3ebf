// Records the body of a response when the app reads all of it. To notice this, we replace the methods of the response in the class that
// defines them. Nothing is read that the app does not read.
import type { BodyRecord } from '../core/body.js'
import type { Exchange } from '../core/exchange.js'
import { quiet, type Host } from '../core/host.js'
import type { LateText } from '../core/late-text.js'
import type { HeaderPairs } from '../core/raw-headers.js'
import { bodyOf, whenRead } from './bodies.js'
import { holderOf, type Patches } from './patch.js'
import type { Recording } from './recording.js'

/** Most classes make the other ones of these: then the text is recorded, not what was made of it. */
const FIRST = ['text', 'arrayBuffer']
const OTHERS = ['json', 'blob', 'bytes', 'formData']
/** An app that has not read the body after this time may never read it. */
const READ_TIMEOUT_MS = 1000
const HELD = 'response body not recorded: a stream'
const STREAMED = /^(?:text\/event-stream|multipart\/x-mixed-replace|audio\/|video\/)/i

interface Tap {
  exchange: Exchange
  header: LateText
  type: string
  isHeld?: boolean
  cancel: () => void
}

export class ResponseTaps {
  private readonly taps = new WeakMap<object, Tap>()
  private readonly wrapped = new WeakMap<object, Set<string>>()

  constructor (private readonly patches: Patches, private readonly recording: Recording, private readonly host: Host) {}

  add (response: Response, exchange: Exchange, method: string): void {
    const { status, statusText, headers } = response
    const pairs: HeaderPairs = []
    headers.forEach((value, name) => { pairs.push([name, value]) })
    const header: LateText = write => write.response(status, statusText, pairs)
    const type = headers.get('content-type') ?? ''
    if (method === 'HEAD' || status === 204 || status === 304) return exchange.end({ responseHeader: header })
    if (STREAMED.test(type)) return exchange.end({ responseHeader: header, note: HELD })
    exchange.headers(header)
    const cancel = this.host.setTimer(() => this.untouched(response), READ_TIMEOUT_MS)
    this.taps.set(response, { exchange, header, type, cancel })
    this.wrap(response)
  }

  private wrap (response: Response): void {
    for (const name of FIRST) this.wrapMethod(response, name, (self, apply) => this.read(this.take(self), name, apply))
    for (const name of OTHERS) {
      this.wrapMethod(response, name, (self, apply) => {
        const tap = this.taps.get(self)
        const result = apply()
        // Unless a call of `text` or `arrayBuffer` has taken it.
        return tap && this.taps.get(self) === tap ? this.read(this.take(self), name, () => result) : result
      })
    }
    const holder = this.toWrap(response, 'body')
    if (holder) this.patches.addGetter(holder, 'body', self => { quiet(() => this.hold(self)) })
  }

  private wrapMethod (response: Response, name: string, instead: (self: object, apply: () => unknown) => unknown): void {
    const holder = this.toWrap(response, name)
    if (!holder) return
    this.patches.add(holder, name, (native, self: object, args) => {
      const apply = () => Reflect.apply(native, self, args) as unknown
      return this.taps.has(self) ? instead(self, apply) : apply()
    })
  }

  /** The object that has the property; undefined if it was wrapped before. */
  private toWrap (response: Response, name: string): object | undefined {
    const holder = holderOf(response, name)
    if (!holder) return undefined
    const names = this.wrapped.get(holder) ?? new Set()
    this.wrapped.set(holder, names)
    return names.has(name) ? undefined : (names.add(name), holder)
  }

  private take (response: object): Tap | undefined {
    const tap = this.taps.get(response)
    this.taps.delete(response)
    tap?.cancel()
    return tap
  }

  private hold (response: object): void {
    const tap = this.taps.get(response)
    if (tap) tap.isHeld = true
  }

  private read (tap: Tap | undefined, name: string, apply: () => unknown): unknown {
    const result = apply()
    if (!tap) return result
    const seen = (value: unknown) => {
      if (name !== 'json') return this.endWith(tap, value)
      this.endWith(tap, JSON.stringify(value), 'response: JSON, re-serialized')
    }
    return observed(result as Promise<unknown>, seen, error => this.end(tap, undefined, String(error)))
  }

  private untouched (response: Response): void {
    const tap = this.take(response)
    if (tap) this.end(tap, undefined, tap.isHeld ? HELD : 'response not read by the app')
  }

  private endWith (tap: Tap, value: unknown, note?: string): void {
    whenRead(bodyOf(value, tap.type, this.recording.recorder.bodyBytes), (record, why) => this.end(tap, record, why ?? note))
  }

  private end ({ exchange, header }: Tap, response?: BodyRecord, note?: string): void {
    exchange.end({ responseHeader: header, response, note })
  }
}

/**
 * The app gets a derived promise: if it got the first one, our handler would make the engine treat every rejection as handled.
 */
export function observed (promise: Promise<unknown>, seen: (value: unknown) => void, failed: (error: unknown) => void): Promise<unknown> {
  promise.then(undefined, (error: unknown) => { quiet(() => failed(error)) })
  return promise.then(value => {
    quiet(() => seen(value))
    return value
  })
}
