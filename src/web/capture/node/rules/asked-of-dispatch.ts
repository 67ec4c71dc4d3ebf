// The request that an app passes to a dispatcher of undici, in the form that rules read.
import { stringify, type ParsedUrlQueryInput } from 'node:querystring'
import type { HeaderPairs } from '../../../../rules/answer.js'
import { knownBodyText } from './sent-body.js'

export interface DispatchOptions {
  origin?: string | URL | undefined
  path?: string | undefined
  method?: string | undefined
  query?: ParsedUrlQueryInput | undefined
  headers?: unknown
  body?: unknown
  upgrade?: unknown
  headersTimeout?: number | null | undefined
  signal?: unknown
}

export interface AskedDispatch {
  method: string
  url: string
  headers: HeaderPairs
  readonly body: string | undefined
}

/**
 * Undefined if rules do not look at it: an upgrade, or what undici itself will refuse. `bodyText`: the body, if it is known although the
 * options have only a stream.
 */
export function askedOf (options: DispatchOptions, bodyText?: string): AskedDispatch | undefined {
  const { origin, path, method, query, headers, body, upgrade } = options
  if (upgrade || method === 'CONNECT' || typeof method !== 'string' || typeof path !== 'string' || origin === undefined) return undefined
  const search = query && Object.keys(query).length > 0 ? `?${stringify(query)}` : ''
  return {
    method,
    url: `${String(origin).replace(/\/$/, '')}${path}${search}`,
    headers: pairsOf(headers),
    get body () { return knownBodyText(body) ?? bodyText }
  }
}

/** The options, with headers that can be read more than once. */
export function withListedHeaders (options: DispatchOptions): DispatchOptions {
  const { headers } = options
  // An iterator is its own iterable: reading it uses it up.
  const iterate = headers && !Array.isArray(headers) ? (headers as { [Symbol.iterator]?: unknown })[Symbol.iterator] : undefined
  if (typeof iterate !== 'function') return options
  return { ...options, headers: [...headers as Iterable<[string, unknown]>].flatMap(([name, value]) => [name, value]) }
}

export function flat (headers: HeaderPairs): string[] {
  return headers.flatMap(([name, value]) => [name, value])
}

function pairsOf (headers: unknown): HeaderPairs {
  if (typeof headers !== 'object' || headers === null) return []
  if (Array.isArray(headers)) {
    const all = headers as unknown[]
    return all.flatMap((name, n): [string, string][] => n % 2 === 0 ? [[textOf(name), textOf(all[n + 1])]] : [])
  }
  return Object.entries(headers).flatMap(([name, value]: [string, unknown]) =>
    Array.isArray(value) ? value.map((one): [string, string] => [name, textOf(one)]) : [[name, textOf(value)] as [string, string]])
}

function textOf (value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('latin1')
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
}
