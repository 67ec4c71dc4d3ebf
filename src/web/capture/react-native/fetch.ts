// Records a fetch that does not use XMLHttpRequest, such as Expo's. In an app that uses Expo, the global fetch is Expo's.
import { canceled } from '../core/canceled.js'
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import type { HeaderPairs } from '../core/raw-headers.js'
import { bytesOf, isBytes } from './bodies.js'
import type { Patches } from './patch.js'
import type { FetchRequest, Recording } from './recording.js'
import { observed, type ResponseTaps } from './response-taps.js'

type Fetch = (...args: never[]) => Promise<unknown>

/** What a wrapped fetch records to, while the recorder runs. */
export interface FetchRecorder { recording: Recording, taps: ResponseTaps }

const wrapped = new WeakSet<object>()

/** `running`: undefined while nothing is recorded. Wrapped twice is wrapped once. */
export function recordedFetch<Given extends Fetch> (fetch: Given, running: () => FetchRecorder | undefined): Given {
  if (wrapped.has(fetch)) return fetch
  const proxy = new Proxy(fetch, { apply: (native, self, args) => asked(native, self, args, running()) })
  wrapped.add(proxy)
  return proxy
}

/** Only Expo's: any other global fetch runs over XMLHttpRequest, perhaps not at once, and then each request would be recorded twice. */
export function wrapGlobalFetch (patches: Patches, recorder: FetchRecorder): void {
  const { expo } = globalThis as { expo?: { modules?: object } }
  if (!expo?.modules || wrapped.has(globalThis.fetch)) return
  patches.add(globalThis, 'fetch', (native, self, args) => asked(native, self, args, recorder))
  wrapped.add(globalThis.fetch)
}

function asked (native: Function, self: unknown, args: unknown[], recorder: FetchRecorder | undefined): unknown {
  const opened = recorder?.recording.opened
  // The app may change its bytes while they are sent.
  const given = quiet(() => askedBy(args[0], args[1]))
  const promise: unknown = Reflect.apply(native, self, args)
  if (!recorder || !given || recorder.recording.opened !== opened || !isPromise(promise)) return promise
  const { taps, recording } = recorder
  const exchange = recording.begin(given)
  if (!exchange) return promise
  return observed(promise, response => taps.add(response as Response, exchange, given.method), error => fail(exchange, error))
}

function isPromise (value: unknown): value is Promise<unknown> {
  return typeof (value as Partial<Promise<unknown>> | undefined)?.then === 'function'
}

function fail (exchange: Exchange, error: unknown): void {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // Expo's error for an aborted request is no AbortError.
  exchange.fail(/\babort|\bcancell?ed\b/i.test(said) ? canceled(said) : said)
}

/** A request, or what looks like one. */
interface RequestLike { url?: unknown, href?: unknown, method?: unknown, headers?: unknown, body?: unknown, _bodyInit?: unknown }

function askedBy (input: unknown, init: unknown): FetchRequest {
  const request = Object(input) as RequestLike
  const more = Object(init) as RequestLike
  const address = textOf(typeof input === 'string' ? input : request.url ?? request.href)
  const isRequest = request.url !== undefined
  const body = more.body ?? (isRequest ? request._bodyInit ?? request.body : undefined)
  return {
    method: (textOf(more.method ?? (isRequest ? request.method : undefined)) || 'GET').toUpperCase(),
    address,
    headers: pairsOf(more.headers ?? (isRequest ? request.headers : undefined)),
    body: isBytes(body) ? bytesOf(body).slice() : body
  }
}

function textOf (value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function pairsOf (headers: unknown): HeaderPairs {
  const pairs: HeaderPairs = []
  if (headers instanceof Headers) headers.forEach((value, name) => { pairs.push([name, value]) })
  else if (Array.isArray(headers)) pairs.push(...headers.map((pair: unknown[]): [string, string] => [String(pair[0]), String(pair[1])]))
  else for (const [name, value] of Object.entries(Object(headers) as object)) pairs.push([name, String(value)])
  return pairs
}
