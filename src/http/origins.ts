// Decides which web pages may use the service (CORS_ORIGINS). Browsers obey the CORS headers if a request needs a preflight. They send
// forms, beacons and WebSockets without asking, so such requests of pages of other origins are refused here.
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { EVICTED_HEADER } from '../schema/evicted-header.js'
import { REQUEST_ID_HEADER } from './request-id.js'
import { RULES_HEADER } from './rules-header.js'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const EXPOSED_HEADERS = [
  'etag', 'retry-after', REQUEST_ID_HEADER, RULES_HEADER, EVICTED_HEADER, 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'
]
const DAY_SECONDS = 86_400

/** Responds to the preflight requests of browsers: they have no token, and are never refused. */
export async function registerCors (app: FastifyInstance, origins: string[]): Promise<void> {
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : origins.map(pattern),
    methods: METHODS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: DAY_SECONDS,
    strictPreflight: false
  })
}

/** A hook for onRequest: refuses pages of other origins. Clients that are not pages, such as apps, send no origin. */
export function refuseOtherOrigins (origins: string[]) {
  const patterns = origins.map(pattern)
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const { origin } = request.headers
    if (origin === undefined || patterns.some(known => known.test(origin)) || isOwn(origin, request)) done()
    else done(new ApiError('forbidden', 'Pages of this origin may not use the service: the origin is not in CORS_ORIGINS'))
  }
}

/**
 * Returns a check for what foreign pages must not do although it needs no token. It is true for a request from a client that is no web
 * page, from a page of the service itself, or from a page whose origin is listed by name (`*` lists none). `isLocal`: the service is
 * reached by the names of this machine only.
 */
export function ownPageCheck (origins: string[], isLocal: boolean): (request: FastifyRequest) => boolean {
  const listed = origins.filter(origin => origin !== '*').map(pattern)
  return request => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined && listed.some(known => known.test(origin))) return true
    // No page can forge this header, and no proxy changes it. Browsers do not send it to plain HTTP, except to this machine.
    if (site === 'same-origin') return true
    if (site === 'same-site' || site === 'cross-site') return false
    return origin === undefined || (isOwn(origin, request) && (!isLocal || isSafeFromRebinding(origin)))
  }
}

// A foreign page can make its own name resolve to this machine (DNS rebinding), but neither an address nor these names.
function isSafeFromRebinding (origin: string): boolean {
  return /^(\[[\d:a-f.]+\]|\d+(\.\d+){3}|(.+\.)?localhost)$/.test(parse(origin)?.hostname ?? '')
}

// The service's own pages, under any host name. Proxies may add the port that the scheme implies to the name.
function isOwn (origin: string, { host }: FastifyRequest): boolean {
  const page = parse(origin)
  return page !== undefined && parse(`${page.protocol}//${host}`)?.host === page.host
}

function pattern (setting: string): RegExp {
  const url = parse(setting)
  if (!url) return new RegExp(`^${escape(setting)}$`)
  const host = url.host.startsWith('*.') ? `${SUBDOMAINS}${escape(url.host.slice(2))}` : escape(url.host)
  const port = url.port ? '' : IMPLIED_PORTS[url.protocol] ?? ''
  return new RegExp(`^${escape(url.protocol)}//${host}${port}$`, 'i')
}

// Only the characters of DNS names: with others in the header, a URL parser would end the host early and read another host.
const SUBDOMAINS = '([a-z0-9_-]+\\.)+'

const IMPLIED_PORTS: Record<string, string> = { 'http:': '(:80)?', 'https:': '(:443)?' }

// An origin has the scheme, host and port of a URL, and nothing else.
const ORIGIN = /^[^:]+:\/\/[^\s/?#@\\]+$/

// Normalizes an origin as browsers do: lower case, short IPv6 addresses, no port that the scheme implies.
function parse (origin: string): URL | undefined {
  try {
    return ORIGIN.test(origin) ? new URL(origin) : undefined
  } catch {
    return undefined // not canParse(): it accepts some origins that new URL() refuses
  }
}

function escape (text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
