// Sorts the entries, and keeps the order while they come and go: sorted entries stay in place, and only new ones are inserted. If two are
// equal, the one that arrived first comes first.
import type { Held } from '../../../../exchange/held.js'

/** The sort key of an entry; undefined comes last in both directions. */
export type SortKey = (entry: Held) => number | string | undefined

export interface Sorting {
  key: SortKey
  isDescending: boolean
  /** By arrival, the newest first; the key is ignored. */
  isReversed?: boolean
}

interface Placed {
  entry: Held
  key: number | string | undefined
  /** Its index in the order of arrival. */
  at: number
}

export class Order {
  #sorting: Sorting | undefined
  #placed: Placed[] = []

  /** `entries` are in order of arrival; without a sorting, they stay so. */
  arrange (entries: readonly Held[], sorting: Sorting | undefined): readonly Held[] {
    if (sorting !== this.#sorting) this.#placed = []
    this.#sorting = sorting
    if (!sorting) return entries
    if (sorting.isReversed) return entries.toReversed()
    const places = new Map(entries.map((entry, at) => [entry, at]))
    const kept: Placed[] = []
    for (const placed of this.#placed) {
      const at = places.get(placed.entry)
      if (at === undefined || !places.delete(placed.entry)) continue
      placed.at = at
      kept.push(placed)
    }
    const compare = comparison(sorting.isDescending)
    const added = Array.from(places, ([entry, at]) => ({ entry, key: sorting.key(entry), at })).sort(compare)
    this.#placed = merged(kept, added, compare)
    return this.#placed.map(({ entry }) => entry)
  }
}

type Compare = (a: Placed, b: Placed) => number

function comparison (isDescending: boolean): Compare {
  const sign = isDescending ? -1 : 1
  return (a, b) => {
    if (a.key === b.key) return a.at - b.at
    if (a.key === undefined) return 1
    if (b.key === undefined) return -1
    // Numbers come before texts: a column that a person added may have both.
    if (typeof a.key !== typeof b.key) return typeof a.key === 'number' ? -sign : sign
    return a.key < b.key ? -sign : sign
  }
}

function merged (kept: Placed[], added: Placed[], compare: Compare): Placed[] {
  if (added.length === 0) return kept
  const all: Placed[] = []
  let next = 0
  for (const placed of added) {
    for (let before = kept[next]; before && compare(before, placed) <= 0; before = kept[next]) {
      all.push(before)
      next++
    }
    all.push(placed)
  }
  return all.concat(kept.slice(next))
}
