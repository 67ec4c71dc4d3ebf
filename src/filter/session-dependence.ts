// Whether what a query matches depends on the other entries of the session: then only who has all of them can answer it.
import { termsOf, type Query } from './query.js'

const FLAGS = ['duplicate', 'n+1']

export function dependsOnSession (query: Query): boolean {
  return termsOf(query).some(term => term.type === 'key' && term.key === 'is' &&
    term.values.some(value => value.type !== 'pair' && FLAGS.some(flag => flag.startsWith(value.text.toLowerCase()))))
}
