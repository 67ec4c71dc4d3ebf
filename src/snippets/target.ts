// Where a request goes, written so that every form can carry it: printable ASCII, without a fragment and without a user.
import { parsedUrl } from '../exchange/parsed-url.js'

export interface Target {
  /** With the path and query as recorded: only what cannot stand in a request line is encoded. */
  url: string
  /** As the rules of URLs write it, which may be another path: fetch sends it like this in any case. */
  normalUrl: string
  /** Without a port. */
  host: string
  /** Bytes of `user:password`, where the address had one: fetch refuses it there. */
  user: string | undefined
}

const ADDRESS = /^(https?:\/\/)([^/?#\\]*)[/\\]?([^#]*)/i

/** Undefined where nobody could ask for it: another scheme, or no host. */
export function targetOf (recorded: string): Target | undefined {
  const [, scheme = '', authority = '', rest = ''] = ADDRESS.exec(recorded) ?? []
  const start = authority === '' ? undefined : parsedUrl(scheme + authority)
  if (!start) return undefined
  const { origin, username, password } = start
  const url = `${origin}/${encoded(rest)}`
  const normal = parsedUrl(url)
  const user = username || password ? decoded(`${username}:${password}`) : undefined
  return normal && { url, normalUrl: normal.href, host: normal.hostname, user }
}

// A blank would end the target; all else that is printable is left as it is, also where it is none of RFC 3986.
function encoded (text: string): string {
  return text.toWellFormed().replace(/[^!-~]+/g, run => encodeURIComponent(run))
}

// A character for each byte, as base64 wants it.
function decoded (text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
