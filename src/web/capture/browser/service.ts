// Where the service is, as a page asks it: with the token in the query. What is sent is text, which is plain text where nothing else is
// said, so that browsers ask no other origin first.

export interface Service {
  /** Ends with a slash. */
  base: string
  session: string
  token?: string | undefined
}

export function addressAt ({ base, session, token }: Service, path: string): string {
  return `${base}${path}?sessionId=${encodeURIComponent(session)}${token ? `&token=${encodeURIComponent(token)}` : ''}`
}
