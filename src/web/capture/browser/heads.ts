// Reads addresses and headers from the arguments of the page. Objects that reading may affect, such as iterators, are not read.

import { quiet } from '../core/host.js'
import type { LateText } from '../core/late-text.js'
import type { HeaderPairs } from '../core/raw-headers.js'

/** The absolute address, without the fragment; undefined if the page gave neither a string nor an object of the browser that has one. */
export function addressOf (given: unknown): string | undefined {
  const text = typeof given === 'string'
    ? given
    // Workers have no anchors.
    : nativeValue(given, URL.prototype) ?? nativeValue(given, location) ?? nativeValue(given, HTMLAnchorElement.prototype)
  return text === undefined ? text : new URL(text as string, document.baseURI).href.replace(/#.*/, '')
}

/**
 * Reads a property by the browser's own getter, also of objects of other frames, which are no instances of our class. undefined if the
 * object is of another kind.
 */
export function nativeValue (object: unknown, holder: object, name = 'href'): unknown {
  return quiet(() => Reflect.get(holder, name, object) as unknown)
}

/** The pairs in `init.headers`; undefined if reading could consume them, as with an iterator. */
export function pairsOf (headers: unknown): HeaderPairs | undefined {
  if (headers instanceof Headers) return [...headers]
  if (Array.isArray(headers)) return headers.map((pair: [unknown, unknown]) => [readable(pair[0]), readable(pair[1])])
  const object = Object(headers) as object
  if (Symbol.iterator in object) return undefined
  return Object.entries(object).map(([name, value]) => [name, readable(value)])
}

/** Objects of the page are not converted to text: the browser does that, and their methods may have side effects. */
export function readable (value: unknown): string {
  return typeof value === 'object' && value && !Array.isArray(value) ? '[object]' : String(value)
}

/** `signal`: that of the request. A request that the app aborts with a reason of its own is canceled, too; one that timed out is not. */
export function reasonOf (error: unknown, signal?: AbortSignal): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : quiet(() => String(error)) ?? ''
  return (signal?.aborted && !/^Time/.test(reason) ? 'canceled: ' : '') + reason
}

/** The text is built later: the headers of a response cannot change. */
export function headerOf ({ status, statusText }: Pick<Response, 'status' | 'statusText'>, headers: Headers | string): LateText {
  return write => write.response(status, statusText, headers)
}
