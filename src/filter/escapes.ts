// A text as other notations write it: in JSON, PHP and Python put "\u4e2d"; forms and addresses have %E4%B8%AD.

/** The text itself and, where it is not ASCII, how it is escaped. Escapes hide the letter case, so that both cases are among them. */
export function formsOf (text: string): string[] {
  if (!/[^\0-\x7f]/.test(text)) return [text]
  const cases = [text, recased(text, letter => letter.toLowerCase()), recased(text, letter => letter.toUpperCase())]
  return [...new Set([text, ...cases.flatMap(text => [jsonEscaped(text), percentEscaped(text)])])]
}

// Letter by letter: in a whole word, the case of one may depend on its neighbours. One without a counterpart stays: ß is no SS.
function recased (text: string, toCase: (letter: string) => string): string {
  return text.replace(/[^\0-\x7f]/gu, letter => {
    const other = toCase(letter)
    return other.length === letter.length && !/[\0-\x7f]/.test(other) ? other : letter
  })
}

function jsonEscaped (text: string): string {
  return text.replace(/[^\0-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// Half a surrogate pair has no such form.
function percentEscaped (text: string): string {
  return text.isWellFormed() ? text.replace(/[^\0-\x7f]+/g, encodeURIComponent) : text
}
