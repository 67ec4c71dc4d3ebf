// Whether what a query matches changes while time goes on and no entry changes.
import { flagsLike } from './keys.js'
import { readMoment } from './moments.js'
import { termsOf, type Query, type Term } from './query.js'

export function dependsOnTime (query: Query): boolean {
  return termsOf(query).some(isTimed)
}

function isTimed (term: Term): boolean {
  if (term.type === 'text') return false
  const texts = term.values.map(value => value.type === 'pair' ? '' : value.text)
  switch (term.key) {
    case 'is': return texts.some(text => flagsLike(text).includes('no-answer'))
    case 'after': case 'before': return texts.some(text => readMoment(text)?.moves)
    default: return false
  }
}
