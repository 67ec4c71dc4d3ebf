// Text in the columns of a terminal: it takes no more than it is given.
import stringWidth from 'string-width'

/** At most so many columns. */
export function fitted (text: string, columns: number): string {
  if (PLAIN.test(text)) return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`
  // A letter has no more than two columns, but may have many marks.
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

/** Nearly all of them. */
const PLAIN = /^[\x20-\x7e]*$/
const LETTERS = new Intl.Segmenter()

/** Broken between words. */
export function wrapped (text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && columnsOf(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
