// Decides whether the matches of a query depend on the other entries of the session. If they do, only a caller that has all entries can
// evaluate the query.
import { flagsLike, type Flag } from './keys.js'
import { termsOf, type Query } from './query.js'

const SESSION_FLAGS: readonly Flag[] = ['duplicate', 'n+1']

export function dependsOnSession (query: Query): boolean {
  return termsOf(query).some(term => term.type === 'key' && term.key === 'is' &&
    term.values.some(value => value.type !== 'pair' && flagsLike(value.text).some(flag => SESSION_FLAGS.includes(flag))))
}
