// Decides whether the matches of a query change with the time alone, although no entry changes.
import { flagsLike, verdictsLike, type KeyName } from './keys.js'
import { readMoment } from './moments.js'
import { termsOf, type Query } from './query.js'

export function dependsOnTime (query: Query): boolean {
  return timedValues(query).length > 0
}

/** The values of a query that depend on the time. */
export function timedValues (query: Query): { key: KeyName, text: string }[] {
  return termsOf(query)
    .flatMap(term => term.type === 'text'
      ? []
      : term.values.map(value => ({ key: term.key, text: value.type === 'pair' ? '' : value.text })))
    .filter(({ key, text }) => isTimed(key, text))
}

function isTimed (key: KeyName, text: string): boolean {
  switch (key) {
    case 'is': return flagsLike(text).includes('no-answer')
    case 'verdict': return verdictsLike(text).some(verdict => verdict === 'no-answer' || verdict === 'pending')
    case 'after': case 'before': return readMoment(text)?.moves !== undefined
    default: return false
  }
}
