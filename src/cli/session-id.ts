// The id of a session: 15 characters, counted in the same way as by the service.
import { randomInt } from 'node:crypto'
import { usageFailure, type Failure } from './failure.js'

const LENGTH = 15
// Without characters that look alike: people may read the id out over the phone.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Throws a Failure if the text cannot be a session id. */
export function readSession (text: string): string {
  if (isSession(text)) return text
  throw usageFailure(`A session id has ${LENGTH} characters; "${text}" has ${[...text].length}`)
}

export function isSession (text: string): boolean {
  return [...text].length === LENGTH
}

/** For a session to which nothing was recorded. `option`: the option of the command that accepts this. */
export function unknownSession (session: string, option?: string): Failure {
  const advice = option === undefined ? '' : `. To accept that, add ${option}`
  return usageFailure(`There is no session ${session}: nothing was recorded to it, or it has expired${advice}`)
}

export function newSession (): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
