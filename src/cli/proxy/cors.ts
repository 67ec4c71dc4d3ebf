// CORS: decides which pages of other origins get access. The access that the target itself gives is kept. Pages on this machine get access,
// too: the target does not know their origins, so it would not give them access. Pages of the target get access, because their requests now
// go to another origin. Other pages get access only with --allow-origin: otherwise, they could read data that only this machine can reach.
import { InvalidArgumentError } from 'commander'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { isLoopback } from '../../exchange/loopback.js'
import { parsedUrl } from '../../exchange/parsed-url.js'

export interface CorsRequest {
  origin: string
  /** The method and headers of the request that the page announces by its preflight. */
  method: string | undefined
  headers: string | undefined
  wantsPrivateNetwork: boolean
}

export interface AccessRules {
  proxyOrigin: string
  targetOrigin: string
  /** Other origins that get access; `*` means all. */
  allowed: readonly string[]
}

/** Undefined if the client is not a page, or sends no origin. */
export function corsRequestOf (method: string | undefined, headers: IncomingHttpHeaders): CorsRequest | undefined {
  const { origin } = headers
  if (origin === undefined) return undefined
  const preflight = method === 'OPTIONS' ? headers['access-control-request-method'] : undefined
  return {
    origin,
    method: preflight,
    headers: preflight === undefined ? undefined : headers['access-control-request-headers'],
    wantsPrivateNetwork: headers['access-control-request-private-network'] === 'true'
  }
}

/** Changes the answer's headers in place. Returns true for the preflight of an allowed page: its status must be 2xx. */
export function allowAccess (answer: OutgoingHttpHeaders, asked: CorsRequest, rules: AccessRules): boolean {
  const { origin, method } = asked
  const given = answer['access-control-allow-origin']
  if (origin === rules.proxyOrigin || given === '*' || given === origin || !hasAccess(origin, rules)) return false
  answer['access-control-allow-origin'] = origin
  answer['access-control-allow-credentials'] = 'true'
  answer.vary = [answer.vary, 'Origin'].flat().filter(value => value !== undefined).join(', ')
  if (method === undefined) {
    const names = Object.keys(answer).filter(name => answer[name] !== undefined && !NOT_EXPOSED.test(name))
    answer['access-control-expose-headers'] ??= names.join(', ')
    return false
  }
  answer['access-control-allow-methods'] = method
  if (asked.headers !== undefined) answer['access-control-allow-headers'] = asked.headers
  if (asked.wantsPrivateNetwork) answer['access-control-allow-private-network'] = 'true'
  return true
}

/**
 * Reads an origin as browsers send it: in small letters, without the default port and without a slash at its end. Apps have schemes of
 * their own (`capacitor://localhost`); files and sandboxed pages send `null`.
 */
export function readOrigin (text: string): string {
  if (text === '*' || text === 'null') return text
  const [, scheme = '', host = ''] = /^([a-z][a-z\d+.-]*):\/\/([^\s/?#@]+)\/?$/i.exec(text) ?? []
  const origin = host === '' ? undefined : parsedUrl(text)?.origin
  if (origin === undefined) throw new InvalidArgumentError('It must be an origin such as https://app.example.com, or *.')
  return origin === 'null' ? `${scheme}://${host}`.toLowerCase() : origin
}

const NOT_EXPOSED = /^(?:access-control-.*|connection|transfer-encoding|set-cookie|vary)$/

function hasAccess (origin: string, { proxyOrigin, targetOrigin, allowed }: AccessRules): boolean {
  return isLoopback(hostOf(origin)) || origin === targetOrigin || hostOf(origin) === hostOf(proxyOrigin) || allowed.includes(origin) ||
    allowed.includes('*')
}

function hostOf (origin: string): string {
  return parsedUrl(origin)?.hostname ?? origin
}
