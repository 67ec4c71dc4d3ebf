// Fits text into the columns of a terminal.
import stringWidth from 'string-width'

/** Cuts the text to at most this many columns. */
export function fitted (text: string, columns: number): string {
  if (PLAIN.test(text)) return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`
  // A letter takes at most two columns; its combining marks take none.
  if (text.length * 2 <= columns || columnsOf(text) <= columns) return text
  let kept = ''
  let taken = 0
  for (const { segment } of LETTERS.segment(text)) {
    taken += columnsOf(segment)
    if (taken > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}

export function columnsOf (text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text)
}

/** Nearly all texts match this. */
const PLAIN = /^[\x20-\x7e]*$/
const LETTERS = new Intl.Segmenter()

/** Breaks lines between words only; a word that is too long gets a line of its own. */
export function wrapped (text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && columnsOf(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
