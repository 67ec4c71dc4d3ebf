// The address that a page uses for the service, with the token in the query. Bodies are sent as strings, so their type is text/plain and
// browsers send no CORS preflight.
import type { Service } from '../core/keep/service.js'

export type { Service }

export function addressAt ({ base, session, token }: Service, path: string): string {
  return `${base}${path}?sessionId=${encodeURIComponent(session)}${token ? `&token=${encodeURIComponent(token)}` : ''}`
}
