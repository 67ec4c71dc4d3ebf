// Finds secrets in the text of a multipart form: parts with a listed name, and secrets inside other parts.
import { add, shifted, type Edit, type Finder } from './edit.js'
import type { RedactionRules } from './rules.js'

const BOUNDARY = /^--[^\s]{1,200}(?=\r?\n)/

/** Empty if the text does not begin with a boundary. */
export function multipartEdits (text: string, rules: RedactionRules, within: Finder): Edit[] {
  const boundary = BOUNDARY.exec(text)?.[0]
  if (boundary === undefined) return []
  const edits: Edit[] = []
  for (let start = boundary.length; start < text.length;) {
    const next = text.indexOf('\n' + boundary, start)
    const end = next < 0 ? text.length : next
    add(edits, shifted(partEdits(text.slice(start, end), rules, within), start))
    start = end + 1 + boundary.length
  }
  return edits
}

function partEdits (part: string, rules: RedactionRules, within: Finder): Edit[] {
  const blank = /\r?\n\r?\n/.exec(part)
  if (!blank) return []
  const name = /;\s*name=["']?([^"';\r\n]*)/i.exec(part.slice(0, blank.index))?.[1] ?? ''
  const start = blank.index + blank[0].length
  const end = part.endsWith('\r') ? part.length - 1 : part.length
  return rules.isSecret(name) ? [{ start, end, text: rules.replacement }] : shifted(within(part.slice(start, end)), start)
}
