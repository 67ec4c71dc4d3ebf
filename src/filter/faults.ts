// What somebody who typed a filter hardly meant: a key or value that is none, a bracket or quote that never closes. The language takes
// every text, so each of these would be searched for, found nowhere, and look like an answer. Commands refuse them; the page shows a hint.
import leven from 'leven'
import { KINDS } from '../exchange/kind.js'
import { VERDICTS } from '../exchange/outcome.js'
import { METHODS } from '../schema/push.js'
import { FLAGS, keyOf, KEYS, type Key } from './keys.js'
import { BARE, readNumbers } from './numbers.js'
import { arePaired } from './plain.js'
import type { Scalar, Term, Value } from './query.js'
import { tokensOf } from './tokens.js'

export interface Fault {
  /** `key`, `value`: there is none of this name; `empty`: a key without a value; the others never close, or cannot be read. */
  kind: 'key' | 'value' | 'empty' | 'bracket' | 'quote' | 'expression'
  /** The part of the filter that has it, as it was typed. */
  part: string
  /** Whose value it is. */
  key?: string
  /** What it may have been meant to be: the name of a key, or a value. */
  meant?: string
}

/** In the order in which they stand there; none where the text is empty. */
export function faultsOf (text: string): Fault[] {
  return tokensOf(text).flatMap(token => {
    if (token.type !== 'term') return []
    const fault = faultOf(text.slice(token.start + (token.negated ? 1 : 0), token.end), token.term)
    return fault ? [fault] : []
  })
}

/** The name of a key that is near to this one. */
export function keyLike (name: string): string | undefined {
  return nearest(name.toLowerCase(), KEYS.flatMap(key => [key.name, ...key.aliases]))
}

const KEY = /^([a-z]+(?:-[a-z]+)*):(?!\/\/)/i

function faultOf (part: string, term: Term | undefined): Fault | undefined {
  const name = KEY.exec(part)?.[1]
  const key = name === undefined ? undefined : keyOf(name)
  if (!term) return key ? { kind: 'empty', part, key: key.name } : undefined
  if (isUnclosed(part, term)) return { kind: 'quote', part }
  if (term.type === 'key') return key && valueFault(part, key, term.values)
  const { type, text } = term.value
  // Quoted, or an expression: it is meant so.
  if (type === 'regex' || text !== part) return undefined
  if (name !== undefined) return key ? unreadable(part, key) : { kind: 'key', part, ...named(keyLike(name)) }
  if (part.length > 2 && part.startsWith('/') && part.endsWith('/')) return { kind: 'expression', part }
  return arePaired(part) ? undefined : { kind: 'bracket', part }
}

// What cannot be read as a value of its key was taken for text as a whole.
function unreadable (part: string, key: Key): Fault {
  const value = part.slice(part.indexOf(':') + 1)
  if (!arePaired(value)) return { kind: 'bracket', part }
  return { kind: 'value', part, key: key.name, ...named(nearest(value, choicesOf(key) ?? [])) }
}

function valueFault (part: string, key: Key, values: Value[]): Fault | undefined {
  for (const value of values) {
    if (value.type === 'pair') continue
    if (value.type === 'quoted' && !arePaired(value.text) && !part.includes('"')) return { kind: 'bracket', part }
    if (!isChoice(key, value)) return { kind: 'value', part, key: key.name, ...named(nearest(value.text, choicesOf(key) ?? [])) }
  }
  return undefined
}

// A text of the status is written in quotes; a word that is no number hardly is one.
function isChoice (key: Key, value: Scalar): boolean {
  if (value.type === 'regex' || (key.name === 'status' && value.type === 'quoted')) return true
  if (key.name === 'status') return /^\d{1,3}[x*]{0,2}$/i.test(value.text) || readNumbers(value.text, BARE) !== undefined
  const choices = choicesOf(key)
  return choices === undefined || choices.some(choice => choice.startsWith(value.text.toLowerCase()))
}

/** The values of keys that have only so many. */
function choicesOf ({ name }: Key): readonly string[] | undefined {
  switch (name) {
    case 'is': return FLAGS
    case 'verdict': return VERDICTS
    case 'kind': return KINDS
    case 'method': return METHODS.map(method => method.toLowerCase())
    default: return undefined
  }
}

// Beside quotes that a backslash makes letters, and those of an expression.
function isUnclosed (part: string, term: Term): boolean {
  const scalars = term.type === 'text' ? [term.value] : term.values
  if (scalars.some(value => value.type === 'regex' || (value.type === 'pair' && value.value.type === 'regex'))) return false
  return (part.replace(/\\["\\]/g, '').match(/"/g)?.length ?? 0) % 2 === 1
}

const MOST_TYPED = 40

/** Two letters apart, where it has four; or a third of its letters. */
function nearest (typed: string, choices: readonly string[]): string | undefined {
  if (typed.length > MOST_TYPED) return undefined
  const [best] = choices.map(choice => ({ choice, far: leven(typed.toLowerCase(), choice) })).sort((a, b) => a.far - b.far)
  return best && best.far <= (best.choice.length < 4 ? 1 : Math.max(2, Math.floor(best.choice.length / 3))) ? best.choice : undefined
}

function named (meant: string | undefined): { meant?: string } {
  return meant === undefined ? {} : { meant }
}
