// Recorded text, made safe to look at: controls, characters without width, those that turn the direction of text, and halves of surrogate
// pairs become escapes that can be seen. Everything else stays as it is.

export interface Run {
  text: string
  /** An escape that stands for a character. */
  isEscape: boolean
}

/** On one line where `lines` is false; else line feeds and tabs stay. */
export function runsOf (text: string, lines: boolean): Run[] {
  const pattern = lines ? UNSEEN_IN_LINES : UNSEEN
  const runs: Run[] = []
  let from = 0
  for (const { 0: unseen, index } of text.matchAll(pattern)) {
    if (index > from) runs.push({ text: text.slice(from, index), isEscape: false })
    runs.push({ text: [...unseen].map(escapeOf).join(''), isEscape: true })
    from = index + unseen.length
  }
  if (from < text.length) runs.push({ text: text.slice(from), isEscape: false })
  return runs
}

/** For where there can be no runs: names for assistive technology, file names. */
export function visible (text: string): string {
  return runsOf(text, false).map(({ text }) => text).join('')
}

/** The beginning, not cut between the halves of a surrogate pair. */
export function headOf (text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

// Fillers of Hangul and the blank of Braille are letters by their class, and look like nothing.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]+/gu
const UNSEEN_IN_LINES = /(?:(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0])+/gu
const SHORT = new Map([['\n', '\\n'], ['\r', '\\r'], ['\t', '\\t']])

function escapeOf (char: string): string {
  const code = char.codePointAt(0) ?? 0
  return SHORT.get(char) ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
}
