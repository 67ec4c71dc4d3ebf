// Wraps fetch. The browser's own fetch is called with the page's own arguments; except for cloning a Request, all work comes after that.
import { quiet } from '../core/host.js'
import { isTextual } from './binary.js'
import { addressOf, pairsOf, reasonOf, type HeaderPairs } from './heads.js'
import { descriptorOf } from './natives.js'
import { observed } from './observed.js'
import type { Patches } from './patch.js'
import type { Recording, Asked } from './recording.js'
import { ResponseTaps } from './response-taps.js'
import type { BodyRecord } from '../core/body.js'
import type { Exchange } from '../core/exchange.js'

export function wrapFetch (patches: Patches, recording: Recording): void {
  const taps = new ResponseTaps(recording)
  taps.wrap(patches)
  patches.add(window, 'fetch', call => {
    const [, , [input, given]] = call
    const copy = quiet(() => copyOf(input, recording))
    const { opened } = recording
    const seen = quiet(() => seenBy(given))
    if (seen) call[2] = [input, seen.given]
    return (promise: Promise<Response>) => {
      if (recording.opened !== opened || typeof promise?.then !== 'function') return promise
      const init = Object(seen ? seen.read : given) as RequestInit
      const signal = quiet(() => signalOf(input, init))
      const exchange = quiet(() => begin(recording, input, init, copy))
      const fail = (error: unknown) => {
        copy?.cancel.abort()
        exchange?.fail(reasonOf(error))
      }
      // The browser's promise is rejected already; a derived one would reject a microtask later.
      if (signal?.aborted) {
        quiet(() => fail(signal.reason))
        return promise
      }
      // Also if it is not recorded: otherwise, the browser would not report a rejection that the page does not handle.
      return observed(promise, response => exchange && taps.add(response as Response, exchange, signal), fail)
    }
  })
}

interface Copy {
  body: Promise<BodyRecord>
  /** The browser cancels the source of a stream only if each of its copies is canceled. */
  cancel: AbortController
}

// The body of a Request can only be read before the request is sent.
function copyOf (input: unknown, recording: Recording): Copy | undefined {
  if (!(input instanceof Request) || /^(?:GET|HEAD)$/.test(input.method) || input.bodyUsed) return undefined
  const type = input.headers.get('content-type') ?? ''
  if (!isTextual(type)) return undefined
  const cancel = new AbortController()
  return { body: recording.readCopy(input.clone(), type, cancel.signal), cancel }
}

function begin (recording: Recording, input: unknown, init: RequestInit, copy: Copy | undefined): Exchange | undefined {
  const asked = askedBy(input, init)
  const exchange = recording.begin(asked)
  if (exchange && asked.body === undefined) copy?.body.then(body => exchange.requestBody(body), () => {})
  return exchange
}

function signalOf (input: unknown, init: RequestInit): AbortSignal | undefined {
  const signal = valueOf(init, 'signal') ?? (input instanceof Request ? input.signal : undefined)
  return signal instanceof AbortSignal ? signal : undefined
}

function askedBy (input: unknown, init: RequestInit): Asked {
  const request = input instanceof Request ? input : undefined
  const address = addressOf(request ? request.url : input)
  const given = valueOf(init, 'headers')
  const own: HeaderPairs = request && given === undefined ? [...request.headers] : []
  const headers = pairsOf(given)
  const method = valueOf(init, 'method') ?? request?.method ?? 'GET'
  return { method: `${method as string}`, address, headers: headers && [...own, ...headers], body: valueOf(init, 'body') ?? undefined }
}

// If `init` or its headers have getters or inherited members, it returns `given`, which the browser gets instead of `init`, and `read`,
// which then holds what the browser has read of it. So each getter is called once, by the browser.
function seenBy (init: unknown, names = MEMBERS): { given: object, read: object } | undefined {
  if (typeof init !== 'object' || init === null || init instanceof Request || Symbol.iterator in init) return undefined
  if (!hasGetters(init, names ?? Object.keys(init)) && !(names && seenBy(valueOf(init, 'headers'), null))) return undefined
  const read: Record<string | symbol, unknown> = {}
  // A proxy of a frozen object must return the object's own values.
  const given = new Proxy(names ? {} : init, {
    get (_, name) {
      const value: unknown = Reflect.get(init, name)
      const headers = name === 'headers' ? seenBy(value, null) : undefined
      read[name] = headers ? headers.read : value
      return headers ? headers.given : value
    }
  })
  return { given, read }
}

const MEMBERS: string[] | null = ['method', 'headers', 'body', 'signal']

function hasGetters (object: object, names: string[]): boolean {
  return names.some(name => {
    const own = descriptorOf(object, name)
    return own ? !!own.get : name in object
  })
}

// Reads a property without calling a getter of the page.
function valueOf (init: object, name: keyof RequestInit): unknown {
  if (init instanceof Request) return init[name as 'method']
  return descriptorOf(init, name)?.value
}
