// Finds secrets in JSON5 and in object literals of JavaScript: keys without quotes, strings in single quotes, comments. A string or
// comment that is not closed extends to the end of the text, so that the time stays linear.
import type { Edit } from './edit.js'
import type { RedactionRules } from './rules.js'

/** It begins with such a key, or with a comment. */
const BEGINS = /^\s*[{[][{[\s]*(?:\/[/*]|'|[\w$]+\s*:)/
const TOKEN = /\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|"[^"\\]*(?:\\[^][^"\\]*)*"?|'[^'\\]*(?:\\[^][^'\\]*)*'?|[^\s{}[\],:'"/]+/g
/** In longer texts, these expressions could overflow the stack. */
const MAX_CHARS = 2 ** 20
const COLON = /\s*:\s*/y

export function isJson5 (text: string): boolean {
  return text.length <= MAX_CHARS && BEGINS.test(text)
}

/** Objects and lists are searched, even if their name is a secret's. */
export function json5Edits (text: string, { isSecret, replacement }: RedactionRules): Edit[] {
  const edits: Edit[] = []
  let isValue = false
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (/^\/[/*]/.test(token)) continue
    const quote = /^['"]/.exec(token)?.[0] ?? ''
    if (isValue) edits.push({ start: index, end: index + token.length, text: `${quote || '"'}${replacement}${quote || '"'}` })
    COLON.lastIndex = index + token.length
    isValue = !isValue && COLON.test(text) && !/[{[]/.test(text.charAt(COLON.lastIndex)) &&
      isSecret(token.slice(quote.length, token.length - quote.length))
  }
  return edits
}
