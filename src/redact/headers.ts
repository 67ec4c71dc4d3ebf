// Finds secrets in raw header text. Each client writes it in its own way: as lines, as JSON, or as its language prints a map.
import { COMMA, afterSpace, endOfString, endOfValue, stringValue } from '../json/scan.js'
import { disjoint, type Edit, type Finder } from './edit.js'
import { headerLineEdits } from './header-lines.js'
import { jsonEdits } from './json.js'
import type { RedactionRules } from './rules.js'

const OBJECT_OR_LIST = /^\s*[{["]/
const FLAT_LIST = /^\s*\[\s*"/
// {a=b}, Headers { a: 'b' }, map[a:[b]], Array ( [a] => b ), and "a": "b" without braces
const PRINTED = /^\s*(?:(?:[\w.]+\s*)?(?:\[[^\]\n]{0,80}\] *)?[{[(]|["'])/
/** `inText` searches the values of headers that are not listed as secrets. */
export function headerFinder (rules: RedactionRules, inText: Finder): Finder {
  const inLines = (text: string) => headerLineEdits(text, rules, inText)
  // A value, or a whole header in a list of lines.
  const inString = (text: string) => {
    const edits = inText(text)
    return edits.length > 0 ? edits : inLines(text)
  }
  return text => {
    const edits = OBJECT_OR_LIST.test(text) ? jsonEdits(text, rules, inString) : undefined
    if (edits) return FLAT_LIST.test(text) ? disjoint([...flatListEdits(text, rules), ...edits]) : edits
    return PRINTED.test(text) ? printedEdits(text, rules) : inLines(text)
  }
}

/** As Node lists raw headers: ["Host","a","Authorization","b"]. */
function flatListEdits (source: string, rules: RedactionRules): Edit[] {
  const edits: Edit[] = []
  let named = false
  let at = source.indexOf('[')
  for (let n = 0; n === 0 || source.charCodeAt(at) === COMMA; n++) {
    const start = afterSpace(source, at + 1)
    const end = endOfValue(source, start)
    if (n % 2 === 0) named = rules.isSecret(stringValue(source, start, end - 1))
    else if (named) edits.push({ start, end, text: JSON.stringify(rules.replacement) })
    at = afterSpace(source, end)
  }
  return edits
}

// A key in headers as a language prints them: Java's HttpURLConnection.getHeaderFields() {a=[b]}, Dart's http {a: b},
// str(dict(response.headers)) of Python's requests {'a': 'b'}, console.log of axios in Node Object [AxiosHeaders] { a: 'b' }, %v of Go's
// http.Header map[a:[b]], Swift's allHTTPHeaderFields ["a": "b"], NSHTTPURLResponse.allHeaderFields of Objective-C { a = "b"; },
// print_r(getallheaders()) of PHP Array ( [a] => b ), and inspect of a Ruby hash {"a"=>"b"}.
const KEY = /(?:^|[\s{[(,;])["']?([\w!#$%&*+.^|~-]{1,100})["')\]]{0,3}\s*(=>|[:=])[ \t]*/g

// The end of a value without quotes: before the next key of the same kind, at the end of its line, or at the end of the map.
const END: Record<string, RegExp> = {
  '=>': /,\s+[^\s,:=]{1,120}\s*=>|;?[\r\n]|[}\])]\s*$/g,
  '=': /,\s+[^\s,:=]{1,120}\s*=|;?[\r\n]|[}\])]\s*$/g,
  ':': /,\s+[^\s,:=]{1,120}\s*:|;?[\r\n]|[}\])]\s*$/g
}

function printedEdits (text: string, rules: RedactionRules): Edit[] {
  const edits: Edit[] = []
  KEY.lastIndex = 0
  for (let key = KEY.exec(text); key; key = KEY.exec(text)) {
    if (!rules.isSecret(key[1] ?? '')) continue
    const { start, end } = printedValue(text, KEY.lastIndex, key[2] ?? '')
    edits.push({ start, end, text: rules.replacement })
    KEY.lastIndex = end
  }
  return edits
}

function printedValue (text: string, at: number, separator: string): { start: number, end: number } {
  const first = text.charAt(at)
  if (first === '"' || first === "'") return { start: at + 1, end: endOfString(text, at) }
  if (first === '[') {
    const end = text.indexOf(']', at)
    return { start: at, end: end < 0 ? text.length : end + 1 }
  }
  const end = END[separator]
  if (end) end.lastIndex = at
  return { start: at, end: end?.exec(text)?.index ?? text.length }
}
