// Applies rules to fetch and to the package undici by a proxy of the global dispatcher, to which both pass their requests. The dispatcher
// may not exist yet: it is created when Node's own undici, or the package, is loaded. The recorder never loads undici itself, because the
// first copy that is loaded defines the dispatcher of all copies.
import { AsyncLocalStorage } from 'node:async_hooks'
import { quiet } from '../../core/host.js'
import { replaceMethod } from '../look-alike.js'
import { soon } from '../natives.js'
import { subscribed } from '../subscribed.js'
import { fetchAbortError, isAbortOfRule } from './errors.js'
import { knownBodyText } from './sent-body.js'
import { ruledDispatch, type Dispatch, type Ruling } from './dispatching.js'

/** By the version of undici: the second since 7. */
const KEYS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')] as const

interface Dispatcher { dispatch: Dispatch }

export interface UndiciRules {
  /** Finds a dispatcher that the app has set since. */
  look (): void
  end (): void
}

export function ruleUndici (ruling: Ruling & FetchRuling): UndiciRules {
  const proxies = new Proxies(ruling)
  const look = () => { quiet(() => proxies.place()) }
  const ends = [
    ...KEYS.map(key => beforeDefinition(key, value => proxies.of(value))),
    subscribed({ 'undici:request:create': look }),
    replaceMethod(globalThis, 'fetch', native => ({
      call (...args) {
        if (!ruling.isActive) return Reflect.apply(native, this, args)
        look()
        return ruledFetch(() => Reflect.apply(native, this, args), args[1], ruling)
      }
    }))
  ]
  look()
  return {
    look,
    end: () => {
      for (const end of ends) end()
      proxies.remove()
    }
  }
}

const place = globalThis as unknown as Record<symbol, unknown>

class Proxies {
  /** By their dispatcher, and by themselves. */
  private readonly made = new WeakMap<object, Dispatcher>()
  private readonly targets = new WeakMap<object, Dispatcher>()

  constructor (private readonly ruling: Ruling) {}

  place (): void {
    for (const key of KEYS) {
      const value: unknown = Object.getOwnPropertyDescriptor(globalThis, key)?.value
      if (isDispatcher(value)) place[key] = this.of(value)
    }
  }

  of (value: unknown): unknown {
    if (!isDispatcher(value) || this.targets.has(value)) return value
    const proxy = this.made.get(value) ?? proxyOf(value, this.ruling)
    this.made.set(value, proxy)
    this.targets.set(proxy, value)
    return proxy
  }

  remove (): void {
    for (const key of KEYS) {
      const value: unknown = Object.getOwnPropertyDescriptor(globalThis, key)?.value
      const target = isDispatcher(value) ? this.targets.get(value) : undefined
      if (target) place[key] = target
    }
  }
}

function isDispatcher (value: unknown): value is Dispatcher {
  return typeof (value as Partial<Dispatcher> | null | undefined)?.dispatch === 'function'
}

/** These methods of dispatchers, and none else, call `dispatch` of the object whose methods they are. */
const ASKING = new Set<string | symbol>(['request', 'stream', 'pipeline', 'connect', 'upgrade', 'compose'])

function proxyOf (dispatcher: Dispatcher, ruling: Ruling): Dispatcher {
  const dispatch = ruledDispatch((options, handler) => dispatcher.dispatch(options, handler), ruling)
  return new Proxy(dispatcher, {
    get: (target, name) => {
      if (name === 'dispatch') return dispatch
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function' || ASKING.has(name) || name === 'constructor') return value
      // Private fields exist only in the dispatcher itself.
      return (...args: unknown[]): unknown => Reflect.apply(value, target, args)
    }
  })
}

/**
 * While a copy of undici is loaded, it looks for a dispatcher under this key, finds none, and defines its own; a program may use it in the
 * same turn. `made`: what is defined in its place. Returns a function that ends this.
 */
function beforeDefinition (key: symbol, made: (value: unknown) => unknown): () => void {
  if (key in globalThis) return () => {}
  const define = (value: unknown) => {
    Object.defineProperty(globalThis, key, { value: made(value), writable: true, enumerable: false, configurable: true })
  }
  const get = () => {
    duringDefinition(made)
    return undefined
  }
  Object.defineProperty(globalThis, key, { get, set: define, enumerable: false, configurable: true })
  return () => {
    if (Object.getOwnPropertyDescriptor(globalThis, key)?.get === get) Reflect.deleteProperty(globalThis, key)
  }
}

let isDefining = false

function duringDefinition (made: (value: unknown) => unknown): void {
  if (isDefining) return
  isDefining = true
  const restore = replaceMethod(Object, 'defineProperty', native => ({
    call (target, key, descriptor) {
      const isOurs = target === globalThis && KEYS.some(one => one === key)
      const given = descriptor as { value?: unknown } | undefined
      return Reflect.apply(native, this, [target, key, isOurs ? { ...given, value: made(given?.value) } : descriptor])
    }
  }))
  soon(() => {
    isDefining = false
    restore()
  })
}

export interface FetchRuling {
  /** Whether a rule asks for bodies. */
  readonly readsBody: boolean
}

const texts = new AsyncLocalStorage<string>()

/** The text of the body of the fetch that runs now. */
export function textOfFetch (): string | undefined {
  return texts.getStore()
}

function ruledFetch (run: () => unknown, init: unknown, ruling: FetchRuling): unknown {
  const text = ruling.readsBody ? quiet(() => textIn((init as RequestInit | undefined)?.body)) : undefined
  const result = text === undefined ? run() : texts.run(text, run)
  if (!(result instanceof Promise)) return result
  return result.catch((error: unknown) => {
    throw isAbortOfRule(error) ? fetchAbortError() : error
  })
}

/** fetch gives its dispatcher only a stream. */
function textIn (body: unknown): string | undefined {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? knownBodyText(body) : undefined
}
