// From text to query. It accepts every text: text without a special meaning is a word to search for, as in DevTools.
//
//   query = and { "OR" and }      and = { term }
//   term  = ["-"] ( "(" query ")" | key ":" value {"," value} | value )
//   value = word | "quoted \" text" | /regex/ | (> >= < <=)number[unit] | a-b | =whole | name=value
import { EVERYTHING, all, any, not, type Query } from './query.js'
import { tokensOf, type Token } from './tokens.js'

export function parse (text: string): Query {
  return group(tokensOf(text)[Symbol.iterator]()) ?? EVERYTHING
}

/** Reads up to the closing bracket; undefined if there is no term in it. */
function group (tokens: IterableIterator<Token>): Query | undefined {
  const alternatives: Query[][] = []
  let terms: Query[] = []
  for (const token of tokens) {
    if (token.type === 'close') break
    if (token.type === 'or') {
      alternatives.push(terms)
      terms = []
      continue
    }
    const query = token.type === 'open' ? group(tokens) : token.term
    if (query) terms.push(token.negated ? not(query) : query)
  }
  const filled = [...alternatives, terms].filter(terms => terms.length > 0)
  return filled.length > 0 ? any(filled.map(all)) : undefined
}
