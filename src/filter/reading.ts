// Whether a value says something to its key. What cannot be read is plain text, as in DevTools; what is only begun says nothing yet, so
// that no list is empty while somebody types `status:>`.
import { flagsLike, verdictsLike, type Key } from './keys.js'
import { readMoment } from './moments.js'
import { BARE, BYTES, MILLISECONDS, readNumber, readNumbers } from './numbers.js'
import type { Pair, Scalar, Value } from './query.js'

export type Reading = 'clear' | 'unclear' | 'nothing yet'

export function readingOf (key: Key, value: Value): Reading {
  if (value.type === 'pair') return isComparable(value) ? 'clear' : 'unclear'
  if (isBegun(key, value)) return 'nothing yet'
  return isClear(key, value) ? 'clear' : 'unclear'
}

function isComparable ({ name, operator, value }: Pair): boolean {
  return name !== '' && (operator === '=' || (value.type !== 'regex' && readNumber(value.text, BARE) !== undefined))
}

const ONLY_OPERATOR = /^[<>]=?$/

// An empty text is in every text, and so says nothing, unless it is meant as the whole: `response:=""`.
function isBegun ({ form }: Key, { type, text, exact }: Scalar): boolean {
  if (text === '') return !(exact && type === 'quoted')
  return type === 'word' && ONLY_OPERATOR.test(text) && (form === 'status' || form === 'code' || form === 'size' || form === 'duration')
}

function isClear ({ name, form }: Key, { type, text }: Scalar): boolean {
  switch (form) {
    case 'size': return type !== 'regex' && (name === 'larger-than' ? readNumber(text, BYTES) : readNumbers(text, BYTES)) !== undefined
    case 'duration': return type !== 'regex' && readNumbers(text, MILLISECONDS) !== undefined
    case 'moment': return type !== 'regex' && readMoment(text) !== undefined
    case 'pair': return name !== 'json' || type !== 'regex'
    case 'flag': return type !== 'regex' && flagsLike(text).length > 0
    case 'verdict': return type !== 'regex' && verdictsLike(text).length > 0
    default: return true
  }
}
