// The headers of an answer as the app needs them: what leads to the target leads to the proxy, and cookies are those of its address.
import type { IncomingHttpHeaders } from 'node:http'
import { namesIn } from './request-headers.js'
import { pathAtProxy, type Target } from './targets.js'

export interface Asked {
  target: Target
  targets: readonly Target[]
  /** The address by which the app has asked, `http://localhost:4000`. */
  own: string
  /** The path at the target, with its query. */
  path: string
}

/** Another protocol on another port is none that is recorded. */
const DROPPED = ['keep-alive', 'proxy-connection', 'alt-svc']

/** Changes them in place. */
export function turnToApp (headers: IncomingHttpHeaders, asked: Asked): void {
  if (headers.connection !== undefined) for (const name of namesIn(headers.connection)) if (name !== 'upgrade') delete headers[name]
  for (const name of DROPPED) delete headers[name]
  for (const name of ['location', 'content-location'] as const) {
    const address = headers[name]
    if (address !== undefined) headers[name] = ownAddress(address, asked)
  }
  const cookies = headers['set-cookie']
  if (cookies) headers['set-cookie'] = cookies.map(cookie => ownCookie(cookie, asked.target))
}

/** An address of no target stays as it is; so does one that is relative to the requested path. */
export function ownAddress (address: string, { target, targets, own, path }: Asked): string {
  const isOfHost = address.startsWith('/') && !address.startsWith('//')
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(address)
  if (!isOfHost && !isAbsolute) return address
  const base = target.origin + path
  if (!URL.canParse(address, base)) return address
  const { origin, pathname, search, hash } = new URL(address, base)
  const rest = pathname + search + hash
  const found = [target, ...targets].filter(other => other.origin === origin)
    .map(other => pathAtProxy(other, rest))
    .find(path => path !== undefined)
  if (found === undefined) return isOfHost ? origin + rest : address
  return isOfHost ? found : own + found
}

// The proxy has another host, and no https: what the cookie says of these would keep it from being taken.
const OF_HTTPS = /^\s*(?:domain\s*=.*|secure|partitioned|samesite\s*=\s*none)\s*$/i

export function ownCookie (cookie: string, target: Target): string {
  const [pair = '', ...attributes] = cookie.split(';')
  const kept = attributes.filter(attribute => !OF_HTTPS.test(attribute)).map(attribute => attribute.replace(/^(\s*path\s*=\s*)(\S*)/i, (_, name: string, path: string) =>
    name + ownPath(path, target)))
  return [pair.replace(/^\s*(?=__(?:Host|Secure)-)/i, 'earshot-'), ...kept].join(';')
}

function ownPath (path: string, target: Target): string {
  // A cookie for all of a host is one for all targets: they may be hosts of one domain.
  if (path === '/' || path === '') return path
  return pathAtProxy(target, path) ?? '/'
}
