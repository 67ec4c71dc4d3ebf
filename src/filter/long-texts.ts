// The terms of a query that search long texts. If those texts were dropped, the service must find the matches: `lightMatches` of the
// context returns them.
import type { KeyName } from './keys.js'
import { print } from './print.js'
import { singleTermsOf, type Query, type Term } from './query.js'

const LONG_TEXT_KEYS: readonly KeyName[] = ['body', 'request', 'response', 'storage', 'params', 'json']

/** Each term as the text of a query of its own, without duplicates. */
export function longTextTerms (query: Query): string[] {
  return [...new Set(singleTermsOf(query).filter(readsLongTexts).map(print))]
}

/** Words without a key are also sought in bodies. */
export function readsLongTexts (term: Term): boolean {
  return term.type === 'text' || LONG_TEXT_KEYS.includes(term.key)
}
