// The headers of an answer as the app needs them: URLs of the target become URLs of the proxy, and cookies fit the proxy's address.
import type { IncomingHttpHeaders } from 'node:http'
import { parsedUrl } from '../../exchange/parsed-url.js'
import { namesIn } from './request-headers.js'
import { pathAtProxy, type Target } from './targets.js'

export interface Asked {
  target: Target
  targets: readonly Target[]
  /** The proxy's address as the app uses it, `http://localhost:4000`. */
  own: string
  /** The path at the target, with its query. */
  path: string
}

/** `alt-svc` offers another protocol on another port, which would not be recorded. */
const DROPPED = ['keep-alive', 'proxy-connection', 'alt-svc']

/** Changes the headers in place. What the app does not get becomes undefined: objects from which members are deleted are slow. */
export function fitAnswer (headers: IncomingHttpHeaders, asked: Asked): void {
  for (const name of DROPPED) if (headers[name] !== undefined) headers[name] = undefined
  for (const name of namesIn(headers.connection)) if (name !== 'upgrade' && headers[name] !== undefined) headers[name] = undefined
  for (const name of ['location', 'content-location'] as const) {
    const address = headers[name]
    if (address !== undefined) headers[name] = ownAddress(address, asked)
  }
  const cookies = headers['set-cookie']
  if (cookies) headers['set-cookie'] = cookies.map(cookie => ownCookie(cookie, asked.target))
}

/** An address that belongs to no target stays as it is; so does an address that is relative to the requested path. */
function ownAddress (address: string, { target, targets, own, path }: Asked): string {
  const isOfHost = address.startsWith('/') && !address.startsWith('//')
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(address)
  if (!isOfHost && !isAbsolute) return address
  const url = parsedUrl(address, target.origin + path)
  if (!url) return address
  const { origin, pathname, search, hash } = url
  const rest = pathname + search + hash
  const found = [target, ...targets].filter(other => other.origin === origin)
    .map(other => pathAtProxy(other, rest))
    .find(path => path !== undefined)
  if (found === undefined) return isOfHost ? origin + rest : address
  return isOfHost ? found : own + found
}

// The proxy has another host, and no https: with these attributes, the browser would refuse the cookie.
const OF_HTTPS = /^\s*(?:domain\s*=.*|secure|partitioned|samesite\s*=\s*none)\s*$/i

function ownCookie (cookie: string, target: Target): string {
  const [pair = '', ...attributes] = cookie.split(';')
  const kept = attributes.filter(attribute => !OF_HTTPS.test(attribute)).map(attribute => attribute.replace(/^(\s*path\s*=\s*)(\S*)/i, (_, name: string, path: string) =>
    name + ownPath(path, target)))
  return [pair.replace(/^\s*(?=__(?:Host|Secure)-)/i, 'earshot-'), ...kept].join(';')
}

function ownPath (path: string, target: Target): string {
  // A cookie for a whole host becomes a cookie for all targets, because their hosts may share a domain.
  if (path === '/' || path === '') return path
  return pathAtProxy(target, path) ?? '/'
}
