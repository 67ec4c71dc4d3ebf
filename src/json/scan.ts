// Finds where the parts of a JSON text begin and end, without recursion, so that depth costs nothing. For a text that is not JSON, the
// results are not reliable, but every search ends at the end of the text at the latest.

export const [QUOTE, COLON, COMMA] = [0x22, 0x3a, 0x2c]
export const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
export const BACKSLASH = 0x5c

/**
 * The index of the quote that closes the one at `open`, of the same kind: the next one after an even number of backslashes.
 * If the source breaks off, its end.
 */
export function endOfString (source: string, open: number): number {
  const quote = source.charAt(open)
  for (let at = source.indexOf(quote, open + 1); at >= 0; at = source.indexOf(quote, at + 1)) {
    let first = at
    while (source.charCodeAt(first - 1) === BACKSLASH) first--
    if ((at - first) % 2 === 0) return at
  }
  return source.length
}

/** The value of the string between two quotes; its source if the string is not valid. */
export function stringValue (source: string, open: number, close: number): string {
  const raw = source.slice(open + 1, close)
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

/** The value of a source text that is a string; empty if it is not one. */
export function stringIn (source = ''): string {
  return source.startsWith('"') && source.length > 1 ? stringValue(source, 0, source.length - 1) : ''
}

/** The index after the value that begins at `start`. */
export function endOfValue (source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    switch (source.charCodeAt(at)) {
      case QUOTE:
        if (depth === 0 && at > start) return beforeSpace(source, at)
        at = endOfString(source, at)
        if (depth === 0) return Math.min(at + 1, source.length)
        break
      case OPEN_OBJECT: case OPEN_LIST:
        // A word before the bracket means that this is not JSON. To search for its end again and again would take quadratic time.
        if (depth === 0 && at > start) return beforeSpace(source, at)
        depth++
        break
      case CLOSE_OBJECT: case CLOSE_LIST:
        if (depth === 0) return beforeSpace(source, at)
        if (--depth === 0) return at + 1
        break
      case COMMA:
        if (depth === 0) return beforeSpace(source, at)
    }
  }
  return source.length
}

/** The first index from `at` on that is not white space. */
export function afterSpace (source: string, at: number): number {
  while (isSpace(source.charCodeAt(at))) at++
  return at
}

/** The index after the last character before `at` that is not white space. */
export function beforeSpace (source: string, at: number): number {
  while (isSpace(source.charCodeAt(at - 1))) at--
  return at
}

function isSpace (code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
