// The value of a text that is JSON. What this returns is no deeper than others can walk by recursion, and JSON.stringify too.
import { structureOf } from '../json/structure.js'

const MOST_LEVELS = 500
const MOST_CHARACTERS = 32 * 1024 * 1024

/** Undefined where the text is no JSON, or has more than 500 levels. Numbers are those of JavaScript. */
export function jsonOf (text: string): unknown {
  if (text.length > MOST_CHARACTERS || structureOf(text, MOST_LEVELS).depth > MOST_LEVELS) return undefined
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as unknown
  } catch {
    return undefined
  }
}
