// Converts the header objects of node:http2 to the raw text that is recorded. Pseudo-headers, such as `:path`, are left out: the recorded
// method, address and status contain the same information.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'
import type { HeaderOf } from './body.js'
import { rawHeader } from './headers.js'

export type Http2Headers = IncomingHttpHeaders | OutgoingHttpHeaders

export function rawRequestHeader (headers: Http2Headers): string {
  return rawHeader(`${methodOf(headers)} ${textOf(headers[':path'] ?? headers[':authority']) || '/'} HTTP/2`, pairsOf(headers))
}

/** `trailers`: the fields after the body, which are recorded at the end of the header. */
export function rawResponseHeader (headers: Http2Headers, trailers: Http2Headers = {}): string {
  return rawHeader(`HTTP/2 ${textOf(headers[':status'])}`, [...pairsOf(headers), ...pairsOf(trailers)])
}

export function headerIn (headers: Http2Headers): HeaderOf {
  return name => {
    const found = Object.keys(headers).find(key => key.toLowerCase() === name)
    const value = found === undefined ? undefined : headers[found]
    return value === undefined ? undefined : textOf(value)
  }
}

export function methodOf (headers: Http2Headers): string {
  return textOf(headers[':method']) || 'GET'
}

/** The absolute address; for CONNECT, the host and the port. */
export function addressIn (headers: Http2Headers): string {
  const { ':scheme': scheme, ':authority': authority, ':path': path } = headers
  const host = textOf(authority) || headerIn(headers)('host') || ''
  if (isTunnel(headers)) return host
  const protocol = textOf(scheme) || 'https'
  return `${protocol}://${host.replace(protocol === 'https' ? /:443$/ : /:80$/, '')}${textOf(path) || '/'}`
}

/** After its header, the response to such a request is a connection. */
export function isConnect (headers: Http2Headers): boolean {
  return methodOf(headers) === 'CONNECT'
}

// With `:protocol`, it opens a WebSocket, which has an address as other requests.
function isTunnel (headers: Http2Headers): boolean {
  return isConnect(headers) && headers[':protocol'] === undefined
}

function pairsOf (headers: Http2Headers): string[] {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(headers) as [string, unknown][]) {
    if (name.startsWith(':') || value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value as unknown[] : [value]) pairs.push(name.toLowerCase(), String(one))
  }
  return pairs
}

function textOf (value: string | readonly string[] | number | undefined): string {
  return value === undefined ? '' : String(value)
}
