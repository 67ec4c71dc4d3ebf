// The state of a JSON tree: which rows are open, which one is selected, and therefore which rows are shown.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { JsonTable } from '../../../../json/table.js'

/** A browser cannot make an element higher than about 17 million pixels. */
const MAX_SHOWN = 400_000
/** About how many rows are shown before a person opens or closes any. */
const ROWS_AT_FIRST = 300

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
    this.#open = openAtFirst(table, ROWS_AT_FIRST)
    // The typed array is not a signal: this counter signals that it changed.
    this.shown = computed(() => this.#opened.value < 0 ? new Uint32Array() : shownRows(table, this.#open, MAX_SHOWN))
    this.isCapped = computed(() => this.shown.value.length === MAX_SHOWN)
  }

  isOpen (row: number): boolean { return this.#open[row] === 1 }

  /** Its index among the rows that are shown; -1 if it is hidden. */
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

  /** Opens all containers around the row. */
  reveal (row: number, select = true): void {
    if (openTo(this.table, this.#open, row)) this.#opened.value++
    if (select) this.selected.value = row
    this.revealed.value = row
  }
}

/** For each row, whether it is open; unused for rows that are not containers. */
type Open = Uint8Array

/**
 * The rows of a JSON table that are shown: those whose containers are all open, in order. `most`: the limit of rows that a browser can
 * scroll through.
 */
export function shownRows (table: JsonTable, open: Open, most = Infinity): Uint32Array {
  const rows = new Uint32Array(Math.min(table.size, most))
  let count = 0
  let row = 0
  while (row < table.size && count < rows.length) {
    rows[count++] = row
    row = open[row] || !table.isContainer(row) ? row + 1 : table.next(row)
  }
  return rows.subarray(0, count)
}

/** Opens level by level, while the whole next level fits: a small body is shown completely, a large one as an outline. */
export function openAtFirst (table: JsonTable, most: number): Open {
  const open = new Uint8Array(table.size)
  let level = table.roots
  let shown = level.length
  while (level.length > 0) {
    const containers = level.filter(row => table.isContainer(row))
    const inside = containers.reduce((sum, row) => sum + table.count(row), 0)
    // A single list or object is always opened: otherwise there would be nothing to see.
    if (shown + inside > most && shown > 1) break
    for (const row of containers) open[row] = 1
    shown += inside
    level = shown > most ? [] : containers.flatMap(row => table.children(row))
  }
  return open
}

/** Opens all containers around a row. Returns whether any of them was closed. */
export function openTo (table: JsonTable, open: Open, row: number): boolean {
  let opened = false
  for (let at = table.parent(row); at >= 0; at = table.parent(at)) {
    opened ||= !open[at]
    open[at] = 1
  }
  return opened
}

/** Opens or closes a container and everything inside it. */
export function setAll (table: JsonTable, open: Open, row: number, isOpen: boolean): void {
  open.fill(isOpen ? 1 : 0, row, table.next(row))
}
