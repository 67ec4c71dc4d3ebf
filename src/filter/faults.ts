// Likely mistakes in a typed filter: an unknown key or value, a bracket or quote that never closes, the syntax of another language. Our
// language accepts every text, so a filter with a mistake finds nothing, and the empty list looks like an answer. Commands refuse it; the
// page shows a hint.
import leven from 'leven'
import { KINDS } from '../exchange/kind.js'
import { VERDICTS } from '../exchange/outcome.js'
import { METHODS } from '../schema/push.js'
import { FLAGS, keyOf, KEYS, type Key } from './keys.js'
import { BARE, readNumbers } from './numbers.js'
import { arePaired } from './plain.js'
import type { Scalar, Term, Value } from './query.js'
import { tokensOf, type Token } from './tokens.js'

export interface Fault {
  /**
   * `key`, `value`: unknown; `empty`: a key without a value, an `OR` without a term on each side, or `()`; `bracket`, `quote`: not paired;
   * `expression`: not a regular expression;
   * `foreign`: written as in other languages, such as `status=500`, `or`, `AND`.
   */
  kind: 'key' | 'value' | 'empty' | 'bracket' | 'quote' | 'expression' | 'foreign'
  /** The part of the filter that has the fault, as it was typed, and where it begins. */
  part: string
  at: number
  /** The key of the faulty value. */
  key?: string
  /** A suggestion for the correction: the name of a key, or a value; of a foreign part, all of it. */
  meant?: string
}

/** The faults in the order of the text; an empty text has none. */
export function faultsOf (text: string): Fault[] {
  const tokens = tokensOf(text)
  // Between plain words, `and` may be a word that is searched for.
  const hasKey = tokens.some(token => token.type === 'term' && token.term?.type === 'key')
  return tokens.flatMap((token, i) => {
    if (token.type !== 'term') return lacksTerm(token, tokens[i - 1], tokens[i + 1]) ? [emptyFault(text, token, tokens[i - 1])] : []
    const at = token.start + (token.negated ? 1 : 0)
    const part = text.slice(at, token.end)
    const operator = hasKey ? OPERATORS.get(part.toLowerCase()) : undefined
    const fault = operator === undefined ? faultOf(part, token.term) : { kind: 'foreign' as const, part, meant: operator }
    return fault ? [{ ...fault, at }] : apartFault(text, tokens.slice(i, i + 3))
  })
}

/** Whether an `OR` has no term on one side, or a bracket closes directly after it has opened. */
function lacksTerm ({ type }: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (type === 'close') return before?.type === 'open'
  return type === 'or' && (!before || before.type === 'open' || !after || after.type === 'close' || after.type === 'or')
}

function emptyFault (text: string, { type, start, end }: Token, before: Token | undefined): Fault {
  const at = type === 'close' && before ? before.start : start
  return { kind: 'empty', part: text.slice(at, end), at }
}

/** The fault of a key whose colon, or value, is a part of its own: `is :error`, `status : 500`. */
function apartFault (text: string, [key, colon, value]: Token[]): Fault[] {
  const name = key?.type === 'term' ? text.slice(key.start + (key.negated ? 1 : 0), key.end) : ''
  if (!key || colon?.type !== 'term' || text[colon.start] !== ':' || !keyOf(name)) return []
  const last = colon.end - colon.start > 1 ? colon : value
  const at = key.end - name.length
  if (last?.type !== 'term') return [{ kind: 'empty', part: text.slice(at, colon.end), at }]
  const part = text.slice(at, last.end)
  return [{ kind: 'foreign', part, meant: part.replace(/\s+/g, ''), at }]
}

/** Words of other languages, with what they are here: nothing for `and`. */
const OPERATORS = new Map([['or', 'OR'], ['|', 'OR'], ['||', 'OR'], ['and', ''], ['&', ''], ['&&', ''], ['not', '-'], ['!', '-']])

/** The name of the most similar key. */
export function keyLike (name: string): string | undefined {
  return nearest(name.toLowerCase(), KEYS.flatMap(key => [key.name, ...key.aliases]))
}

const KEY = /^([a-z][a-z\d_]*(?:-[a-z\d_]+)*):(?!\/\/)/i
/** `status=500`, `status>=500`, and the wide colon of Chinese keyboards. */
const OTHER_COLON = /^([a-z]+(?:-[a-z]+)*)(?:[=：]|(?=[<>]))(.*)$/is

type Found = Omit<Fault, 'at'>

function faultOf (part: string, term: Term | undefined): Found | undefined {
  const name = KEY.exec(part)?.[1]
  const key = name === undefined ? undefined : keyOf(name)
  if (!term) return key ? { kind: 'empty', part, key: key.name } : undefined
  if (isUnclosed(part, term)) return { kind: 'quote', part }
  if (term.type === 'key') return key && valueFault(part, key, term.values)
  const { type, text } = term.value
  // A quoted text or a regular expression is not a mistake.
  if (type === 'regex' || text !== part) return undefined
  if (name !== undefined) return key ? unreadable(part, key) : { kind: 'key', part, ...named(keyLike(name)) }
  const [, other = '', value = ''] = OTHER_COLON.exec(part) ?? []
  if (keyOf(other)) return { kind: 'foreign', part, meant: `${other}:${value}` }
  if (part.length > 2 && part.startsWith('/') && part.endsWith('/')) return { kind: 'expression', part }
  return arePaired(part) ? undefined : { kind: 'bracket', part }
}

// The fault of a known key with a value that is not valid for it: the parser has treated the whole part as text.
function unreadable (part: string, key: Key): Found {
  const value = part.slice(part.indexOf(':') + 1)
  if (!arePaired(value)) return { kind: 'bracket', part }
  return { kind: 'value', part, key: key.name, ...named(nearest(value, choicesOf(key) ?? [])) }
}

function valueFault (part: string, key: Key, values: Value[]): Found | undefined {
  for (const value of values) {
    if (value.type === 'pair') continue
    if (value.type === 'quoted' && !arePaired(value.text) && !part.includes('"')) return { kind: 'bracket', part }
    if (!isChoice(key, value)) return { kind: 'value', part, key: key.name, ...named(nearest(value.text, choicesOf(key) ?? [])) }
  }
  return undefined
}

// A status text is written in quotes; a bare word that is not a number is probably a mistake.
function isChoice (key: Key, value: Scalar): boolean {
  if (value.type === 'regex' || (key.name === 'status' && value.type === 'quoted')) return true
  if (key.name === 'status') return /^\d{1,3}[x*]{0,2}$/i.test(value.text) || readNumbers(value.text, BARE) !== undefined
  const choices = choicesOf(key)
  return choices === undefined || choices.some(choice => choice.startsWith(value.text.toLowerCase()))
}

/** The values of a key that has a fixed list of values. */
function choicesOf ({ name }: Key): readonly string[] | undefined {
  switch (name) {
    case 'is': return FLAGS
    case 'verdict': return VERDICTS
    case 'kind': return KINDS
    case 'method': return METHODS.map(method => method.toLowerCase())
    default: return undefined
  }
}

// Escaped quotes do not count, nor do the quotes of a regular expression.
function isUnclosed (part: string, term: Term): boolean {
  const scalars = term.type === 'text' ? [term.value] : term.values
  if (scalars.some(value => value.type === 'regex' || (value.type === 'pair' && value.value.type === 'regex'))) return false
  return (part.replace(/\\["\\]/g, '').match(/"/g)?.length ?? 0) % 2 === 1
}

const MOST_TYPED = 40

/** At most two edits away, or a third of the choice's letters if that is more; one edit if the choice has under four letters. */
function nearest (typed: string, choices: readonly string[]): string | undefined {
  if (typed.length > MOST_TYPED) return undefined
  const [best] = choices.map(choice => ({ choice, far: leven(typed.toLowerCase(), choice) })).sort((a, b) => a.far - b.far)
  return best && best.far <= (best.choice.length < 4 ? 1 : Math.max(2, Math.floor(best.choice.length / 3))) ? best.choice : undefined
}

function named (meant: string | undefined): { meant?: string } {
  return meant === undefined ? {} : { meant }
}
