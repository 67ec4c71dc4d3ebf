// Sorts entries by a key. A hundred thousand of them are sorted while a person clicks, so keys become numbers, which engines sort without
// calling back.
import type { Held } from '../../../../exchange/held.js'

type Key = number | string | undefined

/** The sort key of an entry, which never changes; undefined comes last in both directions. */
export type SortKey = (entry: Held) => Key

export interface Sorting {
  key: SortKey
  isDescending: boolean
  /** By arrival, the newest first; the key is ignored. */
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
export function sortedBy (entries: readonly Held[], { key, isDescending }: Sorting): Held[] {
  const ranks = ranksOf(entries.map(key), isDescending)
  const sorted = ranks.toSorted()
  /** For each rank, at the index of its first place, how many of its places are taken. */
  const taken = new Uint32Array(ranks.length)
  const result = new Array<Held>(ranks.length)
  entries.forEach((entry, n) => {
    const first = firstPlace(sorted, ranks[n] ?? 0)
    const others = taken[first] ?? 0
    result[first + others] = entry
    taken[first] = others + 1
  })
  return result
}

/** Numbers in the order of the keys. */
function ranksOf (keys: readonly Key[], isDescending: boolean): Float64Array {
  const sign = isDescending ? -1 : 1
  const byText = keys.some(key => typeof key === 'string') ? ranksOfDistinct(keys) : undefined
  return Float64Array.from(keys, key => {
    if (key === undefined) return Infinity
    return sign * (byText?.get(key) ?? Number(key))
  })
}

function ranksOfDistinct (keys: readonly Key[]): Map<Key, number> {
  const distinct = [...new Set(keys)]
  const numbers = distinct.filter(key => typeof key === 'number').sort((a, b) => a - b)
  const texts = distinct.filter(key => typeof key === 'string').sort()
  return new Map([...numbers, ...texts].map((key, rank) => [key, rank]))
}

function firstPlace (sorted: Float64Array, rank: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < rank) low = middle + 1
    else high = middle
  }
  return low
}
