// The address of a request. The field `api` of an entry is an absolute URL, or only a path. If it is a path, the host comes from the
// request's headers. All parts stay as they were written, without normalization, so that people see and copy what was sent.
import type { Entry } from '../schema/entry.js'
import { readHeaders, valueOf, type HeaderField, type Headers } from './headers.js'

/** Stands for an unknown host: no host of this name can exist (RFC 6761 §6.4). */
export const NO_HOST = 'app.invalid'

export interface Address {
  /** Lower case; empty if unknown. */
  scheme: string
  /** With its port, lower case, without user and password; empty if unknown. */
  host: string
  /** Never empty. */
  path: string
  /** With its `?`, or empty. */
  query: string
  /** The whole absolute URL, without a fragment; undefined if the host is unknown. */
  href: string | undefined
}

export function addressOf (entry: Pick<Entry, 'api' | 'requestHeader'>): Address {
  const api = withoutFragment(entry.api)
  const opaque = OPAQUE.exec(api)
  if (opaque) return { scheme: lower(opaque[1]), host: '', path: opaque[2] || '/', query: '', href: api }
  const [, scheme, authority, rest = api] = ABSOLUTE.exec(api) ?? []
  const mark = rest.indexOf('?')
  const path = (mark < 0 ? rest : rest.slice(0, mark)) || '/'
  const query = mark < 0 ? '' : rest.slice(mark)
  if (scheme !== undefined) return { scheme: lower(scheme), host: hostIn(authority), path, query, href: api }
  const origin = originOf(readHeaders(entry.requestHeader), hostIn(authority))
  const href = origin.host === '' ? undefined : `${origin.scheme}://${origin.host}${path.startsWith('/') ? '' : '/'}${path}${query}`
  return { ...origin, path, query, href }
}

/** The decoded names and values of a query, which may begin with `?`. At most 10,000, the same limit as for headers. */
export function queryOf (query: string): HeaderField[] {
  return [...new URLSearchParams(query.slice(0, endOfPairs(query)))].map(([name, value]) => ({ name, value }))
}

// Limits the memory that a hostile text can use.
const MAX_PAIRS = 10_000

function endOfPairs (query: string): number {
  if (query.length < MAX_PAIRS) return query.length
  let end = -1
  for (let pairs = 0; pairs < MAX_PAIRS; pairs++) {
    end = query.indexOf('&', end + 1)
    if (end < 0) return query.length
  }
  return end
}

const OPAQUE = /^(data|blob|about|javascript):(.*)$/is
// Also `//host/path`, without a scheme.
const ABSOLUTE = /^(?:([a-z][a-z\d+.-]{0,30}):)?\/\/([^/?#]*)(.*)$/is
const HOST = /^[^\s/?#@\\]{1,300}$/

function withoutFragment (api: string): string {
  const hash = api.indexOf('#')
  return hash < 0 ? api : api.slice(0, hash)
}

/** The scheme and host of a request with these headers; `host`: the host of the api, or empty. */
function originOf (headers: Headers, host: string): { scheme: string, host: string } {
  const from = [valueOf(headers, 'origin'), valueOf(headers, 'referer')].map(originIn).find(found => found !== undefined)
  const authority = valueOf(headers, ':authority')
  const known = [host, valueOf(headers, 'host') ?? '', authority ?? ''].map(hostIn).find(found => found !== '') ?? from?.host ?? ''
  if (known === '') return { scheme: '', host: '' }
  return { scheme: lower(valueOf(headers, ':scheme')) || from?.scheme || (PLAIN.test(known) ? 'http' : 'https'), host: known }
}

// A recording does not say whether TLS was used: usually a developer's machine has none, and a public server has it.
const PLAIN = /^(?:localhost|[\d.]+|\[.*\]|[^.:]*)(?::\d+)?$|:(?!443$)\d+$/

function originIn (url: string | undefined): { scheme: string, host: string } | undefined {
  const [, scheme, authority] = ABSOLUTE.exec(url ?? '') ?? []
  const host = hostIn(authority)
  return scheme === undefined || host === '' ? undefined : { scheme: lower(scheme), host }
}

function hostIn (authority = ''): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return HOST.test(host) ? lower(host) : ''
}

function lower (text = ''): string {
  return text.toLowerCase()
}
