// Measures how much structure a JSON text has, without parsing it: a parser takes memory for each level and each value, which may be many
// times the size of the text.
import { CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, endOfString } from './scan.js'

export interface Structure {
  depth: number
  /** An approximate count: one for each comma, and one for each list and object. */
  values: number
}

/** Stops reading as soon as the text is deeper than `mostLevels`. */
export function structureOf (source: string, mostLevels = Infinity): Structure {
  let [level, depth, values] = [0, 0, 0]
  for (let at = 0; at < source.length && depth <= mostLevels; at++) {
    switch (source.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(source, at)
        break
      case OPEN_OBJECT: case OPEN_LIST:
        values++
        depth = Math.max(depth, ++level)
        break
      case CLOSE_OBJECT: case CLOSE_LIST:
        level--
        break
      case COMMA:
        values++
    }
  }
  return { depth, values }
}
