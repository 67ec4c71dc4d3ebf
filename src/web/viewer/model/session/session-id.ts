// The session that a page shows. An id that the page makes cannot be guessed, and can be read out over the phone.
import { isSessionId, SESSION_ID_LENGTH } from '../../../../schema/session-id.js'

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

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
  const isGood = isSessionId(given)
  return { id: isGood ? given : newSessionId(), isNew: !isGood, isBad: given !== null && !isGood }
}

function newSessionId (): string {
  return [...crypto.getRandomValues(new Uint8Array(SESSION_ID_LENGTH))].map(byte => LETTERS[byte % LETTERS.length]).join('')
}
