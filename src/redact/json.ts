// Finds secrets in the source text of JSON: values of listed keys, of pairs such as {"name":"password","value":"x"} and
// ["password","x"], and secrets inside strings. One pass, without recursion: depth costs nothing. If the rules also accept
// cut JSON, everything that is still open ends at the end of the text.
import {
  BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE,
  afterSpace, beforeSpace, endOfString, endOfValue, stringValue
} from '../json/scan.js'
import { add, disjoint, inSource, shifted, type Edit, type Finder } from './edit.js'
import { keyOf, keyTableOf, type Key, type KeyTable } from './key-table.js'
import type { Rules } from './rules.js'

const NO_PLACE = -1

// If the source of a string has none of these, it contains no names with values, not even in a text inside it.
const TELLING = /[:=@<]|\\["u]/
const [EQUALS, AT, LESS] = [0x3d, 0x40, 0x3c]
const MOST_LOOKED_AT = 64
// The incomplete escape that a cut may leave.
const PIECE = /[^\\](?:\\\\)*(\\(?:u[\da-f]{0,3})?)$/i
const LONGEST_PIECE = 100

/** Undefined if the text is not JSON. `within` searches the strings. */
export function jsonEdits (source: string, rules: Rules, within: Finder): Edit[] | undefined {
  const start = source.startsWith('\ufeff') ? 1 : 0 // some servers begin with a byte order mark
  return rules.isJson(source, start) ? new JsonSearch(source, rules, within).run() : undefined
}

/** An object that may be a pair: where its name begins, and where its value is. */
interface Pair {
  depth: number
  name: number
  start: number
  end: number
  /** One of its earlier names is listed as a secret: only a hostile text has several. */
  isSecret: boolean
}

class JsonSearch {
  private readonly edits: Edit[] = []
  // The open objects that have a key of a pair.
  private readonly pairs: Pair[] = []
  private readonly keys: KeyTable
  private depth = 0

  constructor (private readonly source: string, private readonly rules: Rules, private readonly within: Finder) {
    this.keys = keyTableOf(rules)
  }

  run (): Edit[] {
    for (let at = 0; at < this.source.length; at++) {
      switch (this.source.charCodeAt(at)) {
        case QUOTE:
          at = this.passString(at)
          break
        case OPEN_OBJECT:
          this.depth++
          break
        case OPEN_LIST:
          this.depth++
          at = this.passPairInList(at)
          break
        case COMMA:
          this.endValue(at)
          break
        case CLOSE_OBJECT: case CLOSE_LIST:
          this.endValue(at)
          this.endPair()
          this.depth--
      }
    }
    this.endCut()
    return disjoint(this.edits)
  }

  /**
   * Returns the last index that was processed: the end of the string; for a key, the position before its value; if that value is a secret,
   * its end.
   */
  private passString (open: number): number {
    const { source } = this
    const most = Math.min(open + 1 + MOST_LOOKED_AT, source.length)
    let hash = 0
    let tells = false
    // Most strings are short and have no escapes: slices and expressions cost more than a look at each character.
    for (let at = open + 1; at < most; at++) {
      const code = source.charCodeAt(at)
      if (code === QUOTE) return this.passShort(open, at, hash, tells)
      if (code === BACKSLASH) break
      if (code === COLON || code === EQUALS || code === AT || code === LESS) tells = true
      hash = (hash * 31 + code) | 0
    }
    return this.passLong(open, endOfString(source, open))
  }

  private passShort (open: number, close: number, hash: number, tells: boolean): number {
    const colon = afterSpace(this.source, close + 1)
    if (this.source.charCodeAt(colon) === COLON) return this.passKey(this.keys.find(this.source, open + 1, close, hash), colon)
    if (tells) this.search(open, close)
    return close
  }

  private passLong (open: number, close: number): number {
    const colon = afterSpace(this.source, close + 1)
    if (this.source.charCodeAt(colon) === COLON) return this.passKey(keyOf(stringValue(this.source, open, close), this.rules), colon)
    if (TELLING.test(this.source.slice(open + 1, close))) this.search(open, close)
    return close
  }

  private passKey ({ isSecret, part }: Key, colon: number): number {
    const start = afterSpace(this.source, colon + 1)
    if (isSecret) return this.redact(start, endOfValue(this.source, start)) - 1
    if (part) this.noteKeyOfPair(part, start)
    return start - 1
  }

  private search (open: number, close: number): void {
    const end = close < this.source.length ? close : close - (PIECE.exec(this.source.slice(-LONGEST_PIECE))?.[1]?.length ?? 0)
    const text = stringValue(this.source, open, end)
    const edits = this.within(text)
    if (edits.length > 0) add(this.edits, shifted(inSource(edits, this.source.slice(open + 1, end), text), open + 1))
  }

  private redact (start: number, end: number): number {
    this.edits.push({ start, end, text: JSON.stringify(this.rules.replacement) })
    return end
  }

  private noteKeyOfPair (part: 'name' | 'value', start: number): void {
    if (part === 'value') this.noteValueOfPair(this.openPair(), start)
    else if (this.source.charCodeAt(start) === QUOTE) this.noteNameOfPair(this.openPair(), start)
  }

  private noteNameOfPair (pair: Pair, start: number): void {
    pair.isSecret = this.isSecret(pair)
    pair.name = start
  }

  // Asked only if there is a value: most objects with a name have none.
  private isSecret ({ isSecret, name }: Pair): boolean {
    return isSecret || (name !== NO_PLACE && this.rules.isSecret(stringValue(this.source, name, endOfString(this.source, name))))
  }

  // Only a hostile text has several values: then everything from the first to the last of them is replaced.
  private noteValueOfPair (pair: Pair, start: number): void {
    if (pair.start === NO_PLACE) pair.start = start
    else pair.end = NO_PLACE
  }

  private get lastPair (): Pair | undefined {
    const { length } = this.pairs
    return length > 0 ? this.pairs[length - 1] : undefined // a negative index is slow
  }

  private openPair (): Pair {
    const last = this.lastPair
    if (last?.depth === this.depth) return last
    const pair = { depth: this.depth, name: NO_PLACE, start: NO_PLACE, end: NO_PLACE, isSecret: false }
    this.pairs.push(pair)
    return pair
  }

  private endValue (at: number): void {
    const pair = this.lastPair
    if (pair?.depth === this.depth && pair.start !== NO_PLACE && pair.end === NO_PLACE) pair.end = beforeSpace(this.source, at)
  }

  private endPair (): void {
    if (this.lastPair?.depth !== this.depth) return
    const pair = this.pairs.pop()
    if (pair && pair.end !== NO_PLACE && this.isSecret(pair)) this.redact(pair.start, pair.end)
  }

  private endCut (): void {
    const { length } = this.source
    for (const pair of this.pairs) {
      const { start, end } = pair
      if (start !== NO_PLACE && this.isSecret(pair)) this.redact(start, end === NO_PLACE ? length : end)
    }
  }

  // ["password","x"] is a pair only as an item of a list, and only if it has no third item: a list of words is not a pair. But if the
  // value is an object or a list, the items after it are not checked, so that no text is read twice.
  private passPairInList (open: number): number {
    const before = this.source.charCodeAt(beforeSpace(this.source, open) - 1)
    const name = afterSpace(this.source, open + 1)
    if ((before !== OPEN_LIST && before !== COMMA) || this.source.charCodeAt(name) !== QUOTE) return open
    const close = endOfString(this.source, name)
    const comma = afterSpace(this.source, close + 1)
    if (this.source.charCodeAt(comma) !== COMMA || !this.rules.isSecret(stringValue(this.source, name, close))) return open
    const start = afterSpace(this.source, comma + 1)
    const end = endOfValue(this.source, start)
    const nested = [OPEN_OBJECT, OPEN_LIST].includes(this.source.charCodeAt(start))
    if (!nested && this.source.charCodeAt(afterSpace(this.source, end)) !== CLOSE_LIST) return open
    return this.redact(start, end) - 1
  }
}
