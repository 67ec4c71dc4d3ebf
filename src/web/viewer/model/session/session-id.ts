// Which session a page is of. One that the page makes is not to be guessed, and can be read out over the phone.

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 15

export interface Named {
  id: string
  /** The address names none. */
  isNew: boolean
  /** What it names cannot be one. */
  isBad: boolean
}

/** `?sessionId=`; or `#earshot=`, which is what a phone has scanned. */
export function sessionOf ({ search, hash }: Pick<Location, 'search' | 'hash'>): Named {
  const given = new URLSearchParams(search).get('sessionId') ?? new URLSearchParams(hash.slice(1)).get('earshot')
  const isGood = given !== null && isSessionId(given)
  return { id: isGood ? given : newSessionId(), isNew: !isGood, isBad: given !== null && !isGood }
}

/** Counted as the service does: Unicode code points. */
export function isSessionId (text: string): boolean {
  return [...text].length === LENGTH
}

function newSessionId (): string {
  return [...crypto.getRandomValues(new Uint8Array(LENGTH))].map(byte => LETTERS[byte % LETTERS.length]).join('')
}
