// What can stand in a query as it is, and what would be read as something else there: for parse, which takes it as plain text, and for
// print, which quotes it.

/** Written so that it can stand between slashes; undefined where it is no expression. An empty one is none: `//` is text. */
export function regexSource (source: string): string | undefined {
  try {
    return source === '' ? undefined : new RegExp(source, 'i').source
  } catch {
    return undefined
  }
}

/** False for what looks like a quote or expression but is none, and for brackets that do not pair: such a value means its letters only. */
export function isWord (text: string): boolean {
  return !text.startsWith('"') && !(text.length > 2 && text.startsWith('/') && text.endsWith('/')) && arePaired(text)
}

export function arePaired (text: string): boolean {
  let open = 0
  for (const char of text) {
    if (char === '(') open++
    if (char === ')' && --open < 0) return false
  }
  return open === 0
}
