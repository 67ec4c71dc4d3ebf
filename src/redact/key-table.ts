// The keys of JSON that were looked up before. Keys repeat, within a text and in the texts of an app; to compare a key with a known one
// costs less than to copy it from its text and to look the copy up.
import type { Rules } from './rules.js'

export interface Key {
  readonly text: string
  readonly isSecret: boolean
  /** Its part in a pair such as {"name":"password","value":"x"}, if it may have one. */
  readonly part: 'name' | 'value' | undefined
}

/** A power of two. A key takes the place of the one before it: hostile texts cost a look-up for each key, and no memory. */
const PLACES = 512

export class KeyTable {
  private readonly places: (Key | undefined)[] = Array.from({ length: PLACES })

  constructor (private readonly rules: Rules) {}

  /** The key from `start` to `end`, without escapes; `hash` is a number for its characters. */
  find (source: string, start: number, end: number, hash: number): Key {
    const place = hash & (PLACES - 1)
    const known = this.places[place]
    if (known && isAt(source, start, end, known.text)) return known
    // Concatenated and sliced to make a copy: engines keep the whole text in memory as long as a plain slice of it is kept.
    const key = keyOf(` ${source.slice(start, end)}`.slice(1), this.rules)
    this.places[place] = key
    return key
  }
}

export function keyOf (text: string, { isSecret }: Rules): Key {
  const name = text.length >= 3 && text.length <= 5 ? text.toLowerCase() : ''
  const part = name === 'value' ? 'value' : name === 'name' || name === 'key' ? 'name' : undefined
  return { text, isSecret: isSecret(text), part }
}

const tables = new WeakMap<Rules, KeyTable>()

export function keyTableOf (rules: Rules): KeyTable {
  let table = tables.get(rules)
  if (!table) tables.set(rules, table = new KeyTable(rules))
  return table
}

/** Not by `startsWith`, which costs more for short texts. */
function isAt (source: string, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false
  for (let n = 0; n < text.length; n++) if (text.charCodeAt(n) !== source.charCodeAt(start + n)) return false
  return true
}
