// Reads the smallest parts of a query's text: words, quoted texts, regular expressions. Each part is read in one pass. The search for its
// end stops where the next part of the same kind could begin, so no text is searched again and again, and the time is linear.
import { regexSource } from './plain.js'

const BLANK = /\s/

export class Scanner {
  at = 0
  /** How many brackets are open. */
  depth = 0

  constructor (readonly text: string) {}

  get char (): string {
    return this.text.charAt(this.at)
  }

  /** Moves on to the next character that is not blank. Returns false at the end of the text. */
  skipBlanks (): boolean {
    while (BLANK.test(this.char)) this.at++
    return this.at < this.text.length
  }

  /** Whether a part may end before `at`. `stops`: more characters that end it. */
  endsAt (at: number, stops: string): boolean {
    const char = this.text.charAt(at)
    return char === '' || BLANK.test(char) || stops.includes(char) || (char === ')' && this.depth > 0)
  }

  /** Reads the match of the sticky expression at this place, and moves on to the place after it. */
  take (pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at = pattern.lastIndex
    return found
  }

  /** Reads a quoted text. Undefined if no quote begins here, or if it does not close at the end of a part: then it is plain text. */
  quoted (stops: string): string | undefined {
    if (this.char !== '"') return undefined
    const close = this.#unescaped('"', this.at + 1)
    if (close < 0 || !this.endsAt(close + 1, stops)) return undefined
    const raw = this.text.slice(this.at + 1, close)
    this.at = close + 1
    return raw.replace(/\\(["\\])/g, '$1')
  }

  /** Reads a regular expression as DevTools does: without blanks, up to the last slash. It may contain a comma, as in `{1,2}`. */
  regex (stops: string): string | undefined {
    if (this.char !== '/') return undefined
    for (let close = this.#unescaped('/', this.at + 1); close >= 0; close = this.#unescaped('/', close + 1)) {
      if (stops.includes(this.text.charAt(close - 1))) return undefined
      if (!this.endsAt(close + 1, stops)) continue
      const source = regexSource(this.text.slice(this.at + 1, close))
      if (source !== undefined) this.at = close + 1
      return source
    }
    return undefined
  }

  /** Reads a word up to its end; brackets that open and close inside it belong to it. */
  word (stops: string): string {
    const start = this.at
    for (let nested = 0; this.at < this.text.length; this.at++) {
      if (nested > 0 && this.char === ')') nested--
      else if (this.endsAt(this.at, stops)) break
      else if (this.char === '(') nested++
    }
    return this.text.slice(start, this.at)
  }

  /** The place of the next `char` without a backslash before it; a slash is searched only up to the next blank. */
  #unescaped (char: string, from: number): number {
    for (let at = from; at < this.text.length; at++) {
      const found = this.text.charAt(at)
      if (found === char) return at
      if (char === '/' && BLANK.test(found)) return -1
      if (found === '\\' && !BLANK.test(this.text.charAt(at + 1))) at++
    }
    return -1
  }
}
