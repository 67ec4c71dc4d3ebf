// Finds secrets in XML and HTML: the texts of elements, and the values of attributes, by their names. A prefix of the name is ignored.
import type { Edit } from './edit.js'
import type { RedactionRules } from './rules.js'

const ELEMENT = /<(?:[\w.-]+:)?([\w.-]+)((?:\s+[^\s=<>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*>((?:<!\[CDATA\[[^\]]*(?:\](?!\]>)[^\]]*)*(?:\]\]>)?|[^<])*)/g
const ATTRIBUTE = /\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const TAG = /<[^\s<>/!?][^<>]*>/g

/** In longer texts, these expressions could overflow the stack. */
const MAX_CHARS = 2 ** 20

export function isXml (text: string): boolean {
  return text.length <= MAX_CHARS && /^\s*</.test(text)
}

export function xmlEdits (text: string, { isSecret, replacement }: RedactionRules): Edit[] {
  const edits: Edit[] = []
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    for (const found of tag.matchAll(ATTRIBUTE)) {
      const [all, name = '', value = found[3] ?? ''] = found
      const end = index + found.index + all.length - 1
      if (isSecret(name)) edits.push({ start: end - value.length, end, text: replacement })
    }
  }
  for (const { 0: all, 1: name = '', 3: content = '', index } of text.matchAll(ELEMENT)) {
    const end = index + all.length
    // If another start tag follows, the element contains elements, not text.
    if (isSecret(name) && content.trim() && text.startsWith('</', end)) edits.push({ start: end - content.length, end, text: replacement })
  }
  return edits.sort((a, b) => a.start - b.start)
}
