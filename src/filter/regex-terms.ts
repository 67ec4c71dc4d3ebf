// The regular expressions of a query. They cannot be bounded: a server refuses them, and a page runs them in a worker that it can end.
// There, `matcher(parse(term), context)` answers for one term; here, `regexMatches` of the context hands the answers on.
import { print } from './print.js'
import { isExpression, singleTermsOf, type Query } from './query.js'

export function hasRegex (query: Query): boolean {
  return regexTerms(query).length > 0
}

/** Each as a query of its own, in text, so that it can go to a worker; no term twice. */
export function regexTerms (query: Query): string[] {
  const terms = singleTermsOf(query).filter(term => term.type === 'text' ? isExpression(term.value) : term.values.some(isExpression))
  return [...new Set(terms.map(print))]
}
