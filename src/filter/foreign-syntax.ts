// Finds parts of a filter that are written as in other filter languages, such as `status=500`, `!is:error` or `'not found'`, and what was
// meant. In our language they are text to search for, so they would find nothing.
import { METHODS } from '../schema/push.js'
import { VERDICTS } from '../exchange/outcome.js'
import { FLAGS, keyOf, type Key } from './keys.js'
import { BYTES, MILLISECONDS } from './numbers.js'
import type { Token } from './tokens.js'

export interface Foreign {
  /** The part as it was typed; it may go on after the token. */
  part: string
  /** The same in our language; empty for `and`, which is left out. */
  meant: string
}

/** The foreign syntax that begins with a term; `next`: the two tokens after it. `hasKey`: whether a term of the filter has a key. */
export function foreignIn (text: string, token: Token, next: Token[], hasKey: boolean): Foreign | undefined {
  const part = partOf(text, token)
  const operator = hasKey || SURE_OPERATORS.has(part) ? OPERATORS.get(part.toLowerCase()) : undefined
  if (operator !== undefined) return { part, meant: operator }
  const isNegated = token.type === 'term' && token.negated
  return otherQuotes(text, token, part) ?? otherTerm(part, isNegated, hasKey) ?? placeholders(part) ?? apart(text, part, token, next)
}

/** Words of other languages, with what they are here: nothing for `and`. Between plain words, a word such as `and` may be sought. */
const OPERATORS = new Map([
  ['or', 'OR'], ['|', 'OR'], ['||', 'OR'], ['and', ''], ['&', ''], ['&&', ''], ['+', ''], ['not', '-'], ['!', '-'], ['-', '-']
])
/** These count even if no term of the filter has a key. */
const SURE_OPERATORS = new Set(['AND', '&&', '||'])

const NAME = '([a-z]+(?:-[a-z]+)*)'
/** Between a key and its value. A wide colon is that of Chinese keyboards. */
const SIGN = '(!?(?:=~|==|[=:：~])|!|<>|[≠≥≤]|(?=[<>]))'
const OTHER_SIGN = new RegExp(`^${NAME}${SIGN}(.*)$`, 'is')
const BEFORE_KEY = new RegExp(`^([!+~?[{,;-]+)(${NAME}[:=].*)$`, 'is')
const BEFORE_BRACKET = /^(?:[!-]+|not)(\(.*)$/is

function otherTerm (part: string, isNegated: boolean, hasKey: boolean): Foreign | undefined {
  const excluded = (rest: string) => ({ part, meant: isNegated ? rest : `-${rest}` })
  const [, bracketed] = BEFORE_BRACKET.exec(part) ?? []
  if (bracketed !== undefined) return excluded(bracketed)
  const [, signs = '', term = '', name = ''] = BEFORE_KEY.exec(part) ?? []
  if (keyOf(name)) return /[!-]/.test(signs) ? excluded(term) : { part, meant: term.replace(/[\]};]+$/, '') }
  const meant = ourTerm(part)
  if (meant) return { part, meant: isNegated ? meant.replace(/^-/, '') : meant }
  return hasKey && /^!\w/.test(part) ? excluded(part.slice(1)) : undefined
}

/** `status=500`, `status!=500`, `status>=500`: with the sign that we write. Undefined for a term of our language, and for plain text. */
function ourTerm (part: string): string | undefined {
  const [, name = '', sign = '', value = ''] = OTHER_SIGN.exec(part) ?? []
  if (sign === ':' || (sign === '' && !/^[<>]/.test(value)) || !keyOf(name)) return undefined
  if (value.startsWith('>') && sign === '<') return `-${name}:${value.slice(1)}`
  if (sign === '' && value.startsWith('<>')) return `-${name}:${value.slice(2)}`
  if (sign.startsWith('!') || sign === '<>' || sign === '≠') return `-${name}:${value.replace(/^=/, '')}`
  return `${name}:${sign === '≥' ? '>=' : sign === '≤' ? '<=' : sign === '==' ? '=' : ''}${value}`
}

const CLOSING = new Map([['\'', '\''], ['`', '`'], ['“', '”'], ['‘', '’'], ['「', '」']])
const QUOTE = new RegExp(`^(?:${NAME}:=?)?(['\`“‘「])`, 'i')

/** A text in quotes that are not ours, around a value or a term; it may have blanks. */
function otherQuotes (text: string, { end }: Token, part: string): Foreign | undefined {
  const [before = '', name, quote = ''] = QUOTE.exec(part) ?? []
  const closing = CLOSING.get(quote)
  if (closing === undefined || (name !== undefined && !keyOf(name))) return undefined
  const at = end - part.length
  const from = at + before.length
  const close = endOfQuote(text, closing, from)
  if (close === undefined) return undefined
  const inside = text.slice(from, close)
  const isTerm = name === undefined && new RegExp(`^-?\\(?${NAME}:`, 'i').test(inside)
  return { part: text.slice(at, close + 1), meant: `${before.slice(0, -1)}${isTerm ? inside : `"${inside.replace(/["\\]/g, '\\$&')}"`}` }
}

const MAX_QUOTE_LENGTH = 500

/** The quote that closes at the end of a part. */
function endOfQuote (text: string, closing: string, from: number): number | undefined {
  for (let at = from + 1; at < Math.min(text.length, from + MAX_QUOTE_LENGTH); at++) {
    if (text[at] === closing && /^(?:[\s,)]|$)/.test(text.slice(at + 1, at + 2))) return at
  }
  return undefined
}

/** `path:/orders/{id}`, `api:/orders/:id`. */
function placeholders (part: string): Foreign | undefined {
  const [, before = '', path = ''] = /^((?:path|api):=?)(\/.*)$/is.exec(part) ?? []
  const meant = path.replace(/\/(?:\{\w+\}|:\w+)(?=\/|$)/g, '/*')
  return meant === path ? undefined : { part, meant: before + meant }
}

/** A key whose colon, sign, value or unit is a part of its own: `is :error`, `status != 500`, `time:>1 s`, `is error`. */
function apart (text: string, name: string, token: Token, [sign, value]: Token[]): Foreign | undefined {
  if (sign?.type !== 'term') return undefined
  const [at, second] = [token.end - name.length, partOf(text, sign)]
  const through = ({ end }: Token) => text.slice(at, end)
  const unit = isUnitOf(second, name) ? through(sign) : undefined
  if (unit !== undefined) return { part: unit, meant: name + second }
  const key = keyOf(name)
  if (!key || sign.negated) return undefined
  if (isValueOf(key, second)) return { part: through(sign), meant: `${name}:${second}` }
  if (!/^(?:[:：]|!?=|<>$|[≠≥≤]|[<>]=?(?:$|\d))/.test(second)) return undefined
  const isAlone = /^\W{1,2}$/.test(second)
  const last = isAlone && value?.type === 'term' ? value : sign
  if (isAlone && last === sign) return undefined
  const joined = name + through(last).slice(name.length).replace(/\s+/g, '')
  return { part: through(last), meant: ourTerm(joined) ?? joined }
}

const NUMBER_OF = new RegExp(`^${NAME}:[<>]?=?\\d+(?:\\.\\d+)?$`, 'i')

/** Whether `second` is the unit of the number before it. */
function isUnitOf (second: string, term: string): boolean {
  const form = keyOf(NUMBER_OF.exec(term)?.[1] ?? '')?.form
  const units = form === 'duration' ? MILLISECONDS : form === 'size' ? BYTES : {}
  return second !== '' && Object.keys(units).includes(second.toLowerCase())
}

/** Only values that are hardly ever plain words after the name of the key. */
function isValueOf ({ name }: Key, text: string): boolean {
  switch (name) {
    case 'is': return (FLAGS as readonly string[]).includes(text)
    case 'verdict': return (VERDICTS as readonly string[]).includes(text)
    case 'method': return (METHODS as readonly string[]).includes(text)
    case 'status': return /^\d(?:\d\d|xx)$/i.test(text)
    default: return false
  }
}

/** A term as it was typed, without the `-` before it. */
function partOf (text: string, token: Token): string {
  return text.slice(token.start + (token.type === 'term' && token.negated ? 1 : 0), token.end)
}
