// A text in its escaped forms: in the JSON of PHP and Python, the letter U+4E2D is "\u4e2d"; in forms and addresses, it is %E4%B8%AD.

/** The text itself and, if it is not ASCII, its escaped forms. Escapes hide the letter case, so the forms of both cases are included. */
export function formsOf (text: string): string[] {
  if (!/[^\0-\x7f]/.test(text)) return [text]
  const cases = [text, recased(text, letter => letter.toLowerCase()), recased(text, letter => letter.toUpperCase())]
  return [...new Set([text, ...cases.flatMap(text => [jsonEscaped(text), percentEscaped(text)])])]
}

// Letter by letter: in a whole word, a letter's case may depend on its neighbors. A letter without one counterpart stays: ß, not SS.
function recased (text: string, toCase: (letter: string) => string): string {
  return text.replace(/[^\0-\x7f]/gu, letter => {
    const other = toCase(letter)
    return other.length === letter.length && !/[\0-\x7f]/.test(other) ? other : letter
  })
}

function jsonEscaped (text: string): string {
  return text.replace(/[^\0-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function percentEscaped (text: string): string {
  try {
    return text.replace(/[^\0-\x7f]+/g, encodeURIComponent)
  } catch {
    // A lone surrogate cannot be percent-encoded.
    return text
  }
}
