// Secrets in the source text of JSON, which may have been cut: read string by string, so that all that is no secret stays to the byte.
import type { IsSecret } from '../../../redact/names.js'

export const MASKED = '[masked]'

/** `inText` masks what strings hold. */
export function maskedJson (source: string, isSecret: IsSecret, inText: (text: string) => string): string {
  let masked = ''
  let at = 0
  const replace = (start: number, end: number, text: string) => {
    masked += source.slice(at, start) + text
    at = end
    return end
  }
  // As in {"name":"password","value":"x"}.
  let isName = false
  let isPair = false
  const isTelling = TELLING.test(source)
  for (let open = source.indexOf('"'); open >= 0;) {
    let end = endOfString(source, open)
    const start = startOfValue(source, end)
    if (start < 0) {
      const string = source.slice(open, end)
      isPair = isName && isSecret(stringOf(string))
      const inner = isTelling && TELLING.test(string) ? stringOf(string) : ''
      const changed = inText(inner)
      if (changed !== inner) replace(open, end, JSON.stringify(changed))
    } else {
      const key = stringOf(source.slice(open, end))
      isName = /^(?:name|key)$/i.test(key)
      end = isSecret(key) || (isPair && /^value$/i.test(key)) ? replace(start, endOfValue(source, start), JSON.stringify(MASKED)) : start
      isPair = false
    }
    open = source.indexOf('"', end)
  }
  return masked + source.slice(at)
}

// A string without any of these, and a text without any, has no names with values in its strings.
const TELLING = /[=@]|\\"/

/** Behind the quote that closes it; of the text where a cut left it open. No expression: long strings have too many escapes for one. */
function endOfString (source: string, open: number): number {
  for (let close = source.indexOf('"', open + 1); close >= 0; close = source.indexOf('"', close + 1)) {
    let escapes = close
    while (source[escapes - 1] === '\\') escapes--
    if ((close - escapes) % 2 === 0) return close + 1
  }
  return source.length
}

/** Behind the colon where the string before is a key, else -1. */
function startOfValue (source: string, end: number): number {
  const colon = afterSpace(source, end)
  return source[colon] === ':' ? afterSpace(source, colon + 1) : -1
}

// JSON has no white space behind it.
const SPACE = 32

function afterSpace (source: string, at: number): number {
  while (source.charCodeAt(at) <= SPACE) at++
  return at
}

function stringOf (source: string): string {
  if (!source.includes('\\')) return source.slice(1, source.endsWith('"') && source.length > 1 ? -1 : undefined)
  try {
    return JSON.parse(source) as string
  } catch {
    return source.slice(1)
  }
}

/** Of the value that begins there: a list and an object up to what closes them. */
function endOfValue (source: string, start: number): number {
  const parts = /["{[}\],]/g
  let depth = 0
  for (let at = start; ;) {
    parts.lastIndex = at
    const found = parts.exec(source)
    if (!found) return source.length
    const part = found[0]
    at = part === '"' ? endOfString(source, found.index) : parts.lastIndex
    if (part === '{' || part === '[') depth++
    else if (part !== '"' && part !== ',') depth--
    if (depth < 0 || (depth === 0 && part === ',')) return endOfLiteral(source, start, found.index)
    if (depth === 0) return at
  }
}

function endOfLiteral (source: string, start: number, end: number): number {
  return start + source.slice(start, end).trimEnd().length
}
