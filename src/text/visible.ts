// Makes untrusted text safe to show on a page and on a terminal: control characters, characters that change the text direction, characters
// without width or shape, and lone surrogates become visible escapes. Everything else stays as it is.

/** The text in one line, with visible escapes. */
export function visible (text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN, escaped)
}

/** Almost every text: checked first, because a check of each character's class takes thirty times as long. */
const PLAIN = /^[ -~]*$/

/** Keeps lines apart: returns one visible text per line. */
export function visibleLines (text: string): string[] {
  return text.replace(/\t/g, '  ').split(/\r?\n/).map(visible)
}

/** The beginning, in one line: a browser needs a long time to lay out a word of a megabyte, and nobody reads more of it in one line. */
export function visibleHead (text: string, most = 300): string {
  const head = headOf(text, most)
  return head === text ? visible(text) : `${visible(head)}…`
}

/** The beginning of a text, never cut inside a surrogate pair. */
export function headOf (text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** The end of a text, never cut inside a surrogate pair. */
export function tailOf (text: string, length: number): string {
  return text.length <= length ? text : text.slice(-length).replace(/^[\udc00-\udfff]/, '')
}

/**
 * The source of a regular expression for one invisible character, by Unicode's own classes. DI: characters that may be ignored if they
 * cannot be shown, such as fillers and tags. The Braille blank is a symbol by its class, but looks empty.
 */
export const UNSEEN_CHARACTER = '(?![\\ufe00-\\ufe0f])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\u2800]'

/**
 * A run of invisible characters; `but`: a class of characters that stay. A variation selector belongs to the letter before it, as in
 * many emoji; two or more in a row, or one after an invisible character, belong to no letter.
 */
export function unseen (but = '[]'): RegExp {
  return new RegExp(`(?:(?!${but})${UNSEEN_CHARACTER})+[\\ufe00-\\ufe0f]*|[\\ufe00-\\ufe0f]{2,}`, 'gu')
}

const UNSEEN = unseen()
/** Characters whose escape is a letter. */
const LETTERS: Record<number, string> = { 9: 't', 10: 'n', 13: 'r' }

/** Writes invisible characters as escapes. */
export function escaped (unseen: string): string {
  return Array.from(unseen, char => {
    const code = char.codePointAt(0) ?? 0
    const digits = code.toString(16).padStart(4, '0')
    return `\\${LETTERS[code] ?? `u${code > 0xffff ? `{${digits}}` : digits}`}`
  }).join('')
}
