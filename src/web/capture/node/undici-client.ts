// Records fetch and the package undici. Node's fetch is built on undici, so the diagnostics channels of undici report both, and nothing
// that an app sees is replaced. Methods of undici's request objects show the bodies; since undici 8, they have other names than before.
import type { IncomingHttpHeaders } from 'node:http2'
import { canceled } from '../core/canceled.js'
import type { Start } from '../core/exchange-data.js'
import type { LateText } from '../core/late-text.js'
import type { HeaderOf } from './body.js'
import { Call, sentenceOf, type Book } from './call.js'
import { headerOf, headerOfRaw, rawHeader, type Pairs } from './headers.js'
import { UPGRADED } from './http-call.js'
import { headerIn, rawResponseHeader } from './http2-headers.js'
import { watchedMethod } from './own-method.js'
import { reportedToRule, type Reported } from './ruled-call.js'
import { stamps } from './stamps.js'
import { subscribed } from './subscribed.js'
import { awaitWebSocket } from './undici-sockets.js'

interface UndiciRequest {
  method: string
  origin: string | URL
  path: string
  /** A string in undici 5. */
  headers: string | Pairs
  body?: unknown
  upgrade?: unknown
}

/** By HTTP/2, the headers of undici 5 and since undici 8 are an object. */
interface UndiciResponse { statusCode: number, statusText: string, headers: (Buffer | string)[] | IncomingHttpHeaders }

const calls = stamps<Reported>()
/** Those whose body, if they have one, was sent. */
const sent = stamps<true>()
/** Those that wait for their WebSocket, or have one. */
const upgrades = stamps<true>()

const SENDING = watchedMethod('onBodySent', (request: object, chunk) => calls.of(request)?.sends(chunk))
const RECEIVING = ['onData', 'onResponseData'].map(name =>
  watchedMethod(name, (request: object, chunk) => calls.of(request)?.receives(chunk)))
const UPGRADING = ['onUpgrade', 'onRequestUpgrade'].map(name =>
  watchedMethod(name, (request: UndiciRequest, status) => upgraded(request, calls.of(request), status)))

/**
 * Returns a function that ends the recording. With NODE_DEBUG, undici listens to its own channels, unless somebody else does so when it is
 * loaded. `undici:request:create` does not count, so we listen to the other channels from the first request on.
 */
export function recordUndici (book: Book): () => void {
  let endMore: (() => void) | undefined
  const end = subscribed({
    'undici:request:create': ({ request }: { request: UndiciRequest }) => {
      endMore ??= subscribeToMore()
      const call = created(request, book)
      if (call) watch(request, call)
    }
  })
  return () => {
    end()
    endMore?.()
  }
}

function subscribeToMore (): () => void {
  return subscribed({
    'undici:client:sendHeaders': ({ request, headers }: { request: UndiciRequest, headers: string }) => {
      const raw = `${whole(request, headers).trimEnd()}\r\n\r\n`
      calls.of(request)?.requestHeaders(raw, headerOfRaw(raw))
    },
    'undici:request:bodySent': ({ request }: { request: UndiciRequest }) => {
      if (calls.of(request) && !sent.of(request)) sent.put(request, true)
    },
    'undici:request:headers': ({ request, response }: { request: UndiciRequest, response: UndiciResponse }) => {
      calls.of(request)?.responseHeaders(...headerOfResponse(response))
    },
    'undici:request:trailers': ({ request }: { request: UndiciRequest }) => { if (!upgrades.of(request)) calls.of(request)?.end() },
    'undici:request:error': ({ request, error }: { request: UndiciRequest, error: unknown }) => {
      calls.of(request)?.fail(reasonOf(request, error))
    }
  })
}

// The app may abort with any reason. Once the request was sent, the errors of a connection have a code, so an error without is the app's.
function reasonOf (request: UndiciRequest, error: unknown): unknown {
  const { code, name } = Object(error) as { code?: unknown, name?: unknown }
  const isOwn = sent.of(request) && typeof code !== 'string' && name !== 'AbortError' && name !== 'TimeoutError'
  return isOwn ? canceled(sentenceOf(error)) : error
}

function created (request: UndiciRequest, book: Book): Reported | undefined {
  const { method, origin, path, headers } = request
  const pairs = typeof headers === 'string' ? [] : headers
  const raw = typeof headers === 'string' ? `${method} ${path} HTTP/1.1\r\n${headers}\r\n` : rawHeader(`${method} ${path} HTTP/1.1`, pairs)
  const api = `${String(origin)}${path}`
  const isSocket = isWebSocket(request)
  const header = typeof headers === 'string' ? headerOfRaw(raw) : headerOf(pairs)
  const ruled = reportedToRule(method, api)
  if (!ruled) return begun({ method, api, requestHeader: raw, ...isSocket && { via: 'websocket' } }, header, book)
  ruled.requestHeaders(raw, header)
  return ruled
}

function begun (start: Start, header: HeaderOf, book: Book): Call | undefined {
  const exchange = book.begin(start)
  return exchange && new Call(exchange, book, header)
}

function watch (request: UndiciRequest, call: Reported): void {
  calls.put(request, call)
  const { method, body, upgrade } = request
  if (body !== null) SENDING.watch(request)
  if (!RECEIVING.some(one => one.watch(request))) call.note('body not recorded: this version of undici is not supported')
  if (upgrade || method === 'CONNECT') for (const one of UPGRADING) one.watch(request)
}

// Newer versions of undici report the headers before the upgrade, or too late; then only the status line is recorded.
function upgraded (request: UndiciRequest, call: Reported | undefined, status: unknown): void {
  if (!call) return
  if (!call.isAnswered) call.responseHeaders(`HTTP/1.1 ${String(status)}\r\n\r\n`, () => undefined)
  if (isWebSocket(request) && call instanceof Call) {
    upgrades.put(request, true)
    call.upgraded = UPGRADED
    awaitWebSocket(`${String(request.origin)}${request.path}`, call, () => call.end(UPGRADED))
  } else call.end(UPGRADED)
}

function isWebSocket ({ upgrade }: UndiciRequest): boolean {
  return typeof upgrade === 'string' && upgrade.toLowerCase() === 'websocket'
}

// By HTTP/2, there is no start line, and the first fields tell the same.
function whole ({ method, path }: UndiciRequest, headers: string): string {
  if (/^\S+ \S+ HTTP/.test(headers)) return headers
  const lines = headers.split('\r\n').filter(line => !line.startsWith(':'))
  return [`${method} ${path} HTTP/2`, ...lines].join('\r\n')
}

function headerOfResponse ({ statusCode, statusText, headers }: UndiciResponse): readonly [LateText, HeaderOf] {
  if (!Array.isArray(headers)) return [rawResponseHeader({ ...headers, ':status': statusCode }), headerIn(headers)]
  const pairs = headers.map(text => typeof text === 'string' ? text : text.toString('latin1'))
  return [() => rawHeader(`HTTP/1.1 ${statusCode} ${statusText}`.trimEnd(), pairs), headerOf(pairs)]
}
