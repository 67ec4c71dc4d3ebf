// The source text of an object's members. Parsing a value and printing it again would change what was sent: numbers beyond
// a double's precision, spelling, white space. So the text itself is cut out.

/**
 * Key -> source text of its value, for a JSON object that JSON.parse has accepted; of a repeated key the last, as there.
 * One pass, without recursion: depth costs nothing.
 */
export function memberTexts (source: string): Map<string, string> {
  const texts = new Map<string, string>()
  let depth = 0
  let key: string | undefined
  let start = 0
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '"') {
      const end = endOfString(source, at)
      // At depth 1, a string with no key before it is one.
      if (depth === 1 && key === undefined) key = JSON.parse(source.slice(at, end + 1)) as string
      at = end
    } else if (depth === 1 && character === ':') {
      start = at + 1
    } else if (depth === 1 && key !== undefined && (character === ',' || character === '}')) {
      texts.set(key, source.slice(start, at).trim())
      key = undefined
    }
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
  }
  return texts
}

// The index of the closing quote: the next one behind an even number of backslashes.
function endOfString (source: string, open: number): number {
  for (let at = open + 1; ; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '"') return at
  }
}
