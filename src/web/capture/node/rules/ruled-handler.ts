// Stands between undici and the app's handler, for a request that rules delayed or changed. It passes everything on, except the response,
// which goes through a ResponsePath.
import type { HeaderPairs } from '../../../../rules/answer.js'
import { isNew, rawOf, recordOf, type Controller, type Handler } from './app-handler.js'
import type { Outlet, ResponsePath } from './response-path.js'

type HeaderRecord = Record<string, string | string[]>

/** `path`: gets the place where the response goes. `failed`: called with the error of the request. */
export function ruledHandler (
  handler: Handler, path: (outlet: Outlet) => ResponsePath, failed: (error: unknown) => void
): Handler {
  const own = isNew(handler) ? ofNew(handler, path, failed) : ofOld(handler, path, failed)
  return new Proxy(handler, {
    get: (target, name) => {
      const made: unknown = Reflect.get(own, name)
      if (made !== undefined) return made
      const value: unknown = Reflect.get(target, name, target)
      // Private fields exist only in the handler itself.
      return typeof value === 'function' ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value
    }
  })
}

function ofOld (handler: Handler, make: (outlet: Outlet) => ResponsePath, failed: (error: unknown) => void): Handler {
  let resume = () => {}
  const outlet: Outlet = {
    head: (status, headers, reason) => handler.onHeaders?.(status, rawOf(headers), resume, reason) !== false,
    data: chunk => handler.onData?.(chunk) !== false,
    end: () => { handler.onComplete?.(trailers) }
  }
  let trailers: Buffer[] = []
  const path = make(outlet)
  return {
    onHeaders: (status, raw, given, reason) => {
      if (status < 200) return handler.onHeaders?.(status, raw, given, reason)
      resume = given
      return path.head({ status, statusText: reason, headers: pairsOf(raw) })
    },
    onData: chunk => path.data(chunk),
    onComplete: given => {
      trailers = given
      path.end()
    },
    onError: error => {
      failed(error)
      return handler.onError?.(error)
    }
  }
}

function ofNew (handler: Handler, make: (outlet: Outlet) => ResponsePath, failed: (error: unknown) => void): Handler {
  let controller: Controller
  let trailers: HeaderRecord = {}
  const outlet: Outlet = {
    head: (status, headers, reason) => {
      controller.rawHeaders = rawOf(headers)
      handler.onResponseStart?.(controller, status, recordOf(headers), reason)
      return true
    },
    data: chunk => {
      handler.onResponseData?.(controller, chunk)
      return true
    },
    end: () => { handler.onResponseEnd?.(controller, trailers) }
  }
  const path = make(outlet)
  return {
    onResponseStart: (given, status, headers, reason) => {
      if (status < 200) return handler.onResponseStart?.(given, status, headers, reason)
      controller = given
      return path.head({ status, statusText: reason, headers: given.rawHeaders ? pairsOf(given.rawHeaders) : pairsIn(headers) })
    },
    onResponseData: (_controller, chunk) => { path.data(chunk) },
    onResponseEnd: (_controller, given) => {
      trailers = given
      path.end()
    },
    onResponseError: (given, error) => {
      failed(error)
      return handler.onResponseError?.(given, error)
    }
  }
}

function pairsOf (raw: readonly (Buffer | string)[]): HeaderPairs {
  const texts = raw.map(text => typeof text === 'string' ? text : text.toString('latin1'))
  return texts.flatMap((name, n): [string, string][] => n % 2 === 0 ? [[name, texts[n + 1] ?? '']] : [])
}

function pairsIn (headers: HeaderRecord): HeaderPairs {
  return Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]))
}
