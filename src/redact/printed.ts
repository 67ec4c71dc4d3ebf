// Secrets in headers as a program's language prints a map of them: Java {a=b, c=[d]}, Dart {a: b}, Python {'a': 'b'}, Node
// Headers { a: 'b' }, Go map[a:[b]], Swift ["a": "b"], Objective-C { a = "b"; }, PHP Array ( [a] => b ).
import { REDACTED, type Edit } from './edit.js'
import { endOfString } from './json-string.js'
import type { IsSecret } from './names.js'

const KEY = /(?:^|[\s{[(,;])["']?([\w!#$%&*+.^|~-]{1,100})["')\]]{0,3}\s*(=>|[:=])[ \t]*/g
export function printedEdits (text: string, isSecret: IsSecret): Edit[] {
  const edits: Edit[] = []
  KEY.lastIndex = 0
  for (let key = KEY.exec(text); key; key = KEY.exec(text)) {
    if (!isSecret(key[1] ?? '')) continue
    const { start, end } = valueAt(text, KEY.lastIndex, key[2] ?? '')
    edits.push({ start, end, text: REDACTED })
    KEY.lastIndex = end
  }
  return edits
}

function valueAt (text: string, at: number, separator: string): { start: number, end: number } {
  const first = text.charAt(at)
  if (first === '"' || first === "'") return { start: at + 1, end: endOfString(text, at) }
  if (first === '[') {
    const end = text.indexOf(']', at)
    return { start: at, end: end < 0 ? text.length : end + 1 }
  }
  // Without quotes it ends before the next key of the same kind, at the end of its line, or at that of the map.
  const end = new RegExp(`,\\s+[^\\s,:=]{1,120}\\s*${separator}|;?[\\r\\n]|[}\\])]\\s*$`, 'g')
  end.lastIndex = at
  return { start: at, end: end.exec(text)?.index ?? text.length }
}
