// The operations of a GraphQL text, in their order. Only the text outside all brackets is read; it need not be valid.
import { endOfString } from '../json/scan.js'

export interface GraphqlOperation { kind: 'query' | 'mutation' | 'subscription', name: string }

/** Empty if the text does not begin like GraphQL. */
export function operationsIn (text: string): GraphqlOperation[] {
  const found: GraphqlOperation[] = []
  if (OTHER_BRACES.test(text)) return found
  // The first two words of the current definition, kept until its braces close.
  let words: string[] = []
  let depth = 0
  for (const token of tokensOf(text)) {
    if (depth === 0 && token === '{') found.push(...operationOf(words))
    if (OPENING.has(token)) depth++
    else if (CLOSING.has(token)) {
      depth = Math.max(0, depth - 1)
      if (depth === 0 && token === '}') words = []
    } else if (depth === 0 && words.length < 2) words.push(token)
    if (words[0] !== undefined && !DEFINITIONS.has(words[0])) return found
  }
  return found
}

// Other texts with braces, JSON or templates: in GraphQL, a selection begins with a name.
const OTHER_BRACES = /^[\s,\ufeff]*\{[\s,]*["{}]/
const OPENING = new Set(['{', '(', '['])
const CLOSING = new Set(['}', ')', ']'])
const KINDS = ['query', 'mutation', 'subscription'] as const
const DEFINITIONS = new Set<string>([...KINDS, 'fragment'])

/** `{ a }` is a query without a name. A directive may stand in place of the name. */
function operationOf ([first, second = '']: string[]): GraphqlOperation[] {
  const kind = first === undefined ? 'query' : KINDS.find(kind => kind === first)
  return kind ? [{ kind, name: /^[A-Za-z_]/.test(second) ? second : '' }] : []
}

// White space, commas, comments; words; strings; any other character.
const TOKEN = /[\s,\ufeff]+|#[^\r\n]*|[A-Za-z_0-9]+|[^]/y

function * tokensOf (text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    if (text.charAt(at) === '"') {
      at = afterString(text, at)
      continue
    }
    TOKEN.lastIndex = at
    const [token = ''] = TOKEN.exec(text) ?? []
    at = TOKEN.lastIndex
    if (!/^[\s,#\ufeff]/.test(token)) yield token
  }
}

function afterString (text: string, open: number): number {
  if (!text.startsWith('"""', open)) return endOfString(text, open) + 1
  let end = text.indexOf('"""', open + 3)
  while (end > 0 && text.charAt(end - 1) === '\\') end = text.indexOf('"""', end + 3)
  return end < 0 ? text.length : end + 3
}
