// Finds secrets in headers with one line each, as HTTP/1.1 and curl write them.
import { add, shifted, type Edit, type Finder } from './edit.js'
import { cookieEdits } from './form.js'
import type { RedactionRules } from './rules.js'

// The request line of HTTP/1.1, if a client passes on what it has sent.
const REQUEST_LINE = /^(?:> )?[^\s:]{1,40} (?=\S+ HTTP\/)/m
// curl -v puts a mark before each line, and HTTP/2 headers in brackets: * [HTTP/2] [1] [cookie: a=b]
const LINE = /^([ \t]*)(?:[<>*-] (?:\[HTTP\/\d\] \[\d+\] \[)?)?(:?[^\s:="'<>{}]+)[ \t]*[:=][ \t]*([^\r\n]*)/gm
// Cookies are searched one by one if these headers are not listed as secrets themselves.
const COOKIES = /^(?:set-)?cookie$/i

/** `inText` searches the values of headers that are not listed as secrets. */
export function headerLineEdits (text: string, rules: RedactionRules, inText: Finder): Edit[] {
  const request = REQUEST_LINE.exec(text)
  const address = request ? request.index + request[0].length : text.length
  const edits = shifted(inText(/\S*/.exec(text.slice(address))?.[0] ?? ''), address)
  LINE.lastIndex = 0
  for (let line = LINE.exec(text); line; line = LINE.exec(text)) {
    const [, indent = '', name = '', value = ''] = line
    const start = LINE.lastIndex - value.length
    if (!rules.isSecret(name)) add(edits, shifted(COOKIES.test(name) ? cookieEdits(value, rules, inText) : inText(value), start))
    else {
      LINE.lastIndex = endOfFolded(text, LINE.lastIndex, indent)
      edits.push({ start, end: LINE.lastIndex, text: rules.replacement })
    }
  }
  return edits
}

const NEXT_LINE = /\r?\n([ \t]*)[^\r\n]*/y

// A value continues on the next line if that line is indented (RFC 9112 §5.2), and more than the name.
function endOfFolded (text: string, end: number, indent: string): number {
  for (;;) {
    NEXT_LINE.lastIndex = end
    const [line = '', blanks = ''] = NEXT_LINE.exec(text) ?? []
    if (blanks.length <= indent.length || !blanks.startsWith(indent)) return end
    end += line.length
  }
}
