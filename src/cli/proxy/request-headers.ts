// The headers of a request as its target wants them: as if it had been asked itself.
import type { IncomingHttpHeaders } from 'node:http'
import { pathAtTarget, targetOf, type Target } from './targets.js'

/** What holds between the app and the proxy only. `expect` was answered already: the body is on its way. */
const OF_ONE_HOP = ['keep-alive', 'proxy-connection', 'expect']
const UPGRADING = ['connection', 'upgrade', 'http2-settings']

/** Cookies of these names are taken by https only, so the proxy gives them another name. */
const HIDDEN = /(^|;\s*)earshot-(__(?:Host|Secure)-)/gi

/**
 * Changes them in place. `own`: the address by which the app has asked, `http://localhost:4000`. `upgrades`: the connection becomes a
 * WebSocket.
 */
export function turnToTarget (
  headers: IncomingHttpHeaders, target: Target, { own, targets, upgrades }: { own: string, targets: readonly Target[], upgrades: boolean }
): void {
  if (!upgrades) for (const name of [...namesIn(headers.connection), ...UPGRADING]) delete headers[name]
  for (const name of OF_ONE_HOP) delete headers[name]
  headers.host = target.url.host
  if (headers.origin === own) headers.origin = target.origin
  if (headers.referer?.startsWith(`${own}/`)) headers.referer = refererOf(headers.referer.slice(own.length), target, targets)
  if (headers.cookie?.includes('earshot-__')) headers.cookie = headers.cookie.replace(HIDDEN, '$1$2')
}

function refererOf (path: string, target: Target, targets: readonly Target[]): string {
  const page = targetOf(targets, path) ?? target
  return page.origin + (path.startsWith(page.prefix) ? pathAtTarget(page, path) : path)
}

/** That are named by a header `connection`, in lower case. */
export function namesIn (connection: string | undefined): string[] {
  return (connection ?? '').toLowerCase().split(',').map(name => name.trim()).filter(name => name !== '')
}

/** As they were sent, but for what was changed above: names and values in turns, in the order and the case of the app. */
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

const CHANGED = new Set(['host', 'origin', 'referer', 'cookie'])
