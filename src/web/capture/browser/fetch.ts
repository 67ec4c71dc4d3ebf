// Wraps fetch. The browser's own fetch is called with the page's own arguments; except for cloning a Request, all work comes after that.
import { quiet } from '../core/host.js'
import { isTextual } from './binary.js'
import { addressOf, pairsOf, reasonOf, type HeaderPairs } from './heads.js'
import { observed } from './observed.js'
import type { Patches } from './patch.js'
import type { Recording, Asked } from './recording.js'
import { ResponseTaps } from './response-taps.js'
import type { Exchange } from '../core/exchange.js'

export function wrapFetch (patches: Patches, recording: Recording): void {
  const taps = new ResponseTaps(recording.limitBytes)
  taps.wrap(patches)
  patches.add(window, 'fetch', {
    apply (native, self, args: unknown[]) {
      const copy = quiet(() => copyOf(args[0]))
      const before = recording.opened
      const init = quiet(() => watched(args[1]))
      const promise = Reflect.apply(native, self, init ? [args[0], init.watched] : args) as Promise<Response>
      if (recording.opened !== before || typeof promise?.then !== 'function') return promise
      // Also without a record: otherwise, nobody would hear of a rejection that the page does not handle.
      const exchange = quiet(() => begin(recording, init ? [args[0], init.read] : args, copy))
      return observed(promise, response => exchange && taps.add(response as Response, exchange), error => exchange?.fail(reasonOf(error)))
    }
  })
}

// The body of a Request can only be read before the request is sent.
function copyOf (input: unknown): Request | undefined {
  if (!(input instanceof Request) || /^(?:GET|HEAD)$/.test(input.method) || input.bodyUsed) return undefined
  return isTextual(input.headers.get('content-type') ?? '') ? input.clone() : undefined
}

function begin (recording: Recording, args: unknown[], copy: Request | undefined): Exchange | undefined {
  const asked = askedBy(args[0], (args[1] ?? {}))
  const exchange = recording.begin(asked)
  if (exchange && copy && asked.body === undefined) {
    copy.text().then(text => exchange.requestBody({ text }), () => {})
  }
  return exchange
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

// If `init` inherits members, or has getters: an object that the browser reads in its place, and what it has read then. So each getter is
// called once, by the browser.
function watched (init: unknown): { watched: object, read: object } | undefined {
  if (typeof init !== 'object' || init === null || init instanceof Request) return undefined
  const isPlain = ['method', 'headers', 'body'].every(name => {
    const own = Object.getOwnPropertyDescriptor(init, name)
    return own ? !own.get : !(name in init)
  })
  if (isPlain) return undefined
  const read: Record<string | symbol, unknown> = {}
  const get = (_: object, name: string | symbol): unknown => {
    read[name] = Reflect.get(init, name)
    return read[name]
  }
  return { watched: new Proxy(init, { get }), read }
}

// Reads a property without calling a getter of the page.
function valueOf (init: object, name: keyof RequestInit): unknown {
  if (init instanceof Request) return init[name as 'method']
  return Object.getOwnPropertyDescriptor(init, name)?.value
}
