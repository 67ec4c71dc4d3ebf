// Foreign text, made safe to look at, on a page and on a terminal: controls, what turns the direction of text, what has no width or looks
// like nothing, and halves of surrogate pairs become escapes that can be seen. Everything else stays as it is.

/** In one line. */
export function visible (text: string): string {
  return text.replace(UNSEEN, escaped)
}

/** Lines stay lines. */
export function visibleLines (text: string): string[] {
  return text.replace(/\t/g, '  ').split(/\r?\n/).map(visible)
}

/** The beginning, in one line: a browser takes its time to lay out a word of a megabyte, and nobody reads more of it in a row. */
export function visibleHead (text: string, most = 300): string {
  const head = headOf(text, most)
  return head === text ? visible(text) : `${visible(head)}…`
}

/** The beginning, not cut between the halves of a surrogate pair. */
export function headOf (text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** The end, in the same way. */
export function tailOf (text: string, length: number): string {
  return text.length <= length ? text : text.slice(-length).replace(/^[\udc00-\udfff]/, '')
}

/**
 * The source of an expression for one character, by Unicode's own classes, among them what may be ignored where it cannot be shown (DI):
 * fillers, tags. The blank of Braille is a sign by its class, and looks like nothing.
 */
export const UNSEEN_CHARACTER = '(?![\\ufe00-\\ufe0f])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\u2800]'

/**
 * All that is unseen, as far as it goes on; `but`: a class of what stays. A selector of a variant belongs to the letter before it, as in
 * many emoji; more than one, or one behind what is unseen, belong to none.
 */
export function unseen (but = '[]'): RegExp {
  return new RegExp(`(?:(?!${but})${UNSEEN_CHARACTER})+[\\ufe00-\\ufe0f]*|[\\ufe00-\\ufe0f]{2,}`, 'gu')
}

const UNSEEN = unseen()
/** Those that are known by a letter. */
const LETTERS: Record<number, string> = { 9: 't', 10: 'n', 13: 'r' }

/** Writes invisible characters by their numbers. */
export function escaped (unseen: string): string {
  return Array.from(unseen, char => {
    const code = char.codePointAt(0) ?? 0
    const digits = code.toString(16).padStart(4, '0')
    return `\\${LETTERS[code] ?? `u${code > 0xffff ? `{${digits}}` : digits}`}`
  }).join('')
}
