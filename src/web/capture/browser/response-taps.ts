// Records the body of a fetch response when the page reads all of it. The response is never cloned as soon as its headers arrive: a clone
// makes the browser load everything, even if the page does not read it.
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import type { BodyRecord } from '../core/body.js'
import type { LateText } from '../core/late-text.js'
import { bodyOf, whenRead, type Body } from './binary.js'
import { headerOf, reasonOf } from './heads.js'
import { parse } from './natives.js'
import { observed } from './observed.js'
import type { Patches } from './patch.js'
import { afterPatience } from './patience.js'
import { readCopy } from './response-copy.js'

const METHODS = ['text', 'json', 'arrayBuffer', 'blob', 'formData', 'bytes']
/** A page that has not read the body after this time may never read it. */
const PATIENCE_MS = 1000
const STREAMED = /^(?:text\/event-stream|multipart\/x-mixed-replace|audio\/|video\/)/i

interface Tap {
  exchange: Exchange
  header: LateText
  type: string
  /** Called when the page reads the body: cancels the timer. */
  asked?: () => void
}

export class ResponseTaps {
  private readonly taps = new WeakMap<Response, Tap>()

  constructor (private readonly limitBytes: number) {}

  wrap (patches: Patches): void {
    const text = nativeText()
    for (const method of METHODS) {
      const instead = method === 'json' ? text : undefined
      const parsed = method === 'formData' || (method === 'json' && !instead)
      patches.add(Response.prototype, method, {
        apply: (native, self: Response, args) => {
          const tap = this.taps.get(self)
          if (!tap || self.bodyUsed || self.body?.locked) return Reflect.apply(native, self, args) as unknown
          this.taps.delete(self)
          tap.asked?.()
          if (parsed) quiet(() => this.copy(self, tap))
          return observed(
            Reflect.apply(instead ?? native, self, args) as Promise<unknown>,
            value => { if (!parsed) this.endWith(tap, bodyOf(value, tap.type, this.limitBytes)) },
            error => { if (!parsed) this.end(tap, undefined, reasonOf(error)) },
            instead && parsedText
          )
        }
      })
    }
  }

  add (response: Response, exchange: Exchange): void {
    const header = headerOf(response)
    const type = response.headers.get('content-type') ?? ''
    const tap: Tap = { exchange, header, type }
    const opaque = response.type.startsWith('opaque')
    if (opaque) exchange.fail('the browser hides this response from pages')
    else if (STREAMED.test(type)) this.end(tap, undefined, 'response streamed, not recorded')
    else if (!response.body) this.end(tap)
    else {
      exchange.headers(header)
      this.taps.set(response, tap)
      tap.asked = afterPatience(() => this.untouched(response, tap), PATIENCE_MS)
    }
  }

  private untouched (response: Response, tap: Tap): void {
    if (!this.taps.delete(response)) return
    if (response.bodyUsed || response.body?.locked) return this.end(tap, undefined, 'response streamed by the page')
    const length = Number(response.headers.get('content-length') ?? NaN)
    if (length <= this.limitBytes || response.status >= 400 || /json|xml|form/i.test(tap.type)) this.copy(response, tap)
    else this.end(tap, undefined, 'response not read by the page')
  }

  private copy (response: Response, tap: Tap): void {
    this.endWith(tap, readCopy(response.clone(), tap.type, this.limitBytes))
  }

  private endWith (tap: Tap, body: Body): void {
    whenRead(body, (record, note) => this.end(tap, record, note))
  }

  private end ({ exchange, header }: Tap, response?: BodyRecord, note?: string): void {
    exchange.end({ responseHeader: header, response, note })
  }
}

// The browser's own json() is text() and then JSON.parse. We do the same, and so get the text without a clone, which would cost more than
// all other work for a request. If other code has replaced json() before us, that function is called.
function nativeText () {
  return browsersOwn('json') && browsersOwn('text')
}

/** undefined if the method was replaced: the source text of a proxy or a bound function, `function () { [native code] }`, has no name. */
function browsersOwn (name: 'json' | 'text') {
  const method: unknown = Object.getOwnPropertyDescriptor(Response.prototype, name)?.value
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
