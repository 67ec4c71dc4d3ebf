// A JSON tree as it is looked at: what is open, what is selected, and the rows that follow from it.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { openAtFirst, openTo, setAll, shownRows, type Open } from './json-rows.js'
import type { JsonTable } from './json-table.js'

/** A browser makes no element that is higher than some 17 million pixels. */
const MOST_SHOWN = 400_000
const OPEN_AT_FIRST = 300

export class TreeModel {
  /** A row, or -1. */
  readonly selected: Signal<number> = signal(-1)
  /** The row to scroll to, or -1. */
  readonly revealed: Signal<number> = signal(-1)
  readonly shown: ReadonlySignal<Uint32Array>
  readonly isCapped: ReadonlySignal<boolean>
  readonly #open: Open
  readonly #opened = signal(0)

  constructor (readonly table: JsonTable, readonly text: string) {
    this.#open = openAtFirst(table, OPEN_AT_FIRST)
    // An array is no signal: the count says that it changed.
    this.shown = computed(() => this.#opened.value < 0 ? new Uint32Array() : shownRows(table, this.#open, MOST_SHOWN))
    this.isCapped = computed(() => this.shown.value.length === MOST_SHOWN)
  }

  isOpen (row: number): boolean { return this.#open[row] === 1 }

  /** Its index among the rows that are shown; -1 where it is not. */
  place (row: number): number {
    const shown = this.shown.value
    let [low, high] = [0, shown.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((shown[middle] ?? 0) < row) low = middle + 1
      else high = middle
    }
    return shown[low] === row ? low : -1
  }

  select (row: number): void {
    this.selected.value = row
    this.revealed.value = row
  }

  toggle (row: number, isOpen = !this.isOpen(row)): void {
    if (!this.table.isContainer(row)) return
    this.#open[row] = isOpen ? 1 : 0
    this.#opened.value++
  }

  toggleAll (row: number, isOpen: boolean): void {
    setAll(this.table, this.#open, row, isOpen)
    this.#opened.value++
  }

  /** Opens all that it is in. */
  reveal (row: number, select = true): void {
    if (openTo(this.table, this.#open, row)) this.#opened.value++
    if (select) this.selected.value = row
    this.revealed.value = row
  }
}
