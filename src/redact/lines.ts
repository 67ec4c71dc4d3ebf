// Finds secrets in lines of JSON (NDJSON, logs) and in server-sent events whose data is JSON. Other lines stay as they are.
import { add, shifted, type Edit, type Finder } from './edit.js'
import { jsonEdits } from './json.js'
import type { RedactionRules } from './rules.js'

const BEFORE_JSON = /[ \t]*(?:data:[ \t]*)?(?=[{[])/y

export function lineEdits (text: string, rules: RedactionRules, within: Finder): Edit[] {
  const edits: Edit[] = []
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    BEFORE_JSON.lastIndex = start
    if (BEFORE_JSON.test(text)) {
      const json = BEFORE_JSON.lastIndex
      add(edits, shifted(jsonEdits(text.slice(json, end), rules, within) ?? [], json))
    }
    start = end + 1
  }
  return edits
}
