// Which web pages may use the service (CORS_ORIGINS). Browsers keep to the CORS headers where they must ask first; a form, a
// beacon and a WebSocket they just send, so these are refused here.
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { REQUEST_ID_HEADER } from './request-id.js'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const EXPOSED = ['etag', 'retry-after', REQUEST_ID_HEADER, 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const DAY_SECONDS = 86_400

/** Answers what browsers ask before they send: their questions carry no token and are never refused. */
export async function registerCors (app: FastifyInstance, origins: string[]): Promise<void> {
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : origins.map(pattern),
    methods: METHODS,
    exposedHeaders: EXPOSED,
    maxAge: DAY_SECONDS,
    strictPreflight: false
  })
}

/** A hook for onRequest: a page of another origin is refused. What is no page, an app say, has no origin. */
export function refuseOtherOrigins (origins: string[]) {
  const patterns = origins.map(pattern)
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const { origin } = request.headers
    if (origin === undefined || patterns.some(known => known.test(origin)) || isOwn(origin, request)) done()
    else done(new ApiError('forbidden', 'Pages of this origin may not use the service: it is not among CORS_ORIGINS'))
  }
}

// The service's own pages, under whatever name they were reached. Proxies may add the port to it that the scheme implies.
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

// As DNS has them, and no more: what else a header may hold would end the host early for whoever reads it as a URL.
const SUBDOMAINS = '([a-z0-9_-]+\\.)+'

const IMPLIED_PORTS: Record<string, string> = { 'http:': '(:80)?', 'https:': '(:443)?' }

// Scheme, host and port: nothing else of a URL is in an origin.
const ORIGIN = /^[^:]+:\/\/[^\s/?#@\\]+$/

// As browsers write it: in lower case, IPv6 addresses in short, without the port that the scheme implies.
function parse (origin: string): URL | undefined {
  try {
    return ORIGIN.test(origin) ? new URL(origin) : undefined
  } catch {
    return undefined // not canParse(), which says yes to some that new URL() refuses
  }
}

function escape (text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
