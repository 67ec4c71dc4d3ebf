// Applies rules to EventSource and WebSocket; such a rule can only fail the connection. The browser's own object is made with the page's
// arguments and closed at once, so it never opens. We then emulate its state and dispatch its events. The server may still see the upgrade
// request of a WebSocket, because the browser may send it before the object is closed.
import type { Call } from '../frameless.js'
import { SILENT, type Patches } from '../patch.js'
import { dispatch } from './emulated-xhr.js'
import type { Ruling, Rulings } from './rulings.js'
import { inTask } from './tasks.js'

/** How long browsers wait before they reconnect after a network error. */
const RETRY_MS = 3000
const CONNECTING = 0
const CLOSED = { EventSource: 2, WebSocket: 3 }
/** The state of a WebSocket; an EventSource is already closed then. */
const CLOSING = 2
const ABNORMALLY = { code: 1006 }

/** An object that the page has, and that has no connection. */
interface Failed {
  state: number
  cancel (): void
}

type Kind = keyof typeof CLOSED
type Picked = NonNullable<Ruling['picked']>

export class ChannelRules {
  private readonly failed = new WeakMap<object, Failed>()

  constructor (private readonly rulings: Rulings, patches: Patches) {
    // The recorder does not watch it.
    patches.add(WebSocket.prototype, 'close', () => {}, SILENT)
  }

  /** Called before each function, or class, of the browser that is watched. */
  before (name: string, call: Call): void {
    if (name === 'EventSource' || name === 'WebSocket') return this.construct(name, call as unknown as [Function, unknown[], Function])
    const target = call[1] as unknown as EventSource | WebSocket
    const failed = this.failed.get(target)
    if (failed?.state !== CONNECTING) return
    if (name === 'send') call[0] = () => { throw stillConnecting() }
    if (name === 'close') this.close(target, failed)
  }

  private construct (kind: Kind, call: [native: Function, args: unknown[], target: Function]): void {
    const [native, [address]] = call
    const ruling = this.find(kind, address)
    if (!ruling) return
    const { picked } = ruling
    const how = howOf(picked)
    if (picked && !how) ruling.note(`the rule was not applied: fail is the only action for this ${kind}`)
    const fail = (target: EventSource | WebSocket) => this.fail(kind, target, picked as Picked)
    if (how) {
      call[0] = new Proxy(native, {
        construct (_, args, target) {
          const made = Reflect.construct(native, args, target) as EventSource | WebSocket
          fail(made)
          return made
        }
      })
    }
  }

  private find (kind: Kind, address: unknown): Ruling | undefined {
    if (!this.rulings.link.hasRules || (typeof address !== 'string' && !(address instanceof URL))) return undefined
    const { href } = new URL(address, document.baseURI)
    const url = kind === 'WebSocket' ? href.replace(/^http/, 'ws') : href
    return this.rulings.find({ method: 'GET', url, headers: [], body: '', via: kind.toLowerCase() })
  }

  private fail (kind: Kind, target: EventSource | WebSocket, picked: Picked): void {
    const failed: Failed = { state: CONNECTING, cancel () {} }
    // Before all other listeners: the page and the recorder get only our events.
    for (const type of ['error', 'close']) target.addEventListener(type, event => { if (event.isTrusted) event.stopImmediatePropagation() })
    target.close()
    Object.defineProperty(target, 'readyState', { configurable: true, get: () => failed.state })
    this.failed.set(target, failed)
    this.wait(kind, target, failed, picked, howOf(picked) === 'timeout' ? Infinity : picked.delayMs)
  }

  private wait (kind: Kind, target: EventSource | WebSocket, failed: Failed, picked: Picked, ms: number): void {
    failed.cancel = this.rulings.link.wait(picked, ms, isRuled => {
      if (isRuled && kind === 'EventSource' && howOf(picked) === 'network') this.retry(target, failed, picked)
      else this.end(kind, target, failed)
    })
  }

  // An EventSource tries again by itself. Ours cannot connect any more, so it ends when no rule fails it.
  private retry (target: EventSource | WebSocket, failed: Failed, picked: Picked): void {
    dispatch(target, new Event('error'))
    if (failed.state !== CONNECTING) return
    failed.cancel = this.rulings.link.wait(picked, RETRY_MS, () => {
      const again = this.find('EventSource', target.url)?.picked
      // The recorder has one entry for all tries.
      this.rulings.forget()
      if (howOf(again) === 'network') this.retry(target, failed, again as Picked)
      else this.end('EventSource', target, failed)
    })
  }

  private end (kind: Kind, target: EventSource | WebSocket, failed: Failed): void {
    failed.state = CLOSED[kind]
    const isSocket = kind === 'WebSocket'
    inTask(() => dispatch(target, new Event('error')), () => { if (isSocket) dispatch(target, new CloseEvent('close', ABNORMALLY)) })
  }

  /** The page closes it before it has failed. */
  private close (target: EventSource | WebSocket, failed: Failed): void {
    failed.cancel()
    failed.state = CLOSING
    if (target instanceof WebSocket) this.end('WebSocket', target, failed)
  }
}

function howOf (picked: Picked | undefined): 'network' | 'timeout' | 'abort' | undefined {
  return picked?.end?.type === 'fail' ? picked.end.how : undefined
}

// As Chromium says it: the browser's own throws nothing after it was closed.
function stillConnecting (): DOMException {
  return new DOMException("Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.", 'InvalidStateError')
}
