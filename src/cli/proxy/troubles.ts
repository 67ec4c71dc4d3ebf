// Why a request to a target failed, in a sentence for people who read the app's log or the entry.

const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL'])
const UNKNOWN_HOST_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN'])
/** Errors of Node when the head of the target's response is passed on, and is not valid. */
const INVALID_HEAD_CODES = new Set([
  'ERR_HTTP_INVALID_STATUS_CODE', 'ERR_HTTP_TRAILER_INVALID', 'ERR_HTTP_INVALID_HEADER_VALUE', 'ERR_INVALID_HTTP_TOKEN', 'ERR_INVALID_CHAR'
])
const CERTIFICATE_CODES = /CERT|^(?:UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH)/

export function troubleOf (error: unknown, origin: string): string {
  const { message, code } = error as Error & { code?: unknown }
  const known = typeof code === 'string' ? code : ''
  if (UNREACHABLE_CODES.has(known)) return `${origin} cannot be reached (${known})`
  if (UNKNOWN_HOST_CODES.has(known)) return `The host name ${new URL(origin).hostname} cannot be resolved (${known})`
  // An alert comes from the target.
  if (/_ALERT_.*CERT/.test(known)) return `${origin} requires a client certificate (${known}); earshot proxy sends none`
  if (CERTIFICATE_CODES.test(known)) return `The certificate of ${origin} is not accepted (${known}); --insecure accepts it`
  if (known === 'ECONNRESET' || known === 'EPIPE') return `${origin} closed the connection without a response (${known})`
  if (known === 'EPROTO') return `${origin} does not speak TLS as expected (${known}); if it has no TLS, use http://`
  if (known.startsWith('HPE_') || INVALID_HEAD_CODES.has(known)) return `The response of ${origin} is not valid HTTP (${known})`
  return `The request to ${origin} failed: ${message}${known && !message.includes(known) ? ` (${known})` : ''}`
}
