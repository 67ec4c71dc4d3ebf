// Secrets in raw header text, which every client writes in its own way: as lines, as JSON, or as its language prints a map.
import { COMMA, afterSpace, endOfString, endOfValue, stringValue } from '../json/scan.js'
import { REDACTED, add, disjoint, shifted, type Edit, type Finder } from './edit.js'
import { REPLACEMENT, jsonEdits } from './json.js'
import type { IsSecret } from './names.js'

const OBJECT_OR_LIST = /^\s*[{["]/
const FLAT_LIST = /^\s*\[\s*"/
// {a=b}, Headers { a: 'b' }, map[a:[b]], Array ( [a] => b ), and "a": "b" without braces
const PRINTED = /^\s*(?:(?:[\w.]+\s*)?(?:\[[^\]\n]{0,80}\] *)?[{[(]|["'])/
// As HTTP/1.1 opens a request, where a client hands on what it has sent.
const REQUEST_LINE = /^(?:> )?[^\s:]{1,40} (?=\S+ HTTP\/)/m
// curl -v puts a mark before each line, and HTTP/2 headers in brackets: * [HTTP/2] [1] [cookie: a=b]
const LINE = /^([ \t]*)(?:[<>*-] (?:\[HTTP\/\d\] \[\d+\] \[)?)?(:?[^\s:="'<>{}]+)[ \t]*[:=][ \t]*([^\r\n]*)/gm

/** `inText` searches the values of headers that are not listed. */
export function headerFinder (isSecret: IsSecret, inText: Finder): Finder {
  const inLines = (text: string) => lineEdits(text, isSecret, inText)
  // A value, or a whole header in a list of lines.
  const inString = (text: string) => {
    const edits = inText(text)
    return edits.length > 0 ? edits : inLines(text)
  }
  return text => {
    const edits = OBJECT_OR_LIST.test(text) ? jsonEdits(text, isSecret, inString) : undefined
    if (edits) return FLAT_LIST.test(text) ? disjoint([...flatListEdits(text, isSecret), ...edits]) : edits
    return PRINTED.test(text) ? printedEdits(text, isSecret) : inLines(text)
  }
}

/** As Node lists raw headers: ["Host","a","Authorization","b"]. */
function flatListEdits (source: string, isSecret: IsSecret): Edit[] {
  const edits: Edit[] = []
  let named = false
  let at = source.indexOf('[')
  for (let n = 0; n === 0 || source.charCodeAt(at) === COMMA; n++) {
    const start = afterSpace(source, at + 1)
    const end = endOfValue(source, start)
    if (n % 2 === 0) named = isSecret(stringValue(source, start, end - 1))
    else if (named) edits.push({ start, end, text: REPLACEMENT })
    at = afterSpace(source, end)
  }
  return edits
}

function lineEdits (text: string, isSecret: IsSecret, inText: Finder): Edit[] {
  const request = REQUEST_LINE.exec(text)
  const address = request ? request.index + request[0].length : text.length
  const edits = shifted(inText(/\S*/.exec(text.slice(address))?.[0] ?? ''), address)
  LINE.lastIndex = 0
  for (let line = LINE.exec(text); line; line = LINE.exec(text)) {
    const [, indent = '', name = '', value = ''] = line
    const start = LINE.lastIndex - value.length
    if (!isSecret(name)) add(edits, shifted(inText(value), start))
    else {
      LINE.lastIndex = endOfFolded(text, LINE.lastIndex, indent)
      edits.push({ start, end: LINE.lastIndex, text: REDACTED })
    }
  }
  return edits
}

const NEXT_LINE = /\r?\n([ \t]*)[^\r\n]*/y

// A value goes on in the next line where that is indented (RFC 9112 §5.2), and more than its name is.
function endOfFolded (text: string, end: number, indent: string): number {
  for (;;) {
    NEXT_LINE.lastIndex = end
    const [line = '', blanks = ''] = NEXT_LINE.exec(text) ?? []
    if (blanks.length <= indent.length || !blanks.startsWith(indent)) return end
    end += line.length
  }
}

// A key in what a client's headers print as: Java's HttpURLConnection.getHeaderFields() {a=[b]}, Dart's http {a: b}, str(dict(response.headers))
// of Python's requests {'a': 'b'}, console.log of axios in Node Object [AxiosHeaders] { a: 'b' }, %v of Go's http.Header map[a:[b]], Swift's
// allHTTPHeaderFields ["a": "b"], NSHTTPURLResponse.allHeaderFields of Objective-C { a = "b"; }, print_r(getallheaders()) of PHP Array ( [a] => b ),
// and inspect of a Ruby hash {"a"=>"b"}.
const KEY = /(?:^|[\s{[(,;])["']?([\w!#$%&*+.^|~-]{1,100})["')\]]{0,3}\s*(=>|[:=])[ \t]*/g

// Where a value without quotes ends: before the next key of the same kind, at the end of its line, or at that of the map.
const END: Record<string, RegExp> = {
  '=>': /,\s+[^\s,:=]{1,120}\s*=>|;?[\r\n]|[}\])]\s*$/g,
  '=': /,\s+[^\s,:=]{1,120}\s*=|;?[\r\n]|[}\])]\s*$/g,
  ':': /,\s+[^\s,:=]{1,120}\s*:|;?[\r\n]|[}\])]\s*$/g
}

function printedEdits (text: string, isSecret: IsSecret): Edit[] {
  const edits: Edit[] = []
  KEY.lastIndex = 0
  for (let key = KEY.exec(text); key; key = KEY.exec(text)) {
    if (!isSecret(key[1] ?? '')) continue
    const { start, end } = printedValue(text, KEY.lastIndex, key[2] ?? '')
    edits.push({ start, end, text: REDACTED })
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
