// Lays out JSON with one line for each member, based on its source text: numbers, spelling and repeated keys stay as they were sent.
import { isJson } from './is-json.js'
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, afterSpace, endOfString } from './scan.js'

/** Undefined if the text is not JSON, or the result is longer than `limit`: deep texts grow with the square of their depth. */
export function indented (source: string, limit: number): string | undefined {
  if (source.length > limit || !isJson(source)) return undefined
  const lines = new Lines()
  for (let at = afterSpace(source, 0); at < source.length; at = afterSpace(source, at)) {
    at = lines.add(source, at)
    if (lines.text.length > limit) return undefined
  }
  return lines.text
}

const OPENING = [OPEN_OBJECT, OPEN_LIST]
const CLOSING = [CLOSE_OBJECT, CLOSE_LIST]
const WORD = /[^\s,:[\]{}"]*/y

class Lines {
  text = ''
  private depth = 0

  /** Adds the token at a place of the source. Returns the place after it. */
  add (source: string, at: number): number {
    const code = source.charCodeAt(at)
    if (OPENING.includes(code)) return this.open(source, at)
    if (CLOSING.includes(code)) this.breakLine(--this.depth)
    if (code !== QUOTE && !CLOSING.includes(code) && code !== COMMA && code !== COLON) return this.append(source, at, endOfWord(source, at))
    const end = this.append(source, at, code === QUOTE ? endOfString(source, at) + 1 : at + 1)
    if (code === COMMA) this.breakLine(this.depth)
    if (code === COLON) this.text += ' '
    return end
  }

  // Empty objects and lists stay on one line.
  private open (source: string, at: number): number {
    const next = afterSpace(source, at + 1)
    this.append(source, at, at + 1)
    if (CLOSING.includes(source.charCodeAt(next))) return this.append(source, next, next + 1)
    this.breakLine(++this.depth)
    return at + 1
  }

  private append (source: string, start: number, end: number): number {
    this.text += source.slice(start, end)
    return end
  }

  private breakLine (depth: number): void {
    this.text += `\n${'  '.repeat(depth)}`
  }
}

function endOfWord (source: string, at: number): number {
  WORD.lastIndex = at
  WORD.test(source)
  return WORD.lastIndex
}
