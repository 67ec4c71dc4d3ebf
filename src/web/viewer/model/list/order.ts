// Sorts the entries, and keeps the order while they come and go: sorted entries stay in place, and only new ones are inserted. If two are
// equal, the one that arrived first comes first.
import type { ListedEntry } from '../../../../exchange/held.js'
import { entryDifference, type EntryDifference } from '../difference.js'
import { compareKeys, placed, ranksOf, sortedBy, type Sorting, type SortKey } from './sorted.js'

/** If more of the entries are new than this share of all, sorting all is faster. */
const SORT_ALL_SHARE = 0.1

export class Order {
  #sorting: Sorting | undefined
  /** In order of arrival, and in the order in which they are shown. */
  #entries: readonly ListedEntry[] = []
  #sorted: readonly ListedEntry[] = []
  /** Descending order reverses the ascending one, instead of computing sort keys again. */
  #ranks: { entries: readonly ListedEntry[], key: SortKey, all: Float64Array } | undefined

  /** `entries` are in order of arrival; without a sorting, they stay so. */
  arrange (entries: readonly ListedEntry[], sorting: Sorting | undefined): readonly ListedEntry[] {
    const isSame = sorting !== undefined && sorting === this.#sorting
    this.#sorting = sorting
    if (!sorting || sorting.isReversed) return sorting ? entries.toReversed() : entries
    const difference = isSame ? entryDifference(this.#entries, entries) : undefined
    this.#sorted = difference && difference.come.length <= SORT_ALL_SHARE * entries.length
      ? inserted(without(this.#sorted, difference.gone), entries, difference, sorting)
      : this.#sort(entries, sorting)
    this.#entries = entries
    return this.#sorted
  }

  #sort (entries: readonly ListedEntry[], { key, isDescending }: Sorting): ListedEntry[] {
    const known = this.#ranks
    const { all } = known?.entries === entries && known.key === key ? known : this.#ranks = { entries, key, all: ranksOf(entries, key) }
    return placed(entries, all, isDescending)
  }
}

function without (sorted: readonly ListedEntry[], gone: readonly ListedEntry[]): readonly ListedEntry[] {
  if (gone.length === 0) return sorted
  const left = new Set(gone)
  return sorted.filter(entry => !left.has(entry))
}

function inserted (
  kept: readonly ListedEntry[], entries: readonly ListedEntry[], { come, from }: EntryDifference, sorting: Sorting
): readonly ListedEntry[] {
  if (come.length === 0) return kept
  // All entries before the first new one arrived earlier.
  const places = new Map(entries.slice(from).map((entry, n) => [entry, n]))
  const compare = (a: ListedEntry, b: ListedEntry) =>
    compareKeys(sorting.key(a), sorting.key(b), sorting.isDescending) || (places.get(a) ?? -1) - (places.get(b) ?? -1)
  const pieces: (readonly ListedEntry[])[] = []
  let next = 0
  for (const entry of sortedBy(come, sorting)) {
    const to = placeOf(kept, next, other => compare(other, entry) <= 0)
    pieces.push(kept.slice(next, to), [entry])
    next = to
  }
  return [...pieces, kept.slice(next)].flat()
}

/** The index of the first entry from `from` on that is not before. */
function placeOf (sorted: readonly ListedEntry[], from: number, isBefore: (entry: ListedEntry) => boolean): number {
  let [low, high] = [from, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = sorted[middle]
    if (entry && isBefore(entry)) low = middle + 1
    else high = middle
  }
  return low
}
