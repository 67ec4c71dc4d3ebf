// The headers of a request as its target expects them: as if the app had sent the request to the target itself.
import type { IncomingHttpHeaders } from 'node:http'
import { pathAtTarget, targetOf, type Target } from './targets.js'

/** Headers that apply only between the app and the proxy. `expect` was answered already: the body is on its way. */
const HOP_BY_HOP_HEADERS = ['keep-alive', 'proxy-connection', 'expect']
const UPGRADE_HEADERS = ['connection', 'upgrade', 'http2-settings']
// Node throws if trailers are announced for a body that has no chunks.
const REMOVED_FROM_UPGRADES = new Set([...HOP_BY_HOP_HEADERS, 'trailer'])
const REMOVED_FROM_CHUNKED = new Set([...HOP_BY_HOP_HEADERS, ...UPGRADE_HEADERS])
const REMOVED_FROM_OTHERS = new Set([...REMOVED_FROM_CHUNKED, 'trailer'])

/** Cookies that the proxy renamed (answer-headers.ts): browsers accept their original names, such as `__Host-id`, over https only. */
const RENAMED_COOKIES = /(^|;\s*)earshot-(__(?:Host|Secure)-)/gi

/** The members mean the same as those of `AnsweredRequest`. */
interface ForwardedRequest { target: Target, targets: readonly Target[], readonly proxyOrigin: string }

/** `upgrades`: the connection becomes a WebSocket. */
export function headersForTarget (given: IncomingHttpHeaders, request: ForwardedRequest, upgrades: boolean): IncomingHttpHeaders {
  const { target, targets } = request
  const names = given['transfer-encoding'] === undefined ? REMOVED_FROM_OTHERS : REMOVED_FROM_CHUNKED
  const headers = upgrades ? without(given, REMOVED_FROM_UPGRADES) : without(given, names, connectionNames(given.connection))
  headers.host = target.server.host
  const { origin, referer, cookie } = headers
  if (origin !== undefined && origin === request.proxyOrigin) headers.origin = target.origin
  if (referer?.startsWith(`${request.proxyOrigin}/`)) {
    headers.referer = refererOf(referer.slice(request.proxyOrigin.length), target, targets)
  }
  if (cookie?.includes('earshot-__')) headers.cookie = cookie.replace(RENAMED_COOKIES, '$1$2')
  return headers
}

function refererOf (path: string, target: Target, targets: readonly Target[]): string {
  const page = targetOf(targets, path) ?? target
  return page.origin + (path.startsWith(page.prefix) ? pathAtTarget(page, path) : path)
}

/** Makes a copy, because an object is slow after a member was deleted. */
function without (headers: IncomingHttpHeaders, names: ReadonlySet<string>, more: readonly string[] = NO_NAMES): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {}
  for (const name of Object.keys(headers)) if (!names.has(name) && !more.includes(name)) kept[name] = headers[name]
  return kept
}

/** The header names that a `connection` header lists, in lower case, without those that say where the body ends. */
export function connectionNames (connection: string | undefined): readonly string[] {
  // The value of nearly all requests. Parsing a list takes longer than everything else in this file.
  if (connection === undefined || connection === 'keep-alive') return NO_NAMES
  return connection.toLowerCase().split(',').map(name => name.trim())
    .filter(name => name !== '' && name !== 'content-length' && name !== 'transfer-encoding')
}

/** The headers as sent, except for the changes above: names and values alternate, in the app's order and letter case. */
export function pairsOf (rawHeaders: readonly string[], headers: IncomingHttpHeaders): string[] {
  const pairs: string[] = []
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) {
    const [name = '', value = ''] = [rawHeaders[n], rawHeaders[n + 1]]
    const lower = name.toLowerCase()
    const now = headers[lower]
    if (now === undefined) continue
    pairs.push(name, CHANGED_HEADERS.has(lower) ? String(now) : value)
  }
  return pairs
}

const NO_NAMES: readonly string[] = []
const CHANGED_HEADERS = new Set(['host', 'origin', 'referer', 'cookie'])
