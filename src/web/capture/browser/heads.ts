// Addresses and raw headers, as the page gives them. Nothing of the page's own objects is called that could notice.

import { quiet } from '../core/host.js'
import type { LateText } from '../core/late-text.js'

/** Absolute, without the fragment; undefined where the page gave an object of its own. */
export function addressOf (given: unknown): string | undefined {
  if (typeof given !== 'string' && !(given instanceof URL)) return undefined
  return new URL(given, document.baseURI).href.replace(/#.*/, '')
}

export type HeaderPairs = [name: string, value: string][]

/** Of `init.headers`; undefined where reading them could use them up. */
export function pairsOf (headers: unknown): HeaderPairs | undefined {
  if (headers === undefined || headers === null) return []
  if (headers instanceof Headers) return [...headers]
  if (Array.isArray(headers)) return headers.map((pair: [unknown, unknown]) => [String(pair[0]), String(pair[1])])
  if (typeof headers !== 'object' || Symbol.iterator in headers) return undefined
  return Object.entries(headers).map(([name, value]) => [name, String(value)])
}

export function valueIn (pairs: HeaderPairs, name: string): string {
  return pairs.find(([known]) => known.toLowerCase() === name)?.[1] ?? ''
}

/** `type`: the content type that the browser adds where the page names none. */
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

/** As they are now: the page cannot write into the headers of a response, but it can put others in their place. */
export function headerOf ({ status, statusText, headers }: Response): LateText {
  return () => responseHeader(status, statusText, lines(headers))
}
