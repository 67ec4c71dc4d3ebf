// The entries that the list shows, in their order: filtered, within the chosen time range, sorted by a column.
import { computed, type ReadonlySignal } from '@preact/signals'
import { startMsOf } from '../../../../exchange/outcome.js'
import type { ListedEntry } from '../../../../exchange/held.js'
import type { View } from '../view.js'
import type { Arrivals } from './arrivals.js'
import type { ColumnChoice } from './column-choice.js'
import type { Follow } from './follow.js'
import { Order } from './order.js'

export interface RowsOptions {
  entries: ReadonlySignal<readonly ListedEntry[]>
  /** The entries that match the filter, in order of arrival. */
  found: ReadonlySignal<readonly ListedEntry[]>
  range: View['range']
  columns: Pick<ColumnChoice, 'sort' | 'sorting'>
  arrivals: Arrivals
  follow: Follow
}

/** Columns that sort the newest entries last. */
const BY_TIME = ['number', 'start', 'waterfall']

export class Rows {
  /** The entries, sorted as shown. */
  readonly all: ReadonlySignal<readonly ListedEntry[]>
  /** The same entries, in order of arrival. */
  readonly matching: ReadonlySignal<readonly ListedEntry[]>
  /** The first entry of the session that arrived. */
  readonly first: ReadonlySignal<ListedEntry | undefined>
  /** The end of the list at which the newest entries are; undefined if the list is not sorted by time. */
  readonly newestEnd: ReadonlySignal<'start' | 'end' | undefined>
  /** How many entries came while the list did not follow. */
  readonly missed: ReadonlySignal<number>
  readonly #arrivals: Arrivals

  constructor ({ entries, found, range, columns, arrivals, follow }: RowsOptions) {
    const order = new Order()
    this.#arrivals = arrivals
    this.matching = computed(() => within(found.value, range.value))
    this.all = computed(() => order.arrange(this.matching.value, columns.sorting.value))
    this.first = computed(() => entries.value[0])
    this.newestEnd = computed(() => {
      const sort = columns.sort.value
      if (sort && !BY_TIME.includes(sort.id)) return undefined
      return sort?.isDescending ? 'start' : 'end'
    })
    this.missed = computed(() => follow.isOn.value ? 0 : countSince(found.value, arrivals, follow.since.value))
  }

  /** Whether the row at this index is the newest one; false if the list is not sorted by time. */
  isNewest (index: number): boolean {
    const end = this.newestEnd.peek()
    return index >= 0 && index === (end === 'start' ? 0 : end && this.all.peek().length - 1)
  }

  /** The number of the newest entry. */
  get last (): number { return this.#arrivals.last }

  /** Undefined if it is not known yet how many entries are before it. */
  numberOf (entry: ListedEntry): number | undefined {
    return this.#arrivals.of(entry)
  }
}

function within (entries: readonly ListedEntry[], range: { fromMs: number, toMs: number } | undefined): readonly ListedEntry[] {
  if (!range) return entries
  return entries.filter(entry => {
    const startMs = startMsOf(entry)
    return startMs <= range.toMs && startMs + entry.timeConsuming >= range.fromMs
  })
}

/** Counts the entries that came after that number; they are in order of arrival. */
function countSince (entries: readonly ListedEntry[], arrivals: Arrivals, since: number): number {
  let at = entries.length
  for (let entry = entries[at - 1]; entry && (arrivals.of(entry) ?? 0) > since; entry = entries[at - 1]) at--
  return entries.length - at
}
