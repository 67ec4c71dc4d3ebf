// The address that a page uses for the service, with the token in the query. Bodies are sent as strings, so their type is text/plain and
// browsers send no CORS preflight.

export interface Service {
  /** Ends with a slash. */
  base: string
  session: string
  token?: string | undefined
}

export function addressAt ({ base, session, token }: Service, path: string): string {
  return `${base}${path}?sessionId=${encodeURIComponent(session)}${token ? `&token=${encodeURIComponent(token)}` : ''}`
}
