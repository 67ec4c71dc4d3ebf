// Strings of PowerShell, which takes typographic quotes for quotes, and reads two for one.

// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f-\x9f]/g
// Those that PowerShell 5 knows, too.
const ESCAPES: Record<string, string> = { '\0': '`0', '\x07': '`a', '\b': '`b', '\t': '`t', '\n': '`n', '\v': '`v', '\f': '`f', '\r': '`r' }

/** With line feeds in double quotes, too: pasted as they are, some consoles make others of them. */
export function powershellQuoted (text: string): string {
  if (text.search(CONTROL) < 0) return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`
  return `"${text.replace(/["\u201c-\u201e$`]/g, '`$&').replace(CONTROL, char => ESCAPES[char] ?? `$([char]${char.charCodeAt(0)})`)}"`
}
