// Recorded text on a terminal. What apps sent is let near neither its control sequences nor its direction of writing, and it takes the width it is
// given.
import width from 'fast-string-truncated-width'

// Control characters, line separators, and what turns the direction of the text around it.
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// eslint-disable-next-line no-control-regex
const UNSAFE_IN_LINES = /(?!\n)[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** In one line. */
export function visible (text: string): string {
  return text.replace(UNSAFE, '?')
}

/** Lines stay lines. */
export function visibleLines (text: string): string[] {
  return text.replace(/\t/g, '  ').replace(/\r\n?/g, '\n').replace(UNSAFE_IN_LINES, '?').split('\n')
}

/** At most so many columns. */
export function fitted (text: string, columns: number): string {
  // Most are short, and none has more columns than twice its letters.
  if (text.length * 2 <= columns) return text
  const { index, truncated, ellipsed } = width(text, { limit: Math.max(1, columns), ellipsis: '…', ellipsisWidth: 1 }, { controlWidth: 1 })
  return truncated ? text.slice(0, index) + (ellipsed ? '…' : '') : text
}

/** Broken between words. */
export function wrapped (text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && width(longer).width <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
