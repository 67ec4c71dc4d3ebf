// From query to text: parse reads it back as the same query.
import { keyOf, type KeyName } from './keys.js'
import { isWord, regexSource } from './plain.js'
import type { Query, Scalar, Value } from './query.js'

export function print (query: Query): string {
  switch (query.type) {
    case 'text': return query.value.type === 'regex' ? regex(query.value.text) : text(query.value.text)
    case 'key': return `${query.key}:${query.values.toSorted(pairsLast).map(value => printValue(query.key, value)).join(',')}`
    case 'not': return `-${query.of.type === 'all' ? bracketed(query.of) : part(query.of)}`
    case 'all': return query.of.map(part).join(' ')
    case 'any': return query.of.map(print).join(' OR ')
  }
}

function part (query: Query): string {
  return query.type === 'any' ? bracketed(query) : print(query)
}

function bracketed (query: Query): string {
  return `(${print(query)})`
}

// A bare name after a pair would be read as one more value of the pair.
function pairsLast (a: Value, b: Value): number {
  return Number(a.type === 'pair') - Number(b.type === 'pair')
}

/** A value as it stands after its key. */
export function printValue (key: KeyName, value: Value): string {
  if (value.type === 'pair') return `${name(value.name)}${value.operator}${scalar(value.value)}`
  if (value.type === 'word' && keyOf(key)?.form === 'pair') return name(value.text)
  // A value that begins with an equals sign is quoted: the sign would mean an exact match.
  return value.exact ? `=${scalar(value)}` : scalar(value, /^=/.test(value.text))
}

function scalar ({ type, text }: Scalar, ambiguous = false): string {
  if (type === 'regex') return regex(text)
  return type === 'word' && !ambiguous && isWord(text) && /^[^\s,]+$/.test(text) ? text : quoted(text)
}

// A name with slashes is quoted: together, two of them could look like a regular expression.
function name (name: string): string {
  return isWord(name) && /^[^\s,=<>/]+$/.test(name) ? name : quoted(name)
}

function regex (source: string): string {
  return `/${regexSource(source) ?? source}/`
}

// `OR` and the names of keys have a meaning in the language, so `text` quotes them, too.
const PLAIN = /^[^\s()"-][^\s()]*$/

function text (text: string): string {
  const hasKey = keyOf(/^[a-z-]+(?=:)/i.exec(text)?.[0] ?? '') !== undefined
  return PLAIN.test(text) && isWord(text) && text !== 'OR' && !hasKey ? text : quoted(text)
}

function quoted (text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
