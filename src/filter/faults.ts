// Likely mistakes in a typed filter: an unknown key or value, a bracket or quote that never closes, the syntax of another language. Our
// language accepts every text, so a filter with a mistake finds nothing, and the empty list looks like an answer. Commands refuse it; the
// page shows a hint.
import leven from 'leven'
import { KINDS } from '../exchange/kind.js'
import { VERDICTS } from '../exchange/outcome.js'
import { METHODS } from '../schema/push.js'
import { foreignIn } from './foreign-syntax.js'
import { FLAGS, keyOf, KEYS, type Key } from './keys.js'
import { BARE, numberTest } from './numbers.js'
import { arePaired } from './plain.js'
import type { Scalar, Term, Value } from './query.js'
import { tokensOf, type Token } from './tokens.js'

export interface FilterFault {
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
export function faultsOf (text: string): FilterFault[] {
  const tokens = tokensOf(text)
  // Between plain words, `and` may be a word that is searched for.
  const hasKey = tokens.some(token => token.type === 'term' && token.term?.type === 'key')
  const faults = tokens.flatMap((token, i) => {
    if (token.type !== 'term') return lacksTerm(token, tokens[i - 1], tokens[i + 1]) ? [emptyFault(text, token, tokens[i - 1])] : []
    const at = token.start + (token.negated ? 1 : 0)
    const part = text.slice(at, token.end)
    const next = tokens.slice(i + 1, i + 3)
    const foreign = foreignIn(text, token, next, hasKey)
    const fault = foreign ? { kind: 'foreign' as const, ...foreign } : faultOf(part, token.term) ?? colonFault(text, part, next)
    return fault ? [{ ...fault, at }] : []
  })
  // A fault inside the part of another fault is not reported.
  let end = 0
  return faults.filter(({ at, part }) => {
    if (at < end) return false
    end = at + part.length
    return true
  })
}

/** Whether an `OR` has no term on one side, or a bracket closes directly after it has opened. */
function lacksTerm ({ type }: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (type === 'close') return before?.type === 'open'
  return type === 'or' && (!before || before.type === 'open' || !after || after.type === 'close' || after.type === 'or')
}

function emptyFault (text: string, { type, start, end }: Token, before: Token | undefined): FilterFault {
  const at = type === 'close' && before ? before.start : start
  return { kind: 'empty', part: text.slice(at, end), at }
}

/** The fault of a key whose colon stands alone, without a value: `status :`. */
function colonFault (text: string, name: string, [colon, value]: Token[]): PartFault | undefined {
  if (colon?.type !== 'term' || value?.type === 'term' || text.slice(colon.start, colon.end) !== ':' || !keyOf(name)) return undefined
  return { kind: 'empty', part: `${name} :` }
}

/** The name of the most similar key. */
function keyLike (name: string): string | undefined {
  return nearest(name.toLowerCase(), KEYS.flatMap(key => [key.name, ...key.aliases]))
}

/** The values of `via` that recorders write. Scripts may push others. */
const VIAS = ['beacon', 'eventsource', 'websocket', 'mock', 'resource', 'error']
/** Requests of these kinds have no `via`. */
const NEVER_VIAS = ['fetch', 'xhr', 'xmlhttprequest']

const KEY = /^([a-z][a-z\d_]*(?:-[a-z\d_]+)*):(?!\/\/)/i

type PartFault = Omit<FilterFault, 'at'>

function faultOf (part: string, term: Term | undefined): PartFault | undefined {
  const name = KEY.exec(part)?.[1]
  const key = name === undefined ? undefined : keyOf(name)
  if (!term) return key ? { kind: 'empty', part, key: key.name } : undefined
  if (isUnclosed(part, term)) return { kind: 'quote', part }
  if (term.type === 'key') return key && valueFault(part, key, term.values)
  const { type, text } = term.value
  // A quoted text or a regular expression is not a mistake.
  if (type === 'regex' || text !== part) return undefined
  if (name !== undefined) return key ? unreadable(part, key) : { kind: 'key', part, ...meantOf(keyLike(name)) }
  if (looksLikeExpression(part)) return { kind: 'expression', part }
  return arePaired(part) ? undefined : { kind: 'bracket', part }
}

// The fault of a known key with a value that is not valid for it: the parser has treated the whole part as text.
function unreadable (part: string, key: Key): PartFault {
  const value = part.slice(part.indexOf(':') + 1)
  if (!arePaired(value)) return { kind: 'bracket', part }
  return { kind: 'value', part, key: key.name, ...meantOf(nearest(value, choicesOf(key) ?? [])) }
}

function valueFault (part: string, key: Key, values: Value[]): PartFault | undefined {
  for (const value of values) {
    if (value.type === 'pair') continue
    if (value.type === 'quoted' && !part.includes('"')) {
      if (!arePaired(value.text)) return { kind: 'bracket', part }
      if (looksLikeExpression(value.text)) return { kind: 'expression', part }
    }
    if (!isChoice(key, value)) return { kind: 'value', part, key: key.name, ...meantOf(nearest(value.text, choicesOf(key) ?? [])) }
  }
  return undefined
}

function looksLikeExpression (text: string): boolean {
  return text.length > 2 && text.startsWith('/') && text.endsWith('/')
}

function isChoice (key: Key, value: Scalar): boolean {
  const { type, text } = value
  if (type === 'regex') return true
  if (key.name === 'status') return isStatus(value)
  if (key.name === 'via') return VIAS.some(via => via.includes(text.toLowerCase())) || nearest(text, [...VIAS, ...NEVER_VIAS]) === undefined
  if (key.name === 'code') return type === 'quoted' || !/^[<>]/.test(text) || numberTest(text, BARE) !== undefined
  const choices = choicesOf(key)
  return choices === undefined || choices.some(choice => choice.startsWith(text.toLowerCase()))
}

// A status text is written in quotes; a bare word that is not a number is probably a mistake, and so is a class of statuses in quotes.
function isStatus ({ type, text }: Scalar): boolean {
  if (type === 'quoted') return !/^\d[\dx*]x$/i.test(text)
  return /^\d{1,3}[x*]{0,2}$/i.test(text) || (!text.startsWith('-') && numberTest(text, BARE) !== undefined)
}

/** The values of a key that has a fixed list of values. */
function choicesOf ({ name }: Key): readonly string[] | undefined {
  switch (name) {
    case 'is': return FLAGS
    case 'verdict': return VERDICTS
    case 'kind': return KINDS
    case 'via': return VIAS
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

const MAX_TYPED = 40

/** At most two edits away, or a third of the choice's letters if that is more; one edit if the choice has under four letters. */
function nearest (typed: string, choices: readonly string[]): string | undefined {
  if (typed.length > MAX_TYPED) return undefined
  const [best] = choices.map(choice => ({ choice, far: leven(typed.toLowerCase(), choice) })).sort((a, b) => a.far - b.far)
  return best && best.far <= (best.choice.length < 4 ? 1 : Math.max(2, Math.floor(best.choice.length / 3))) ? best.choice : undefined
}

function meantOf (meant: string | undefined): { meant?: string } {
  return meant === undefined ? {} : { meant }
}
