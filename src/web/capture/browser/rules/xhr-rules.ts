// Applies rules to XMLHttpRequest. It works below the recorder, in the place of the browser's functions, so that the recorder records what
// the page gets.
import { quiet } from '../../core/host.js'
import type { Call } from '../frameless.js'
import { descriptorOf } from '../natives.js'
import { SILENT, type Patches } from '../patch.js'
import type { Answered } from './answered.js'
import { bodyText } from './body-text.js'
import { mimeTypeFault } from './emulated-properties.js'
import { mimeTypes, openedBy, takesNoBody } from './opened.js'
import { RuledXhr } from './ruled-xhr.js'
import type { Rulings } from './rulings.js'
import { unopened } from './xhr-properties.js'

interface State {
  /** The arguments of open(). */
  args: unknown[]
  /** In the order in which they were set. */
  headers: [name: string, value: string][]
  /** The browser's own. */
  open: Function
  isSent: boolean
  ruled?: RuledXhr
}

const METHODS = ['open', 'setRequestHeader', 'send', 'abort', 'overrideMimeType', 'getResponseHeader', 'getAllResponseHeaders'] as const
type Method = typeof METHODS[number]

/** The methods that the recorder does not watch. */
const UNWATCHED = { abort: SILENT, overrideMimeType: SILENT, getResponseHeader: {}, getAllResponseHeaders: {} }

export class XhrRules {
  private readonly states = new WeakMap<XMLHttpRequest, State>()
  /** The requests that have not ended. */
  private readonly active = new Set<XMLHttpRequest>()
  /** The browser's own. */
  private setHeader: Function | undefined

  constructor (private readonly rulings: Rulings, patches: Patches) {
    for (const [name, how] of Object.entries(UNWATCHED)) patches.add(XMLHttpRequest.prototype, name, () => {}, how)
  }

  /** Called before each function of the browser that is watched. */
  before (name: string, call: Call): void {
    if (call[1] as unknown instanceof XMLHttpRequest && METHODS.includes(name as Method)) this[name as Method](call)
  }

  /** The functions of the prototype are the browser's again; the requests that have not ended go on with functions of their own. */
  stop (): void {
    for (const xhr of this.active) this.keepFunctions(xhr)
  }

  private open (call: Call): void {
    const [native, self, args] = call
    const xhr: XMLHttpRequest = self
    const ruled = this.states.get(xhr)?.ruled
    const opened = () => this.states.set(xhr, { args, headers: [], open: native, isSent: false })
    // Only a request that was opened can be sent: if open() throws, this was noted in vain.
    if (!ruled && xhr.readyState !== 1) opened()
    else {
      call[0] = (...given: unknown[]) => {
        ruled?.beforeOpen(given, native)
        Reflect.apply(native, xhr, given)
        opened()
        ruled?.end()
      }
    }
  }

  private setRequestHeader (call: Call): void {
    const [native, self, [name, value]] = call
    this.setHeader = native
    const state = this.states.get(self)
    if (state?.ruled?.emulated) call[1] = unopened() as never
    else if (state?.isSent === false) state.headers.push([String(name), String(value)])
  }

  private send (call: Call): void {
    const [native, self, [body]] = call
    const xhr: XMLHttpRequest = self
    const state = this.states.get(xhr)
    if (state?.ruled?.emulated) call[1] = unopened() as never
    if (!state || state.isSent || xhr.readyState !== 1) return
    state.isSent = true
    const { link } = this.rulings
    const opened = link.hasRules && quiet(() => openedBy(state.args))
    if (!opened || !Object.isExtensible(xhr)) return
    const { method, url } = opened
    const { headers } = state
    // First, because it may call a watched function, and then no rule is found any more for the recorder.
    const { nativeSetHeader } = this
    const ruling = this.rulings.find({ method, url, headers, get body () { return takesNoBody(opened) ? '' : bodyText(body) } })
    const { picked } = ruling ?? {}
    if (!ruling || !picked) return
    if (!opened.isAsync && !picked.end) return ruling.note('the rule was not applied: the request is synchronous')
    const natives = { open: state.open, setRequestHeader: nativeSetHeader, send: native }
    call[0] = (...given: unknown[]) => {
      state.ruled = new RuledXhr(xhr, opened, headers, this.rulings, ruling, picked, natives, () => this.active.delete(xhr))
      this.active.add(xhr)
      state.ruled.send(given)
    }
  }

  private abort (call: Call): void {
    const emulated = this.ruledOf(call)?.emulated
    if (emulated) call[0] = () => emulated.abort()
  }

  private overrideMimeType (call: Call): void {
    const [, self, [type]] = call
    const emulated = this.ruledOf(call)?.emulated
    const fault = emulated && mimeTypeFault(emulated)
    if (fault) call[0] = () => { throw fault }
    else if ((self as XMLHttpRequest).readyState < 3) mimeTypes.set(self, String(type))
  }

  private getResponseHeader (call: Call): void {
    const seen = this.seen(call)
    // Without a name, the browser's own function runs: it throws the right error.
    if (seen && call[2].length > 0) call[0] = (name: unknown) => seen.header(String(name))
  }

  private getAllResponseHeaders (call: Call): void {
    const seen = this.seen(call)
    if (seen) call[0] = () => seen.allHeaders
  }

  /** What the page sees of a response that a rule gave or changed. If it is undefined, the browser's own functions show the right thing. */
  private seen (call: Call): Answered | undefined {
    const { emulated, changed } = this.ruledOf(call) ?? {}
    return (emulated ?? changed)?.seen
  }

  private ruledOf ([, self]: Call): RuledXhr | undefined {
    return this.states.get(self)?.ruled
  }

  private get nativeSetHeader (): Function {
    // Learned from a call. If the page has made none, this makes one: it throws, but setRequestHeader() above is called before.
    if (!this.setHeader) quiet(() => unopened().setRequestHeader('a', 'b'))
    return this.setHeader ?? (() => {})
  }

  private keepFunctions (xhr: XMLHttpRequest): void {
    const names = METHODS.filter(name => !descriptorOf(xhr, name))
    for (const name of names) {
      const value = (...given: unknown[]): unknown => {
        const call: Call = [descriptorOf(XMLHttpRequest.prototype, name)?.value as Function, xhr as never, given]
        this[name](call)
        return Reflect.apply(call[0], call[1], call[2]) as unknown
      }
      Object.defineProperty(xhr, name, { configurable: true, value })
    }
    this.states.get(xhr)?.ruled?.atEnd(() => { for (const name of names) delete (xhr as Partial<XMLHttpRequest>)[name] })
  }
}
