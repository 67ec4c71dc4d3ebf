// Finds secrets in the source text of JSON: the values of listed keys, the values in pairs such as {"name":"password","value":"x"} and
// ["password","x"], and secrets inside strings. One pass, without recursion: depth costs nothing. If truncated JSON is accepted (see
// rules.ts), everything that is still open ends at the end of the text.
import {
  BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE,
  afterSpace, beforeSpace, endOfString, endOfValue, stringValue
} from '../json/scan.js'
import { add, disjoint, editsInString, type Edit, type Finder } from './edit.js'
import type { RedactionRules } from './rules.js'

const NO_PLACE = -1

// If the source of a string has none of these, it contains no names with values, not even in a text inside it.
const MAY_CONTAIN_NAMES = /[:=@<]|\\["u]/
const [EQUALS, AT, LESS, SMALL_U] = [0x3d, 0x40, 0x3c, 0x75]
/** A longer string is searched by an expression, not character by character. */
const LOOP_CHARS = 64
// The incomplete escape that a cut may leave.
const CUT_ESCAPE = /[^\\](?:\\\\)*(\\(?:u[\da-f]{0,3})?)$/i
const TAIL_CHARS = 100

/** Undefined if the text is not JSON. `within` searches the strings. */
export function jsonEdits (source: string, rules: RedactionRules, within: Finder): Edit[] | undefined {
  const start = source.startsWith('\ufeff') ? 1 : 0 // some servers begin with a byte order mark
  return rules.isJson(source, start) ? new JsonSearch(source, rules, within).run() : undefined
}

/** An object that may be a pair: whether its name is listed as a secret, and where its value is. */
interface Pair { depth: number, isSecret: boolean, start: number, end: number }

class JsonSearch {
  private readonly edits: Edit[] = []
  // The open objects that have a key of a pair.
  private readonly pairs: Pair[] = []
  private readonly known = new Map<string, boolean>()
  private depth = 0

  constructor (private readonly source: string, private readonly rules: RedactionRules, private readonly within: Finder) {}

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
    const close = endOfString(this.source, open)
    const colon = afterSpace(this.source, close + 1)
    if (this.source.charCodeAt(colon) !== COLON) {
      this.search(open, close)
      return close
    }
    const key = stringValue(this.source, open, close)
    const start = afterSpace(this.source, colon + 1)
    if (this.isListed(key)) return this.redact(start, endOfValue(this.source, start)) - 1
    if (key.length >= 3 && key.length <= 5) this.noteKeyOfPair(key.toLowerCase(), start)
    return start - 1
  }

  // Caches the result, because keys repeat often.
  private isListed (key: string): boolean {
    let listed = this.known.get(key)
    if (listed === undefined) this.known.set(key, listed = this.rules.isSecret(key))
    return listed
  }

  private search (open: number, close: number): void {
    if (!this.mayContainNames(open + 1, close)) return
    const end = close < this.source.length ? close : close - (CUT_ESCAPE.exec(this.source.slice(-TAIL_CHARS))?.[1]?.length ?? 0)
    add(this.edits, editsInString(this.source, open, end, this.within))
  }

  // A slice and an expression cost more than a look at each character of a short string, and most strings are short.
  private mayContainNames (start: number, end: number): boolean {
    const { source } = this
    if (end - start > LOOP_CHARS) return MAY_CONTAIN_NAMES.test(source.slice(start, end))
    for (let at = start; at < end; at++) {
      const code = source.charCodeAt(at)
      if (code === COLON || code === EQUALS || code === AT || code === LESS) return true
      if (code === BACKSLASH && at + 1 < end && [QUOTE, SMALL_U].includes(source.charCodeAt(at + 1))) return true
    }
    return false
  }

  private redact (start: number, end: number): number {
    this.edits.push({ start, end, text: JSON.stringify(this.rules.replacement) })
    return end
  }

  private noteKeyOfPair (key: string, start: number): void {
    if (key === 'value') this.noteValueOfPair(this.openPair(), start)
    if ((key !== 'name' && key !== 'key') || this.source.charCodeAt(start) !== QUOTE) return
    if (this.rules.isSecret(stringValue(this.source, start, endOfString(this.source, start)))) this.openPair().isSecret = true
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
    const pair = { depth: this.depth, isSecret: false, start: NO_PLACE, end: NO_PLACE }
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
    if (pair?.isSecret && pair.end !== NO_PLACE) this.redact(pair.start, pair.end)
  }

  private endCut (): void {
    const { length } = this.source
    for (const { isSecret, start, end } of this.pairs) {
      if (isSecret && start !== NO_PLACE) this.redact(start, end === NO_PLACE ? length : end)
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
