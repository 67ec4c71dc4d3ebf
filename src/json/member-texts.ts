// The source text of an object's members. Parsing a value and printing it again would change what was sent: numbers beyond a double's
// precision, escapes, white space. So the functions here return the text itself.
import { QUOTE, afterSpace, endOfString, endOfValue, stringValue } from './scan.js'

/**
 * Key -> source text of its value, for a JSON object that JSON.parse would accept; if a key repeats, its last value counts, as in
 * JSON.parse. `only`: the keys that are wanted.
 */
export function memberTexts (source: string, only?: Set<string>): Map<string, string> {
  const texts = new Map<string, string>()
  eachMember(source, 0, (name, start, end) => { if (!only || only.has(name)) texts.set(name, source.slice(start, end)) })
  return texts
}

/** Calls `onMember` for each member of the object that begins at `from` or after it, with the start and the end of its value. */
export function eachMember (source: string, from: number, onMember: (name: string, start: number, end: number) => void): void {
  let key = afterSpace(source, source.indexOf('{', from) + 1)
  while (source.charCodeAt(key) === QUOTE) {
    const close = endOfString(source, key)
    const colon = afterSpace(source, close + 1)
    const start = afterSpace(source, colon + 1)
    const end = endOfValue(source, start)
    onMember(stringValue(source, key, close), start, end)
    const comma = afterSpace(source, end)
    key = afterSpace(source, comma + 1)
  }
}
