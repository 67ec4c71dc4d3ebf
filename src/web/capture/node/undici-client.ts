// Records fetch and the package undici, via the diagnostics channels of undici, on which Node's fetch is built: nothing that an app sees is
// replaced. Methods of undici's request show the bodies; their names up to undici 7 differ from those since undici 8.
import { quiet } from '../core/host.js'
import { Call, type Book } from './call.js'
import { headerOf, headerOfRaw, rawHeader, type Pairs } from './headers.js'
import { addMethod } from './own-method.js'
import { subscribed } from './subscribed.js'

interface UndiciRequest {
  method: string
  origin: string | URL
  path: string
  /** A string in undici 5. */
  headers: string | Pairs
}

interface UndiciResponse { statusCode: number, statusText: string, headers: (Buffer | string)[] }

const RECEIVING = ['onData', 'onResponseData']
const UPGRADING = ['onUpgrade', 'onRequestUpgrade']
const UPGRADED = 'upgraded: what follows is not recorded'

/** Returns a function that ends the recording. */
export function recordUndici (book: Book): () => void {
  const calls = new WeakMap<object, Call>()
  return subscribed({
    'undici:request:create': ({ request }: { request: UndiciRequest }) => {
      const call = created(request, book)
      if (call) calls.set(request, call)
    },
    'undici:client:sendHeaders': ({ request, headers }: { request: UndiciRequest, headers: string }) => {
      const raw = `${headers.trimEnd()}\r\n\r\n`
      calls.get(request)?.requestHeaders(raw, headerOfRaw(raw))
    },
    'undici:request:headers': ({ request, response }: { request: UndiciRequest, response: UndiciResponse }) => {
      calls.get(request)?.responseHeaders(...headerOfResponse(response))
    },
    'undici:request:trailers': ({ request }: { request: UndiciRequest }) => calls.get(request)?.end(),
    'undici:request:error': ({ request, error }: { request: UndiciRequest, error: unknown }) => calls.get(request)?.fail(error)
  })
}

function created (request: UndiciRequest, book: Book): Call | undefined {
  const { method, origin, path, headers } = request
  const pairs = typeof headers === 'string' ? [] : headers
  const raw = typeof headers === 'string' ? `${method} ${path} HTTP/1.1\r\n${headers}\r\n` : rawHeader(`${method} ${path} HTTP/1.1`, pairs)
  const exchange = book.begin({ method, api: `${String(origin)}${path}`, requestHeader: raw })
  if (!exchange) return undefined
  const call = new Call(exchange, book)
  call.requestHeaders(raw, typeof headers === 'string' ? headerOfRaw(raw) : headerOf(pairs))
  quiet(() => {
    addMethod(request, 'onBodySent', chunk => call.sends(chunk))
    if (!RECEIVING.some(name => addMethod(request, name, chunk => call.receives(chunk)))) {
      call.note('body not seen: this undici is not known')
    }
    for (const name of UPGRADING) addMethod(request, name, status => upgraded(call, status))
  })
  return call
}

// Newer versions of undici report the headers before the upgrade, or too late; then only the status line is recorded.
function upgraded (call: Call, status: unknown): void {
  if (!call.isAnswered) call.responseHeaders(`HTTP/1.1 ${String(status)}\r\n\r\n`, () => undefined)
  call.end(UPGRADED)
}

function headerOfResponse ({ statusCode, statusText, headers }: UndiciResponse) {
  const pairs = headers.map(text => typeof text === 'string' ? text : text.toString('latin1'))
  return [rawHeader(`HTTP/1.1 ${statusCode} ${statusText}`.trimEnd(), pairs), headerOf(pairs)] as const
}
