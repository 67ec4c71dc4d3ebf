// A session id that nobody guesses: 15 characters that can be read out over the phone.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

export function newSessionId (): string {
  return [...crypto.getRandomValues(new Uint8Array(15))].map(byte => LETTERS[byte % LETTERS.length]).join('')
}

/** Counted as the service does: Unicode code points. */
export function isSessionId (text: string): boolean {
  return [...text].length === 15
}
