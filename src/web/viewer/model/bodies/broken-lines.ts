// Splits a text into lines that an editor can lay out. Lines longer than 2,000 characters are broken, because a line of megabytes takes
// seconds to render. Every offset refers to the recorded text, so copied and found text contains none of these breaks.

export const MAX_LINE_LENGTH = 2_000
/** More lines would take hundreds of megabytes. */
export const MAX_LINES = 500_000

export class BrokenLines {
  readonly lines: string[] = []
  /** Whether the text has more lines than `lines` holds. */
  readonly isCut: boolean
  /** How many lines were broken. */
  readonly broken: number
  readonly #text: string
  readonly #starts: number[] = []
  /** Line numbers in the recorded text, from 1; 0 if the piece continues the line before it. */
  readonly #numbers: number[] = []
  #number = 0

  constructor (text: string, longest = MAX_LINE_LENGTH, most = MAX_LINES) {
    this.#text = text
    let broken = 0
    let at = 0
    for (let end = lineEnd(text, 0); this.lines.length < most; end = lineEnd(text, at)) {
      if (end - at > longest) broken++
      at = this.#add(at, end, longest, most)
      if (at < end || end === text.length) break
      at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    }
    this.broken = broken
    this.isCut = at < text.length
  }

  /** The line number in the recorded text, from 1, of a line that is counted from 0; 0 if it continues the line before it. */
  numberOf (line: number): number {
    return this.#numbers[line] ?? 0
  }

  /** The offset in the recorded text for a line and a column, both counted from 0. */
  offset (line: number, column: number): number {
    return (this.#starts[line] ?? this.#text.length) + column
  }

  /** The line and column at which an offset of the recorded text is shown. */
  place (offset: number): { line: number, column: number } {
    let [low, high] = [0, this.#starts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    const line = Math.max(0, low - 1)
    return { line, column: Math.min(offset - (this.#starts[line] ?? 0), this.lines[line]?.length ?? 0) }
  }

  /** The recorded text between two offsets. */
  slice (from: number, to: number): string {
    return this.#text.slice(from, to)
  }

  /** Returns the offset that it reached. */
  #add (from: number, end: number, longest: number, most: number): number {
    let at = from
    this.#number++
    do {
      let to = Math.min(end, at + longest)
      if (to < end && isHigh(this.#text.charCodeAt(to - 1)) && to - at > 1) to--
      this.lines.push(this.#text.slice(at, to))
      this.#starts.push(at)
      this.#numbers.push(at === from ? this.#number : 0)
      at = to
    } while (at < end && this.lines.length < most)
    return at
  }
}

function lineEnd (text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  const end = feed < 0 ? text.length : feed
  return end > from && text.charAt(end - 1) === '\r' && feed >= 0 ? end - 1 : end
}

function isHigh (code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}
