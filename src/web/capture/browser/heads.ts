// Makes addresses and raw headers from the arguments of the page. Objects that reading may affect, such as iterators, are not read.

import { quiet } from '../core/host.js'
import type { LateText } from '../core/late-text.js'

/** The absolute address, without the fragment; undefined if the page gave neither a string nor a URL. */
export function addressOf (given: unknown): string | undefined {
  if (typeof given !== 'string' && !(given instanceof URL)) return undefined
  return new URL(given, document.baseURI).href.replace(/#.*/, '')
}

export type HeaderPairs = [name: string, value: string][]

/** The pairs in `init.headers`; undefined if reading could consume them, as with an iterator. */
export function pairsOf (headers: unknown): HeaderPairs | undefined {
  if (headers === undefined || headers === null) return []
  if (headers instanceof Headers) return [...headers]
  if (Array.isArray(headers)) return headers.map((pair: [unknown, unknown]) => [readable(pair[0]), readable(pair[1])])
  if (typeof headers !== 'object' || Symbol.iterator in headers) return undefined
  return Object.entries(headers).map(([name, value]) => [name, readable(value)])
}

/** Objects of the page are not converted to text: the browser does that, and their methods may have side effects. */
export function readable (value: unknown): string {
  return typeof value === 'object' && value && !Array.isArray(value) ? '[object]' : String(value)
}

export function valueIn (pairs: readonly (readonly [string, string])[], name: string): string {
  return pairs.find(([known]) => known.toLowerCase() === name)?.[1] ?? ''
}

/** `type`: the content type that the browser adds if the page sets none. */
export function requestHeader (method: string, address: string, pairs: HeaderPairs, type = ''): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '') || '/'
  const added: HeaderPairs = type && !valueIn(pairs, 'content-type') ? [['content-type', type]] : []
  return `${method} ${path} HTTP/1.1\r\n${lines([...pairs, ...added])}`
}

function lines (pairs: Iterable<[string, string]>): string {
  let text = ''
  for (const [name, value] of pairs) text += `${name}: ${value}\r\n`
  return text
}

export function responseHeader (status: number, statusText: string, headers: string): string {
  return `HTTP/1.1 ${status}${statusText && ` ${statusText}`}\r\n${headers}`
}

export function reasonOf (error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : quiet(() => String(error)) ?? ''
}

/** Takes the header object now, because the page may redefine the property. The text is built later: a response's headers cannot change. */
export function headerOf ({ status, statusText, headers }: Response): LateText {
  return () => responseHeader(status, statusText, lines(headers))
}
