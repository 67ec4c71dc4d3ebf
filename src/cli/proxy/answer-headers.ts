// The headers of an answer as the app needs them: URLs of the target become URLs of the proxy, and cookies fit the proxy's address.
import type { IncomingHttpHeaders } from 'node:http'
import { parsedUrl } from '../../exchange/parsed-url.js'
import { connectionNames } from './request-headers.js'
import { pathAtProxy, type Target } from './targets.js'

export interface AnsweredRequest {
  target: Target
  targets: readonly Target[]
  /** The proxy's address as the app uses it, `http://localhost:4000`. */
  proxyOrigin: string
  /** The path at the target, with its query. */
  path: string
}

/** `alt-svc` offers another protocol on another port, which would not be recorded. */
const DROPPED_HEADERS = ['keep-alive', 'proxy-connection', 'alt-svc']

/** Changes the headers in place. A header that the app must not get becomes undefined: an object is slow after a member was deleted. */
export function rewriteAnswerHeaders (headers: IncomingHttpHeaders, asked: AnsweredRequest): void {
  for (const name of DROPPED_HEADERS) if (headers[name] !== undefined) headers[name] = undefined
  for (const name of connectionNames(headers.connection)) {
    if (name !== 'upgrade' && headers[name] !== undefined) headers[name] = undefined
  }
  for (const name of ['location', 'content-location'] as const) {
    const address = headers[name]
    if (address !== undefined) headers[name] = addressAtProxy(address, asked)
  }
  const cookies = headers['set-cookie']
  if (cookies) headers['set-cookie'] = cookies.map(cookie => cookieAtProxy(cookie, asked.target))
}

/** An address that belongs to no target stays as it is; so does an address that is relative to the requested path. */
function addressAtProxy (address: string, { target, targets, proxyOrigin, path }: AnsweredRequest): string {
  const isPath = address.startsWith('/') && !address.startsWith('//')
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(address)
  if (!isPath && !isAbsolute) return address
  const url = parsedUrl(address, target.origin + path)
  if (!url) return address
  const { origin, pathname, search, hash } = url
  const rest = pathname + search + hash
  const found = [target, ...targets].filter(other => other.origin === origin)
    .map(other => pathAtProxy(other, rest))
    .find(path => path !== undefined)
  if (found === undefined) return isPath ? origin + rest : address
  return isPath ? found : proxyOrigin + found
}

// The proxy has another host, and no https: with these attributes, the browser would refuse the cookie.
const REFUSED_COOKIE_ATTRIBUTES = /^\s*(?:domain\s*=.*|secure|partitioned|samesite\s*=\s*none)\s*$/i

function cookieAtProxy (cookie: string, target: Target): string {
  const [pair = '', ...attributes] = cookie.split(';')
  const kept = attributes.filter(attribute => !REFUSED_COOKIE_ATTRIBUTES.test(attribute)).map(attribute => attribute.replace(/^(\s*path\s*=\s*)(\S*)/i, (_, name: string, path: string) =>
    name + cookiePathAtProxy(path, target)))
  return [pair.replace(/^\s*(?=__(?:Host|Secure)-)/i, 'earshot-'), ...kept].join(';')
}

function cookiePathAtProxy (path: string, target: Target): string {
  // A cookie for a whole host becomes a cookie for all targets, because their hosts may share a domain.
  if (path === '/' || path === '') return path
  return pathAtProxy(target, path) ?? '/'
}
