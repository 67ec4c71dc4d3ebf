// JavaScript to paste: strings, objects and comments, whatever text they are made of.

// Also what some editors take for the end of a line, or do not show, and halves of surrogate pairs, which no file can hold.
// eslint-disable-next-line no-control-regex
const SPECIAL = /[\\'\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Cs}/gu
const SHORT: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' }

export function jsString (text: string): string {
  return `'${text.replace(SPECIAL, char => SHORT[char] ?? charEscape(char))}'`
}

/** An object of the source texts of its members, one a line. */
export function jsObject (members: string[], indent: string): string {
  return `{\n${members.map(member => `${indent}  ${member}`).join(',\n')}\n${indent}}`
}

/** In brackets where a plain name would not make a property. */
export function jsKey (name: string): string {
  return name === '__proto__' ? `[${jsString(name)}]` : jsString(name)
}

export function comments (remarks: string[]): string {
  return remarks.map(remark => `// ${remark}\n`).join('')
}

/** For a character of 16 bits at most. */
export function charEscape (char: string): string {
  const hex = char.charCodeAt(0).toString(16)
  return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`
}
