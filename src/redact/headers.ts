// Secrets in raw header text, which every client writes in its own way: as lines, as JSON, or as its language prints a map.
import { REDACTED, add, disjoint, shifted, type Edit, type Finder } from './edit.js'
import { flatListEdits, isJson, jsonEdits } from './json.js'
import type { IsSecret } from './names.js'
import { printedEdits } from './printed.js'

const OBJECT_OR_LIST = /^\s*[{["]/
// {a=b}, Headers { a: 'b' }, map[a:[b]], Array ( [a] => b )
const PRINTED = /^\s*(?:[\w.]+\s*)?(?:\[[^\]\n]{0,80}\] *)?[{[(]/
// As HTTP/1.1 opens a request, where a client hands on what it has sent.
const REQUEST_LINE = /^[A-Z]+ (?=\S+ HTTP\/)/
const LINE = /^([ \t]*)(:?[^\s:="'<>{}]+)[ \t]*[:=][ \t]*([^\r\n]*)/gm

/** `inText` searches the values of headers that are not listed. */
export function headerFinder (isSecret: IsSecret, inText: Finder): Finder {
  const inLines = (text: string) => lineEdits(text, isSecret, inText)
  // A value, or a whole header in a list of lines.
  const inString = (text: string) => {
    const edits = inText(text)
    return edits.length > 0 ? edits : inLines(text)
  }
  return text => {
    if (OBJECT_OR_LIST.test(text) && isJson(text)) {
      return /^\s*\[\s*"/.test(text) ? disjoint([...flatListEdits(text, isSecret), ...jsonEdits(text, isSecret, inString)]) : jsonEdits(text, isSecret, inString)
    }
    return PRINTED.test(text) ? printedEdits(text, isSecret) : inLines(text)
  }
}

function lineEdits (text: string, isSecret: IsSecret, inText: Finder): Edit[] {
  const opening = REQUEST_LINE.exec(text)?.[0].length
  const edits = opening === undefined ? [] : shifted(inText(/\S*/.exec(text.slice(opening))?.[0] ?? ''), opening)
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

// A value goes on in the next line where that is indented (RFC 9112 §5.2), and more than its name is.
function endOfFolded (text: string, end: number, indent: string): number {
  const folded = new RegExp(`(?:\\r?\\n${indent}[ \\t]+[^\\r\\n]*)*`, 'y')
  folded.lastIndex = end
  return end + (folded.exec(text)?.[0].length ?? 0)
}
