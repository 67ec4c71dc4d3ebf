// Strings in the source text of JSON: where one ends, what it says, and edits of what it says as edits of its source, which
// keep the spelling of every escape around them.
import type { Edit } from './edit.js'

const BACKSLASH = 0x5c

/** The index of the closing quote, or the end of a source that breaks off: the next one behind an even number of backslashes. */
export function endOfString (source: string, open: number): number {
  const quote = source.charAt(open)
  for (let at = source.indexOf(quote, open + 1); at >= 0; at = source.indexOf(quote, at + 1)) {
    let first = at
    while (source.charCodeAt(first - 1) === BACKSLASH) first--
    if ((at - first) % 2 === 0) return at
  }
  return source.length
}

/** What the string between two quotes says; its source where that is none. */
export function stringValue (source: string, open: number, close: number): string {
  const raw = source.slice(open + 1, close)
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

/** Edits of what a string says as edits of its source between the quotes. */
export function inSource (edits: Edit[], raw: string): Edit[] {
  let at = 0
  let index = 0
  let escape = raw.indexOf('\\')
  const place = (target: number) => {
    while (escape >= 0 && index + escape - at < target) {
      index += escape - at + 1
      at = escape + (raw.charAt(escape + 1) === 'u' ? 6 : 2)
      escape = raw.indexOf('\\', at)
    }
    at += target - index
    index = target
    return at
  }
  return edits.map(({ start, end, text }) => ({ start: place(start), end: place(end), text: JSON.stringify(text).slice(1, -1) }))
}
