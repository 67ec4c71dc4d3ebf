// The keys of the filter language, in one table: the name of each key, its names in other tools, and its form, which says how its values
// are read. key-guide.ts has the meanings of the keys, terms.ts reads values of each form, conditions.ts tests entries.
import { VERDICTS, type Verdict } from '../exchange/outcome.js'

/** How the values of a key are read. */
export type Form =
  /** Found anywhere in the text; `=text` must be the whole text. */
  | 'text'
  /** Like `text`; but a value with `*`, which stands for anything, must match the whole text. */
  | 'pattern'
  /** The text must begin with the value. */
  | 'beginning'
  | 'status' | 'code' | 'size' | 'duration' | 'moment' | 'flag' | 'verdict'
  /** A name, or `name=value`, `name>value` and so on. */
  | 'pair'

export interface Key {
  name: KeyName
  /** The names of the key in DevTools or Firefox. */
  aliases: readonly string[]
  form: Form
}

export const FLAGS = ['pending', 'error', 'no-answer', 'canceled', 'no-status', 'slow', 'pinned', 'duplicate', 'n+1'] as const
export type Flag = typeof FLAGS[number]

export type KeyName =
  'method' | 'host' | 'path' | 'api' | 'query' | 'operation' | 'status' | 'code' | 'kind' | 'mime-type' | 'size' | 'larger-than' | 'time' |
  'header' | 'request-header' | 'response-header' | 'body' | 'request' | 'response' | 'message' | 'storage' | 'params' | 'json' |
  'after' | 'before' | 'source' | 'via' | 'initiator' | 'note' | 'mark' | 'rule' | 'is' | 'verdict'

export const KEYS: readonly Key[] = [
  { name: 'method', aliases: [], form: 'beginning' },
  { name: 'host', aliases: ['domain'], form: 'pattern' },
  { name: 'path', aliases: [], form: 'pattern' },
  { name: 'api', aliases: [], form: 'text' },
  { name: 'query', aliases: [], form: 'text' },
  { name: 'operation', aliases: [], form: 'pattern' },
  { name: 'status', aliases: ['status-code'], form: 'status' },
  { name: 'code', aliases: [], form: 'code' },
  { name: 'kind', aliases: [], form: 'beginning' },
  { name: 'mime-type', aliases: [], form: 'pattern' },
  { name: 'size', aliases: [], form: 'size' },
  { name: 'larger-than', aliases: [], form: 'size' },
  { name: 'time', aliases: [], form: 'duration' },
  { name: 'header', aliases: [], form: 'pair' },
  { name: 'request-header', aliases: [], form: 'pair' },
  { name: 'response-header', aliases: ['has-response-header'], form: 'pair' },
  { name: 'body', aliases: [], form: 'text' },
  { name: 'request', aliases: [], form: 'text' },
  { name: 'response', aliases: [], form: 'text' },
  { name: 'message', aliases: [], form: 'text' },
  { name: 'storage', aliases: [], form: 'text' },
  { name: 'params', aliases: [], form: 'text' },
  { name: 'json', aliases: [], form: 'pair' },
  { name: 'after', aliases: [], form: 'moment' },
  { name: 'before', aliases: [], form: 'moment' },
  { name: 'source', aliases: [], form: 'pattern' },
  { name: 'via', aliases: [], form: 'pattern' },
  { name: 'initiator', aliases: [], form: 'pattern' },
  { name: 'note', aliases: [], form: 'pattern' },
  { name: 'mark', aliases: [], form: 'pattern' },
  { name: 'rule', aliases: [], form: 'pattern' },
  { name: 'is', aliases: [], form: 'flag' },
  { name: 'verdict', aliases: [], form: 'verdict' }
]

const BY_NAME = new Map(KEYS.flatMap(key => [key.name, ...key.aliases].map(name => [name, key] as const)))

/** The flags that begin with the text: `is:dup` is enough. */
export function flagsLike (text: string): Flag[] {
  return FLAGS.filter(flag => flag.startsWith(text.toLowerCase()))
}

/** The verdicts that begin with the text: `verdict:app` is enough. */
export function verdictsLike (text: string): Verdict[] {
  return VERDICTS.filter(verdict => verdict.startsWith(text.toLowerCase()))
}

/** Finds a key by its name or an alias, in any letter case. */
export function keyOf (name: string): Key | undefined {
  return BY_NAME.get(name.toLowerCase())
}
