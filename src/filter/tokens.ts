// A query's text as a flat list of tokens. All brackets in the list are paired: a bracket that never closes is plain text.
import type { Term } from './query.js'
import { Scanner } from './scanner.js'
import { readTerm, textTerm } from './terms.js'

interface Place {
  start: number
  end: number
}

interface Open extends Place {
  type: 'open'
  negated: boolean
}

interface TermToken extends Place {
  type: 'term'
  negated: boolean
  /** Undefined if the term is not complete yet. */
  term: Term | undefined
}

export type Token = Open | TermToken | (Place & { type: 'close' }) | (Place & { type: 'or' })

/** Deeper brackets are plain text, so that recursion over a query is safe. */
const MAX_DEPTH = 50
const OR = 'OR'

export function tokensOf (text: string): Token[] {
  const scanner = new Scanner(text)
  const tokens: Token[] = []
  while (scanner.skipBlanks()) tokens.push(nextToken(scanner))
  return withoutUnclosed(tokens, text)
}

function nextToken (scanner: Scanner): Token {
  const start = scanner.at
  if (scanner.char === ')' && scanner.depth > 0) {
    scanner.depth--
    return { type: 'close', start, end: ++scanner.at }
  }
  if (scanner.text.startsWith(OR, start) && scanner.endsAt(start + OR.length, '')) {
    scanner.at += OR.length
    return { type: 'or', start, end: scanner.at }
  }
  const negated = scanner.char === '-' && !scanner.endsAt(start + 1, '')
  if (negated) scanner.at++
  if (scanner.char === '(' && scanner.depth < MAX_DEPTH) {
    scanner.depth++
    return { type: 'open', negated, start, end: ++scanner.at }
  }
  const term = readTerm(scanner)
  return { type: 'term', negated, start, end: scanner.at, term }
}

/** A bracket that never closes becomes a letter of the word after it, or a word of its own. */
function withoutUnclosed (tokens: Token[], source: string): Token[] {
  const unclosed = unclosedOf(tokens)
  if (unclosed.size === 0) return tokens
  const kept: Token[] = []
  for (const token of [...tokens].reverse()) {
    if (token.type !== 'open' || !unclosed.has(token)) {
      kept.push(token)
      continue
    }
    const next = kept[kept.length - 1]
    const end = next?.start === token.end && (next.type === 'term' || next.type === 'or') ? next.end : token.end
    if (end > token.end) kept.pop()
    kept.push({ ...token, type: 'term', end, term: textTerm(source.slice(token.end - 1, end)) })
  }
  return kept.reverse()
}

function unclosedOf (tokens: Token[]): Set<Open> {
  const open: Open[] = []
  for (const token of tokens) {
    if (token.type === 'open') open.push(token)
    if (token.type === 'close') open.pop()
  }
  return new Set(open)
}
