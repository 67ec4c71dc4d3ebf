// Where a request went. An api is an absolute URL or a path only; then the host is that of the request's headers. All parts are as they
// were written: nothing is normalised, so that what is shown and copied is what was sent.
import type { Entry } from '../schema/entry.js'
import { readHeaders, valueOf, type HeaderField, type Headers } from './headers.js'

/** Stands for a host that nobody knows: no such host can exist (RFC 6761 §6.4). */
export const NO_HOST = 'app.invalid'

export interface Address {
  /** Lower case; empty where it is not known. */
  scheme: string
  /** With its port, lower case, without user and password; empty where it is not known. */
  host: string
  /** Never empty. */
  path: string
  /** With its `?`, or empty. */
  query: string
  /** The whole absolute URL, without a fragment; undefined where the host is not known. */
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

/** Names and values of a query, decoded; with or without its `?`. At most 10,000, as of headers. */
export function queryOf (query: string): HeaderField[] {
  return [...new URLSearchParams(query.slice(0, endOfPairs(query)))].map(([name, value]) => ({ name, value }))
}

// It bounds the memory that a hostile text can take.
const MOST_PAIRS = 10_000

function endOfPairs (query: string): number {
  if (query.length < MOST_PAIRS) return query.length
  let end = -1
  for (let pairs = 0; pairs < MOST_PAIRS; pairs++) {
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

/** Where a request of these headers went; `host` where the api has one. */
function originOf (headers: Headers, host: string): { scheme: string, host: string } {
  const from = [valueOf(headers, 'origin'), valueOf(headers, 'referer')].map(originIn).find(found => found !== undefined)
  const authority = valueOf(headers, ':authority')
  const known = [host, valueOf(headers, 'host') ?? '', authority ?? ''].map(hostIn).find(found => found !== '') ?? from?.host ?? ''
  if (known === '') return { scheme: '', host: '' }
  return { scheme: lower(valueOf(headers, ':scheme')) || from?.scheme || (PLAIN.test(known) ? 'http' : 'https'), host: known }
}

// Nobody says how a server was reached: a machine of a developer is, as a rule, without TLS, and a public one with it.
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
