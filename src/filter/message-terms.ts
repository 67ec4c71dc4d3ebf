// The terms of a query that search the messages of streams. An entry has only figures about its messages, not their contents. So a caller
// supplies either the messages, as `messageList` of the entry, or matches that were found elsewhere, as `messageMatches` of the context.
import { print } from './print.js'
import { singleTermsOf, type Query, type Term } from './query.js'

/** Each term as the text of a query of its own, without duplicates. */
export function messageTerms (query: Query): string[] {
  return [...new Set(singleTermsOf(query).filter(readsMessages).map(print))]
}

export function readsMessages (term: Term): boolean {
  return term.type === 'key' && term.key === 'message'
}
