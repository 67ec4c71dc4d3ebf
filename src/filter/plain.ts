// Decides which texts can stand in a query as they are, and which ones would be read as something else: `parse` uses this to find plain
// text, and `print` uses it to decide what to quote.

/** The source as it can stand between slashes; undefined if it is not a valid regular expression, or empty: `//` is text. */
export function regexSource (source: string): string | undefined {
  try {
    return source === '' ? undefined : new RegExp(source, 'i').source
  } catch {
    return undefined
  }
}

/** False if the text looks like a quote or a regular expression, or has unpaired brackets: then it is only meant literally. */
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
