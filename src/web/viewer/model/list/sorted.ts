// Sorts entries by a key. A click must sort a hundred thousand entries without a noticeable delay, so keys are turned into numbers, which a
// radix sort sorts without comparisons.
import type { ListedEntry } from '../../../../exchange/held.js'
import { stableOrder } from './stable-order.js'

type Key = number | string | undefined

/** The sort key of an entry, which never changes; undefined comes last in both directions. */
export type SortKey = (entry: ListedEntry) => Key

export interface Sorting {
  key: SortKey
  isDescending: boolean
  /** Sorts by arrival, the newest first; the key is ignored. */
  isReversed?: boolean
}

/** Numbers come before texts: a column that a person added may have both. */
export function compareKeys (a: Key, b: Key, isDescending: boolean): number {
  if (a === b) return 0
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1
  const isLess = typeof a === typeof b ? a < b : typeof a === 'number'
  return isLess === isDescending ? 1 : -1
}

/** `entries` are in order of arrival, which equal ones keep. */
export function sortedBy (entries: readonly ListedEntry[], { key, isDescending }: Sorting): ListedEntry[] {
  return placed(entries, ranksOf(entries, key), isDescending)
}

/** `ranks`: one for each entry. */
export function placed (entries: readonly ListedEntry[], ranks: Float64Array, isDescending: boolean): ListedEntry[] {
  const result: ListedEntry[] = []
  const order = stableOrder(isDescending ? reversed(ranks) : ranks)
  for (let n = 0; n < order.length; n++) {
    const entry = entries[order[n] ?? 0]
    if (entry) result.push(entry)
  }
  return result
}

// A key that is undefined stays last.
function reversed (ranks: Float64Array): Float64Array {
  const result = new Float64Array(ranks.length)
  for (let n = 0; n < ranks.length; n++) {
    const rank = ranks[n] ?? 0
    result[n] = rank === Infinity ? rank : -rank
  }
  return result
}

/** Numbers in the order of the keys, for each entry. Each different text is compared only once: most columns have few. */
export function ranksOf (entries: readonly ListedEntry[], key: SortKey): Float64Array {
  const ranks = new Float64Array(entries.length)
  const keys = entries.map(key)
  if (!keys.some(isText)) {
    for (let n = 0; n < keys.length; n++) ranks[n] = Number(keys[n] ?? Infinity)
    return ranks
  }
  const { distinct, indexes } = distinctOf(keys)
  const rankOf = ranksOfDistinct(distinct)
  for (let n = 0; n < keys.length; n++) ranks[n] = rankOf[indexes[n] ?? 0] ?? Infinity
  return ranks
}

/** The different keys, and for each key which of them it is: each text is hashed only once. */
function distinctOf (keys: readonly Key[]): { distinct: Key[], indexes: Uint32Array } {
  const [distinct, indexes, known] = [[] as Key[], new Uint32Array(keys.length), new Map<Key, number>()]
  for (let n = 0; n < keys.length; n++) {
    const key = keys[n]
    let index = known.get(key)
    if (index === undefined) {
      index = distinct.push(key) - 1
      known.set(key, index)
    }
    indexes[n] = index
  }
  return { distinct, indexes }
}

function ranksOfDistinct (distinct: readonly Key[]): Float64Array {
  const numbers = distinct.filter(key => typeof key === 'number').sort((a, b) => a - b)
  const rankOf = new Map<Key, number>([...numbers, ...distinct.filter(isText).sort()].map((key, rank) => [key, rank]))
  return Float64Array.from(distinct, key => rankOf.get(key) ?? Infinity)
}

function isText (key: Key): key is string {
  return typeof key === 'string'
}
