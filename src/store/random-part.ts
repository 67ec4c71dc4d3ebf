// The random part of an id: 48 bits in hex, behind the sequence number.
import { randomBytes } from 'node:crypto'

const DIGITS = 12
const DRAWN_AT_ONCE = 256

let drawn = ''

/** Drawn in batches: asking the system for each costs more than all else that a push does about its id. */
export function randomPart (): string {
  if (drawn === '') drawn = randomBytes(DRAWN_AT_ONCE * DIGITS / 2).toString('hex')
  const part = drawn.slice(0, DIGITS)
  drawn = drawn.slice(DIGITS)
  return part
}
