// The regular expressions of a query. An expression may take forever. So the service refuses expressions, commands run them with a time
// limit (node:vm), and the page runs them in a worker that it can end. In the worker, `matcher(parse(term), context)` gives the result for
// one term; in the page, `regexMatches` of the context returns the results.
import { print } from './print.js'
import { isExpression, singleTermsOf, type Query } from './query.js'

export function hasRegex (query: Query): boolean {
  return regexTerms(query).length > 0
}

/** Each term as the text of a query of its own, so that it can be sent to a worker; without duplicates. */
export function regexTerms (query: Query): string[] {
  const terms = singleTermsOf(query).filter(term => term.type === 'text' ? isExpression(term.value) : term.values.some(isExpression))
  return [...new Set(terms.map(print))]
}
