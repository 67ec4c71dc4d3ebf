// The value of a text that is JSON. What this returns is no deeper than others can walk by recursion, and JSON.stringify too.
import { CLOSE_LIST, CLOSE_OBJECT, OPEN_LIST, OPEN_OBJECT, QUOTE, endOfString } from '../json/scan.js'

const MOST_LEVELS = 500
const MOST_CHARACTERS = 32 * 1024 * 1024

/** Undefined where the text is no JSON, or has more than 500 levels. Numbers are those of JavaScript. */
export function jsonOf (text: string): unknown {
  if (text.length > MOST_CHARACTERS || isDeep(text)) return undefined
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as unknown
  } catch {
    return undefined
  }
}

function isDeep (text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_OBJECT: case OPEN_LIST:
        if (++depth > MOST_LEVELS) return true
        break
      case CLOSE_OBJECT: case CLOSE_LIST:
        depth--
    }
  }
  return false
}
