// Writes JavaScript to paste: strings, objects and comments that are valid whatever text they contain.

// Also characters that some editors treat as line ends, or do not show, and lone surrogates, which no file can contain.
// eslint-disable-next-line no-control-regex
const SPECIAL = /[\\'\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Cs}/gu
const SHORT: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' }

export function jsString (text: string): string {
  return `'${text.replace(SPECIAL, char => SHORT[char] ?? charEscape(char))}'`
}

/** The source of an object from the source texts of its members, one per line. */
export function jsObject (members: string[], indent: string): string {
  return `{\n${members.map(member => `${indent}  ${member}`).join(',\n')}\n${indent}}`
}

/** In brackets if the plain name would not create a property. */
export function jsKey (name: string): string {
  return name === '__proto__' ? `[${jsString(name)}]` : jsString(name)
}

export function comments (remarks: string[]): string {
  return remarks.map(remark => `// ${remark}\n`).join('')
}

/** For a single UTF-16 code unit. */
export function charEscape (char: string): string {
  const hex = char.charCodeAt(0).toString(16)
  return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`
}
