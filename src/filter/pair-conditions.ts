// The conditions on headers and JSON: whether a name exists, and what its value is.
import { longTextOf } from '../exchange/held.js'
import type { Match } from './context.js'
import { parsedFactsOf } from './parsed-facts.js'
import { nameIn, readPath } from './json-path.js'
import { contains } from './literal.js'
import { BARE, numberTest } from './numbers.js'
import type { Pair, Scalar, Value } from './query.js'
import { textTest, type TextTest } from './text-test.js'

export type HeaderText = 'requestHeader' | 'responseHeader'

/** Matches if such a header exists; for a pair, also its value must match. */
export function headerCondition (texts: HeaderText[], value: Value): Match {
  const name: Scalar = value.type === 'pair' ? { type: 'word', text: value.name, exact: false } : value
  const isNamed = textTest(name, 'whole')
  const mayHold = name.type === 'regex' || name.text.includes('*') ? () => true : mayHave(name.text)
  const isWanted = value.type === 'pair' ? headerValue(value) : () => true
  return entry => texts.some(text => mayHold(entry[text]) &&
    parsedFactsOf(entry).headers(entry[text]).some(field => isNamed(field.name) && isWanted(field.value)))
}

function headerValue ({ operator, value }: Pair): TextTest {
  return operator === '=' ? textTest(value, 'pattern') : comparison(operator + value.text)
}

const BODIES = ['response', 'request'] as const

/** Matches if a body has a value at the path; for a pair, the value must be equal, or satisfy the comparison. */
export function jsonCondition (value: Value): Match {
  const path = pathIn(value)
  const isWanted = value.type === 'pair' ? jsonValue(value) : () => true
  const hasTexts = jsonTexts(value).map(mayHave)
  const mayHold = (body: string) => /^[\ufeff\s]*[{[]/.test(body) && hasTexts.every(hasText => hasText(body))
  return entry => BODIES.some(name => {
    const body = longTextOf(entry, name)
    return mayHold(body) && parsedFactsOf(entry).values(body, path).some(isWanted)
  })
}

/** Texts that a body without escapes must contain, or it does not match. */
export function jsonTexts (value: Value): string[] {
  return [nameIn(readPath(pathIn(value))) ?? '', textIn(value)]
}

function pathIn (value: Value): string {
  return value.type === 'pair' ? value.name : value.text
}

// Most texts need not be parsed, because they do not contain the searched part. JSON escapes may hide it, so a backslash counts, too.
function mayHave (part: string): TextTest {
  const hasPart = contains(part)
  // Names are mostly written in the same case, which is faster to find.
  return text => text.includes(part) || hasPart(text) || text.includes('\\')
}

// The text that a body must contain; empty for numbers, because they may be written in several ways.
function textIn (value: Value): string {
  if (value.type !== 'pair' || value.operator !== '=') return ''
  const { type, text } = value.value
  return type === 'quoted' || (type === 'word' && !text.includes('*') && Number.isNaN(Number(text))) ? text : ''
}

function jsonValue ({ operator, value }: Pair): (value: unknown) => boolean {
  if (operator !== '=') {
    const isInside = comparison(operator + value.text)
    return found => (typeof found === 'number' || typeof found === 'string') && isInside(String(found))
  }
  const isText = textTest(value, 'whole')
  const number = value.type === 'word' ? Number(value.text) : NaN
  return found => found === null || typeof found !== 'object' ? found === number || isText(String(found)) : false
}

function comparison (text: string): TextTest {
  const isInside = numberTest(text, BARE) ?? (() => false)
  return text => text.trim() !== '' && isInside(Number(text))
}
