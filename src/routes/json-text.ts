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
    switch (source.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(source, at)
        // At depth 1, a string with no key before it is one.
        if (depth === 1 && key === undefined) key = JSON.parse(source.slice(at, end + 1)) as string
        at = end
        break
      }
      case OPEN_OBJECT: case OPEN_LIST:
        depth++
        break
      case COLON:
        if (depth === 1) start = at + 1
        break
      case CLOSE_OBJECT: case CLOSE_LIST: case COMMA:
        if (depth === 1 && key !== undefined) {
          texts.set(key, source.slice(start, at).trim())
          key = undefined
        }
        if (source.charCodeAt(at) !== COMMA) depth--
    }
  }
  return texts
}

const [QUOTE, COLON, COMMA, BACKSLASH] = [0x22, 0x3a, 0x2c, 0x5c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

// The index of the closing quote: the next one behind an even number of backslashes.
function endOfString (source: string, open: number): number {
  for (let at = open + 1; ; at++) {
    const character = source.charCodeAt(at)
    if (character === BACKSLASH) at++
    else if (character === QUOTE) return at
  }
}
