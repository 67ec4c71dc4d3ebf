// Headers that a page cannot set on a request: the browser writes them itself, or not at all.

// Forbidden request-headers of the Fetch Standard.
const FORBIDDEN = new Set([
  'accept-charset', 'accept-encoding', 'access-control-request-headers', 'access-control-request-method',
  'access-control-request-private-network', 'connection',
  'content-length', 'cookie', 'cookie2', 'date', 'dnt', 'expect', 'host', 'keep-alive', 'origin', 'referer', 'set-cookie', 'te', 'trailer',
  'transfer-encoding', 'upgrade', 'via'
])

export function isForbiddenHeader (name: string): boolean {
  return FORBIDDEN.has(name.toLowerCase()) || /^(?:proxy|sec)-/i.test(name)
}
