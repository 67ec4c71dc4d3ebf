// The running service that a script talks to, as its command line names it: --url and the session.
import { fail } from './command-line.js'

export const URL_OPTION = { type: 'string', default: 'http://127.0.0.1:3000' } as const

/** A query in the URL, such as a token, is kept. Ends the program where it is no URL. */
export function readServiceUrl (text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return fail(`--url must be a URL such as ${URL_OPTION.default}; it is "${text}"`)
  return url
}

/** Ends the program where it is no session id: 15 characters, counted as the service does. */
export function readSession (text: string): string {
  const length = [...text].length
  return length === 15 ? text : fail(`A session id has 15 characters; "${text}" has ${length}`)
}

/** The address of a path of the service, wherever it is mounted. */
export function addressOf (service: URL, path: string, session: string): URL {
  const url = new URL(service)
  url.pathname = url.pathname.replace(/\/$/, '') + path
  url.searchParams.set('sessionId', session)
  return url
}

/** What may be shown: who pushes need not tell how. */
export function withoutToken (service: URL): URL {
  const url = new URL(service)
  url.searchParams.delete('token')
  return url
}
