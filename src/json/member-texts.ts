// The source text of an object's members. Parsing a value and printing it again would change what was sent: numbers beyond
// a double's precision, spelling, white space. So the text itself is cut out.
import { QUOTE, afterSpace, endOfString, endOfValue, stringValue } from './scan.js'

/** Key -> source text of its value, for a JSON object that JSON.parse would accept; of a repeated key the last, as there. Of `only` these keys. */
export function memberTexts (source: string, only?: Set<string>): Map<string, string> {
  const texts = new Map<string, string>()
  let key = afterSpace(source, source.indexOf('{') + 1)
  while (source.charCodeAt(key) === QUOTE) {
    const close = endOfString(source, key)
    const colon = afterSpace(source, close + 1)
    const start = afterSpace(source, colon + 1)
    const end = endOfValue(source, start)
    const name = stringValue(source, key, close)
    if (!only || only.has(name)) texts.set(name, source.slice(start, end))
    const comma = afterSpace(source, end)
    key = afterSpace(source, comma + 1)
  }
  return texts
}
