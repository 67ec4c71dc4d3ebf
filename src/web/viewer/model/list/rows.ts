// Which entries are shown, and in which order: those that the filter finds, within the time that was chosen, sorted by a column.
import { computed, type ReadonlySignal } from '@preact/signals'
import { startMsOf } from '../../../../exchange/outcome.js'
import type { Held } from '../../../../exchange/held.js'
import type { View } from '../view.js'
import type { Arrivals } from './arrivals.js'
import type { ColumnChoice } from './column-choice.js'
import type { Follow } from './follow.js'
import { Order } from './order.js'

export interface RowsOptions {
  entries: ReadonlySignal<readonly Held[]>
  /** By the filter, in order of arrival. */
  found: ReadonlySignal<readonly Held[]>
  range: View['range']
  columns: Pick<ColumnChoice, 'sort' | 'sorting'>
  arrivals: Arrivals
  follow: Follow
}

/** Columns by which the newest come last. */
const BY_TIME = ['number', 'start', 'waterfall']

export class Rows {
  /** Sorted as shown. */
  readonly all: ReadonlySignal<readonly Held[]>
  /** The same, in order of arrival. */
  readonly matching: ReadonlySignal<readonly Held[]>
  /** The first that arrived, of all. */
  readonly first: ReadonlySignal<Held | undefined>
  /** At which end of the list the newest are; undefined where it is sorted by something else. */
  readonly newestEnd: ReadonlySignal<'start' | 'end' | undefined>
  /** How many came while the list did not follow. */
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

  /** Undefined where it is not known yet how many are before it. */
  numberOf (entry: Held): number | undefined {
    return this.#arrivals.of(entry)
  }
}

function within (entries: readonly Held[], range: { fromMs: number, toMs: number } | undefined): readonly Held[] {
  if (!range) return entries
  return entries.filter(entry => {
    const startMs = startMsOf(entry)
    return startMs <= range.toMs && startMs + entry.timeConsuming >= range.fromMs
  })
}

/** How many of them came after that number; they are in order of arrival. */
function countSince (entries: readonly Held[], arrivals: Arrivals, since: number): number {
  let at = entries.length
  for (let entry = entries[at - 1]; entry && (arrivals.of(entry) ?? 0) > since; entry = entries[at - 1]) at--
  return entries.length - at
}
