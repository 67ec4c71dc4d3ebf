// The source texts of a list's items, unchanged: see member-texts.ts.
import { CLOSE_LIST, COMMA, OPEN_LIST, afterSpace, endOfValue } from './scan.js'

/**
 * In order; at most `most` items, and the rest is not read. Undefined if the text is not one list from its beginning to its end.
 * The items are not checked: the text is JSON if each item is JSON.
 */
export function itemTexts (source: string, most = Infinity): string[] | undefined {
  const open = afterSpace(source, 0)
  if (source.charCodeAt(open) !== OPEN_LIST) return undefined
  const texts: string[] = []
  let end = afterSpace(source, open + 1)
  if (source.charCodeAt(end) !== CLOSE_LIST) {
    for (let start = end; ; start = afterSpace(source, end + 1)) {
      const behind = endOfValue(source, start)
      texts.push(source.slice(start, behind))
      if (texts.length === most) return texts
      end = afterSpace(source, behind)
      if (source.charCodeAt(end) !== COMMA) break
    }
  }
  return source.charCodeAt(end) === CLOSE_LIST && afterSpace(source, end + 1) === source.length ? texts : undefined
}
