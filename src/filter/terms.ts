// The terms of a query's text: a value alone, or a key with its values.
import { flagsLike, keyOf, verdictsLike, type Key } from './keys.js'
import { readMoment } from './moments.js'
import { BARE, BYTES, MILLISECONDS, readNumber, numberTest } from './numbers.js'
import { isWord } from './plain.js'
import type { Operator, Pair, Scalar, Term, TextTerm, Value } from './query.js'
import type { Scanner } from './scanner.js'

const KEY = /[a-z]+(?:-[a-z]+)*:/iy
const OPERATOR = /=|[<>]=?/y

/** Reads a term; undefined if it is not complete yet. */
export function readTerm (scanner: Scanner): Term | undefined {
  const start = scanner.at
  const key = keyOf(scanner.take(KEY)?.slice(0, -1) ?? '')
  if (key) return keyTerm(scanner, key, start)
  scanner.at = start
  const value = scalar(scanner, '')
  return value.type === 'regex' ? { type: 'text', value } : value.text === '' ? undefined : textTerm(value.text)
}

/** Without a key, quoted texts and words mean the same. */
export function textTerm (text: string): TextTerm {
  return { type: 'text', value: { type: 'word', text, exact: false } }
}

function keyTerm (scanner: Scanner, key: Key, start: number): Term | undefined {
  const values = valuesOf(scanner, key)
  if (values.some(value => readingOf(key, value) === 'unclear')) return textTerm(scanner.text.slice(start, scanner.at))
  const clear = values.filter(value => readingOf(key, value) === 'clear')
  return clear.length === 0 ? undefined : { type: 'key', key: key.name, values: clear }
}

function valuesOf (scanner: Scanner, key: Key): Value[] {
  const values: Value[] = []
  do {
    const value = key.form === 'pair' ? pair(scanner) : exactOrScalar(scanner)
    const before = values[values.length - 1]
    // In `json:id=42,43` and `header:accept=text/html,image/*`, the value after the comma belongs to the same name.
    const same = before?.type === 'pair' && value.type !== 'pair'
    if (value.type === 'pair' || !isEmptyWord(value)) values.push(same ? { ...before, operator: '=', value } : value)
  } while (scanner.take(/,/y) !== undefined)
  return values
}

function exactOrScalar (scanner: Scanner): Scalar {
  const exact = scanner.take(/=/y) !== undefined
  const value = scalar(scanner, ',')
  return { ...value, exact: exact && value.type !== 'regex' }
}

function pair (scanner: Scanner): Value {
  const source = scanner.regex(',')
  if (source !== undefined) return { type: 'regex', text: source, exact: false }
  const name = quotedOrWord(scanner, ',=<>')
  const operator = scanner.take(OPERATOR) as Operator | undefined
  const value = operator === undefined ? undefined : scalar(scanner, ',')
  return operator === undefined || !value || isEmptyWord(value) ? name : { type: 'pair', name: name.text, operator, value }
}

// A value that is still being typed; a quoted "" is an empty value.
function isEmptyWord (value: Scalar): boolean {
  return value.type === 'word' && value.text === ''
}

function scalar (scanner: Scanner, stops: string): Scalar {
  const source = scanner.regex(stops)
  return source === undefined ? quotedOrWord(scanner, stops) : { type: 'regex', text: source, exact: false }
}

function quotedOrWord (scanner: Scanner, stops: string): Scalar {
  const quoted = scanner.quoted(stops)
  if (quoted !== undefined) return { type: 'quoted', text: quoted, exact: false }
  const word = scanner.word(stops)
  return { type: isWord(word) ? 'word' : 'quoted', text: word, exact: false }
}

// Whether a value is valid for its key. An invalid value is plain text, as in DevTools; an incomplete value has no effect yet, so
// that the list is not empty while somebody types `status:>`.
type Reading = 'clear' | 'unclear' | 'nothing yet'

function readingOf (key: Key, value: Value): Reading {
  if (value.type === 'pair') return isComparable(value) ? 'clear' : 'unclear'
  if (isBegun(key, value)) return 'nothing yet'
  return isClear(key, value) ? 'clear' : 'unclear'
}

function isComparable ({ name, operator, value }: Pair): boolean {
  return name !== '' && (operator === '=' || (value.type !== 'regex' && readNumber(value.text, BARE) !== undefined))
}

const ONLY_OPERATOR = /^[<>]=?$/

// Every text contains the empty text, so it has no effect, unless it must be the whole text: `response:=""`.
function isBegun ({ form }: Key, { type, text, exact }: Scalar): boolean {
  if (text === '') return !(exact && type === 'quoted')
  return type === 'word' && ONLY_OPERATOR.test(text) && (form === 'status' || form === 'code' || form === 'size' || form === 'duration')
}

function isClear ({ name, form }: Key, { type, text }: Scalar): boolean {
  switch (form) {
    case 'size': return type !== 'regex' && (name === 'larger-than' ? readNumber(text, BYTES) : numberTest(text, BYTES)) !== undefined
    case 'duration': return type !== 'regex' && numberTest(text, MILLISECONDS) !== undefined
    case 'moment': return type !== 'regex' && readMoment(text) !== undefined
    case 'pair': return name !== 'json' || type !== 'regex'
    case 'flag': return type !== 'regex' && flagsLike(text).length > 0
    case 'verdict': return type !== 'regex' && verdictsLike(text).length > 0
    // Only the service has the messages of a session, and it runs no regular expressions.
    default: return name !== 'message' || type !== 'regex'
  }
}
