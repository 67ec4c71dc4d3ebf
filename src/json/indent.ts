// Lays out JSON with one line for each member, based on its source text: numbers, escapes and repeated keys stay as they were sent. The
// result is written into one array of UTF-16 code units: joining pieces takes ten times as long for a text of megabytes.
import { isJson } from './is-json.js'
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, afterSpace } from './scan.js'

/**
 * Undefined if the text is not JSON, or the result is longer than `limit`: deep texts grow with the square of their depth. After `enough`
 * characters, it stops at the end of a line.
 */
export function indented (source: string, limit: number, enough = Infinity): string | undefined {
  if (source.length > limit || !isJson(source)) return undefined
  const codes = new Codes(limit, 2 * source.length)
  let depth = 0
  for (let at = afterSpace(source, 0); at < source.length; at = afterSpace(source, at)) {
    const code = source.charCodeAt(at++)
    if (code === QUOTE) {
      at = codes.addString(source, at - 1)
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      const next = source.charCodeAt(at = afterSpace(source, at))
      codes.add(code)
      // Empty objects and lists stay on one line.
      if (next !== CLOSE_OBJECT && next !== CLOSE_LIST) codes.breakLine(++depth)
      else codes.add(source.charCodeAt(at++))
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      codes.breakLine(--depth)
      codes.add(code)
    } else {
      codes.add(code)
      if (code === COMMA) codes.breakLine(depth)
      else if (code === COLON) codes.add(SPACE)
    }
    if (codes.isFull) return undefined
    if (codes.lastLineEnd >= enough) return codes.text(codes.lastLineEnd)
  }
  return codes.text()
}

const SPACE = 0x20
const LINE_FEED = 0x0a
/** As many arguments as a call can have for certain. */
const AT_ONCE = 4096

/** A text that is written code by code, up to a limit. */
class Codes {
  /** How many codes the lines have that are complete, without the last line break. */
  lastLineEnd = 0
  private codes: Uint16Array
  private length = 0

  constructor (private readonly limit: number, expected: number) {
    this.codes = new Uint16Array(Math.min(limit, expected) + 1)
  }

  get isFull (): boolean { return this.length > this.limit }

  text (end = this.length): string {
    const pieces: string[] = []
    for (let at = 0; at < end; at += AT_ONCE) {
      const some = this.codes.subarray(at, Math.min(end, at + AT_ONCE))
      pieces.push(Reflect.apply(String.fromCharCode, undefined, some) as string)
    }
    return pieces.join('')
  }

  add (code: number): void {
    if (this.length === this.codes.length) this.grow(1)
    this.codes[this.length++] = code
  }

  /** Adds the string that begins with the quote at `open`. Returns the place after it. */
  addString (source: string, open: number): number {
    let at = open
    this.add(source.charCodeAt(at++))
    for (let code = 0; code !== QUOTE; at++) {
      this.add(code = source.charCodeAt(at))
      if (code === BACKSLASH) this.add(source.charCodeAt(++at))
    }
    return at
  }

  breakLine (depth: number): void {
    const end = this.length + 1 + 2 * depth
    // Nothing beyond the limit is written: a line can be as long as the text is deep.
    if (end > this.limit) this.length = end
    if (this.isFull) return
    this.lastLineEnd = this.length
    if (end > this.codes.length) this.grow(end - this.codes.length)
    this.codes[this.length++] = LINE_FEED
    while (this.length < end) this.codes[this.length++] = SPACE
  }

  private grow (by: number): void {
    const codes = new Uint16Array(this.codes.length + Math.max(by, this.codes.length))
    codes.set(this.codes)
    this.codes = codes
  }
}
