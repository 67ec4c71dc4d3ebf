// Reads the smallest parts of a query's text: words, quoted texts, expressions. Each is found in one pass: a search for an end stops, at
// the latest, where the next part of its kind could begin, so that no text takes more than linear time.
import { regexSource } from './plain.js'

const BLANK = /\s/

export class Scanner {
  at = 0
  /** Brackets that are open. */
  depth = 0

  constructor (readonly text: string) {}

  get char (): string {
    return this.text.charAt(this.at)
  }

  /** False at the end of the text. */
  skipBlanks (): boolean {
    while (BLANK.test(this.char)) this.at++
    return this.at < this.text.length
  }

  /** May a part end before `at`? `stops` are further characters that end it. */
  endsAt (at: number, stops: string): boolean {
    const char = this.text.charAt(at)
    return char === '' || BLANK.test(char) || stops.includes(char) || (char === ')' && this.depth > 0)
  }

  /** What the sticky expression finds here; the text moves on behind it. */
  take (pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at = pattern.lastIndex
    return found
  }

  /** Undefined where no quote begins, or where it does not close before an end: then it is plain text. */
  quoted (stops: string): string | undefined {
    if (this.char !== '"') return undefined
    const close = this.#unescaped('"', this.at + 1)
    if (close < 0 || !this.endsAt(close + 1, stops)) return undefined
    const raw = this.text.slice(this.at + 1, close)
    this.at = close + 1
    return raw.replace(/\\(["\\])/g, '$1')
  }

  /** As DevTools reads it: without blanks, up to the last slash. A comma belongs to it where no slash follows, as in `{1,2}`. */
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

  /** Up to an end; brackets that open and close inside belong to it. */
  word (stops: string): string {
    const start = this.at
    for (let nested = 0; this.at < this.text.length; this.at++) {
      if (nested > 0 && this.char === ')') nested--
      else if (this.endsAt(this.at, stops)) break
      else if (this.char === '(') nested++
    }
    return this.text.slice(start, this.at)
  }

  /** The next such character without a backslash before it; slashes are sought up to the next blank only. */
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
