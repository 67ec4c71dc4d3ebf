// The headers of a request as its target expects them: as if the app had sent the request to the target itself.
import type { IncomingHttpHeaders } from 'node:http'
import { pathAtTarget, targetOf, type Target } from './targets.js'

/** Headers that apply only between the app and the proxy. `expect` was answered already: the body is on its way. */
const OF_ONE_HOP = ['keep-alive', 'proxy-connection', 'expect']
const UPGRADING = ['connection', 'upgrade', 'http2-settings']
// Node throws if trailers are announced for a body that has no chunks.
const OF_UPGRADES = new Set([...OF_ONE_HOP, 'trailer'])
const OF_CHUNKED = new Set([...OF_ONE_HOP, ...UPGRADING])
const OF_OTHERS = new Set([...OF_CHUNKED, 'trailer'])

/** Browsers accept cookies with these names over https only, so the proxy has renamed them. */
const HIDDEN = /(^|;\s*)earshot-(__(?:Host|Secure)-)/gi

/** Which request it is; see `Asked`. `own` is made when it is needed. */
interface Turning { target: Target, targets: readonly Target[], readonly own: string }

/** `upgrades`: the connection becomes a WebSocket. */
export function headersForTarget (given: IncomingHttpHeaders, request: Turning, upgrades: boolean): IncomingHttpHeaders {
  const { target, targets } = request
  const names = given['transfer-encoding'] === undefined ? OF_OTHERS : OF_CHUNKED
  const headers = upgrades ? without(given, OF_UPGRADES) : without(given, names, namesIn(given.connection))
  headers.host = target.server.host
  const { origin, referer, cookie } = headers
  if (origin !== undefined && origin === request.own) headers.origin = target.origin
  if (referer?.startsWith(`${request.own}/`)) headers.referer = refererOf(referer.slice(request.own.length), target, targets)
  if (cookie?.includes('earshot-__')) headers.cookie = cookie.replace(HIDDEN, '$1$2')
  return headers
}

function refererOf (path: string, target: Target, targets: readonly Target[]): string {
  const page = targetOf(targets, path) ?? target
  return page.origin + (path.startsWith(page.prefix) ? pathAtTarget(page, path) : path)
}

/** A copy, because objects from which members are deleted are slow. */
function without (headers: IncomingHttpHeaders, names: ReadonlySet<string>, more: readonly string[] = NONE): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {}
  for (const name of Object.keys(headers)) if (!names.has(name) && !more.includes(name)) kept[name] = headers[name]
  return kept
}

/** The header names that a `connection` header lists, in lower case; not those by which the other side knows where the body ends. */
export function namesIn (connection: string | undefined): readonly string[] {
  // Nearly all say this, and reading a list takes longer than all else here.
  if (connection === undefined || connection === 'keep-alive') return NONE
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
    pairs.push(name, CHANGED.has(lower) ? String(now) : value)
  }
  return pairs
}

const NONE: readonly string[] = []
const CHANGED = new Set(['host', 'origin', 'referer', 'cookie'])
