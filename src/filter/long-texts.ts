// The terms of a query that look into long texts. Where those were let go, somebody else must find out what matches: `lightMatches` of the
// context hands it on.
import type { KeyName } from './keys.js'
import { print } from './print.js'
import { singleTermsOf, type Query, type Term } from './query.js'

const READERS: readonly KeyName[] = ['body', 'request', 'response', 'storage', 'params', 'json']

/** Each as a query of its own, in text; no term twice. */
export function longTextTerms (query: Query): string[] {
  return [...new Set(singleTermsOf(query).filter(readsLongTexts).map(print))]
}

/** Words alone are sought in bodies, too. */
export function readsLongTexts (term: Term): boolean {
  return term.type === 'text' || READERS.includes(term.key)
}
