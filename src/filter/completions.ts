// Suggests what to type next: keys with their meanings, and after a key the values that occur in the session. The work is bounded, whatever
// the session contains. Each call of `completions` is for one text and one cursor position.
import type { ListedEntry } from '../exchange/held.js'
import { KEY_GUIDE } from './key-guide.js'
import { KEYS, type Key } from './keys.js'
import { sessionValues } from './session-values.js'
import { partAt } from './part.js'
import { printValue } from './print.js'
import type { Value } from './query.js'

export interface Completion {
  /** The text that replaces the range from `from` to `to` when the user chooses it. */
  text: string
  /** Empty for values that occur in the session. */
  meaning: string
  /** How many of the newest entries have it; undefined for keys and suggestions. */
  count: number | undefined
}

export interface Completions {
  from: number
  to: number
  /** Best first. */
  items: Completion[]
}

const MAX_ITEMS = 50

export function completions (text: string, cursor: number, entries: readonly ListedEntry[]): Completions {
  const { from, to, key, name, typed } = partAt(text, cursor)
  const items = key ? valuesOf(key, name, typed, entries) : keysFor(typed)
  return { from, to, items: items.slice(0, MAX_ITEMS) }
}

function keysFor (typed: string): Completion[] {
  return matching(KEYS.map(({ name, aliases }) => {
    const { meaning } = KEY_GUIDE[name]
    const called = isStart(name, typed) ? name : aliases.find(alias => isStart(alias, typed)) ?? name
    return { text: `${called}:`, meaning, count: undefined }
  }), typed)
}

function valuesOf (key: Key, name: string | undefined, typed: string, entries: readonly ListedEntry[]): Completion[] {
  const seen = [...sessionValues(key.name, name, entries)].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const values = matching(seen.map(([text, count]) => ({ text, meaning: '', count })), typed)
  const suggestions = matching(
    (KEY_GUIDE[key.name].suggestions ?? []).map(({ value, meaning }) => ({ text: value, meaning, count: undefined })), typed
  )
  return [...values.map(value => ({ ...value, text: printValue(key.name, valueOf(key, name, value.text)) })), ...suggestions]
}

// A value of the session is meant literally, even if it contains a star.
function valueOf (key: Key, name: string | undefined, text: string): Value {
  const type = /[*=<>]/.test(text) && key.name !== 'query' ? 'quoted' : 'word'
  const value = { type, text, exact: false } as const
  return name === undefined ? value : { type: 'pair', name, operator: '=', value }
}

/** The items that contain the typed text; items that begin with it come first. */
function matching (items: Completion[], typed: string): Completion[] {
  const lower = typed.toLowerCase()
  const fitting = items.filter(({ text }) => text.toLowerCase().includes(lower))
  return [...fitting.filter(({ text }) => isStart(text, typed)), ...fitting.filter(({ text }) => !isStart(text, typed))]
}

function isStart (text: string, typed: string): boolean {
  return text.toLowerCase().startsWith(typed.toLowerCase())
}
