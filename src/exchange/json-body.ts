// The value of a JSON text. The result is never too deep for recursion or for JSON.stringify.
import { structureOf } from '../json/structure.js'

const MAX_LEVELS = 500
const MAX_CHARACTERS = 32 * 1024 * 1024

/** Undefined if the text is not JSON, has more than 500 levels, or is too long. Numbers have the precision of JavaScript. */
export function jsonOf (text: string): unknown {
  if (text.length > MAX_CHARACTERS || structureOf(text, MAX_LEVELS).depth > MAX_LEVELS) return undefined
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as unknown
  } catch {
    return undefined
  }
}
