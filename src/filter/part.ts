// The part of a query that is being typed: a key's name, or a value after its key, with or without an open quote.
import { keyOf, type Key } from './keys.js'

export interface QueryPart {
  /** Where the name or value begins and ends in the text. */
  from: number
  to: number
  /** The key of the value; undefined while a name or word is typed. */
  key: Key | undefined
  /** The name in a pair, if its value is being typed. */
  name: string | undefined
  /** The typed text up to the cursor, without quotes. */
  typed: string
}

// Limits the work; nobody types a longer part.
const MAX_LENGTH = 500
const KEY = '(?:^|[\\s(])-?([a-z]+(?:-[a-z]+)*):'
const OPEN_QUOTE = new RegExp(`${KEY}(?:[^\\s"]*,)?([^\\s",]*)"((?:[^"\\\\]|\\\\[^])*)$`, 'i')
const VALUE = new RegExp(`${KEY}(?:\\S*,)?([^\\s,]*)$`, 'i')
const WORD = /[^\s(]*$/
const PAIR = /^([^=<>]+)(?:=|[<>]=?)/

export function partAt (text: string, cursor: number): QueryPart {
  const head = text.slice(Math.max(0, cursor - MAX_LENGTH), cursor)
  const rest = text.slice(cursor, cursor + MAX_LENGTH)
  const [, quotedKey = '', before = '', inQuote = ''] = OPEN_QUOTE.exec(head) ?? []
  if (keyOf(quotedKey)) {
    const to = cursor + (/^[^\s"]*"?/.exec(rest)?.[0].length ?? 0)
    return value(quotedKey, before, inQuote.replace(/\\(["\\])/g, '$1'), cursor - before.length - inQuote.length - 1, to)
  }
  const to = cursor + (/^[^\s,)]*/.exec(rest)?.[0].length ?? 0)
  const [, key = '', typed = ''] = VALUE.exec(head) ?? []
  if (keyOf(key)) return value(key, typed, '', cursor - typed.length, to)
  const word = (WORD.exec(head)?.[0] ?? '').replace(/^-/, '')
  return { from: cursor - word.length, to, key: undefined, name: undefined, typed: word }
}

function value (keyName: string, before: string, inQuote: string, from: number, to: number): QueryPart {
  const key = keyOf(keyName)
  if (key?.form !== 'pair') {
    const exact = before.startsWith('=') ? 1 : 0
    return { from: from + exact, to, key, name: undefined, typed: before.slice(exact) + inQuote }
  }
  const [operator = '', name] = PAIR.exec(before) ?? []
  return { from, to, key, name, typed: before.slice(operator.length) + inQuote }
}
