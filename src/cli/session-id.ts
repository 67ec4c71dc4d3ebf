// The id of a session: 15 characters, counted as the service does.
import { randomInt } from 'node:crypto'
import { usageFailure } from './failure.js'

const LENGTH = 15
// Without those that look like others: it may be read out over the phone.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Throws a Failure where it can be none. */
export function readSession (text: string): string {
  if (isSession(text)) return text
  throw usageFailure(`A session id has ${LENGTH} characters; "${text}" has ${[...text].length}`)
}

export function isSession (text: string): boolean {
  return [...text].length === LENGTH
}

export function newSession (): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
