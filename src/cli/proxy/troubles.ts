// Why a request to a target failed, in a sentence for people who read the app's log or the entry.

const AWAY = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL'])
const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN'])
/** Node refuses to write such a head. */
const OF_HEADS = new Set([
  'ERR_HTTP_INVALID_STATUS_CODE', 'ERR_HTTP_TRAILER_INVALID', 'ERR_HTTP_INVALID_HEADER_VALUE', 'ERR_INVALID_HTTP_TOKEN', 'ERR_INVALID_CHAR'
])
const OF_CERTIFICATES = /CERT|^(?:UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH)/

export function troubleOf (error: unknown, origin: string): string {
  const { message, code } = error as Error & { code?: unknown }
  const known = typeof code === 'string' ? code : ''
  if (AWAY.has(known)) return `${origin} cannot be reached (${known})`
  if (NO_NAME.has(known)) return `The host name ${new URL(origin).hostname} cannot be resolved (${known})`
  if (OF_CERTIFICATES.test(known)) return `The certificate of ${origin} is not accepted (${known}); --insecure accepts it`
  if (known === 'ECONNRESET' || known === 'EPIPE') return `${origin} closed the connection without an answer (${known})`
  if (known === 'EPROTO') return `${origin} does not speak TLS as expected (${known}); if it is a plain server, use http://`
  if (known.startsWith('HPE_') || OF_HEADS.has(known)) return `The answer of ${origin} is not valid HTTP (${known})`
  return `The request to ${origin} failed: ${message}${known && !message.includes(known) ? ` (${known})` : ''}`
}
