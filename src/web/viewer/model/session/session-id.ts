// The session that a page shows. An id that the page makes cannot be guessed, and can be read out over the phone.

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 15

export interface NamedSession {
  id: string
  /** The address names no valid session. */
  isNew: boolean
  /** The address has an invalid session id. */
  isBad: boolean
}

/** From `?sessionId=`, or from `#earshot=`, which is in the code that a phone scans. */
export function sessionOf ({ search, hash }: Pick<Location, 'search' | 'hash'>): NamedSession {
  const given = new URLSearchParams(search).get('sessionId') ?? new URLSearchParams(hash.slice(1)).get('earshot')
  const isGood = given !== null && isSessionId(given)
  return { id: isGood ? given : newSessionId(), isNew: !isGood, isBad: given !== null && !isGood }
}

/** The length is counted in Unicode code points, as the service does. */
export function isSessionId (text: string): boolean {
  return [...text].length === LENGTH
}

function newSessionId (): string {
  return [...crypto.getRandomValues(new Uint8Array(LENGTH))].map(byte => LETTERS[byte % LETTERS.length]).join('')
}
