// Reads the arguments of fetch without calling code of the page.
import type { HeaderPairs } from '../core/raw-headers.js'
import { addressOf, nativeValue, pairsOf } from './heads.js'
import { descriptorOf } from './natives.js'
import type { PageRequest } from './recording.js'

/** Also a Request of another frame, which is no instance of our class. */
export function requestOf (input: unknown): Request | undefined {
  return nativeValue(input, Request.prototype, 'url') === undefined ? undefined : input as Request
}

export function signalOf (request: Request | undefined, init: RequestInit): AbortSignal | undefined {
  const signal = valueOf(init, 'signal') ?? request?.signal
  return signal instanceof AbortSignal ? signal : undefined
}

export function pageRequestOf (input: unknown, request: Request | undefined, init: RequestInit): PageRequest {
  const address = addressOf(request?.url ?? input)
  const given = valueOf(init, 'headers')
  const own: HeaderPairs = request && given === undefined ? [...request.headers] : []
  const headers = pairsOf(given)
  const method = valueOf(init, 'method') ?? request?.method ?? 'GET'
  return { method: `${method as string}`, address, headers: headers && [...own, ...headers], body: valueOf(init, 'body') ?? undefined }
}

// If `init` or its headers have getters or inherited members, it returns `given`, which the browser gets instead of `init`, and `read`,
// which then holds what the browser has read of it. So each getter is called once, by the browser.
export function watchedInit (given: unknown, names = MEMBERS): { given: object, read: object } | undefined {
  const init = Object(given) as object
  if (Symbol.iterator in init) return undefined
  if (!hasGetters(init, names ?? Object.keys(init)) && !(names && watchedInit(valueOf(init, 'headers'), null))) return undefined
  const read: Record<string | symbol, unknown> = {}
  // A proxy of a frozen object must return the object's own values.
  const proxy = new Proxy(names ? {} : init, {
    get (_, name) {
      const value: unknown = Reflect.get(init, name)
      const headers = name === 'headers' ? watchedInit(value, null) : undefined
      read[name] = headers ? headers.read : value
      return headers ? headers.given : value
    }
  })
  return { given: proxy, read }
}

const MEMBERS: string[] | null = ['method', 'headers', 'body', 'signal']

function hasGetters (object: object, names: string[]): boolean {
  return names.some(name => {
    const own = descriptorOf(object, name)
    return own ? own.get !== undefined : name in object
  })
}

// Reads a property without calling a getter of the page.
function valueOf (init: object, name: keyof RequestInit): unknown {
  return descriptorOf(init, name)?.value
}
