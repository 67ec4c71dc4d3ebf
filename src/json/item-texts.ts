// The source text of a list's items, cut out as it stands: see member-texts.ts.
import { CLOSE_LIST, COMMA, afterSpace, endOfValue } from './scan.js'

/** In order, of a JSON list that JSON.parse would accept; the first `most` of them. */
export function itemTexts (source: string, most = Infinity): string[] {
  const texts: string[] = []
  let start = afterSpace(source, source.indexOf('[') + 1)
  if (source.charCodeAt(start) === CLOSE_LIST) return texts
  while (texts.length < most) {
    const end = endOfValue(source, start)
    texts.push(source.slice(start, end))
    const comma = afterSpace(source, end)
    if (source.charCodeAt(comma) !== COMMA) break
    start = afterSpace(source, comma + 1)
  }
  return texts
}
