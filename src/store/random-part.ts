// The random part of an id: 48 bits in hex, after the sequence number.
import { randomBytes } from 'node:crypto'

const DIGITS = 12
const DRAWN_AT_ONCE = 256

let drawn = ''

/** Generated in batches: one call to the system for each id would cost more than all other work on the id. */
export function randomPart (): string {
  if (drawn === '') drawn = randomBytes(DRAWN_AT_ONCE * DIGITS / 2).toString('hex')
  const part = drawn.slice(0, DIGITS)
  drawn = drawn.slice(DIGITS)
  return part
}
