// What is selected: one entry that the detail shows, and with Shift the entries from there on. The one rule: it is told by ids, so that it
// outlives updates, and what is gone or filtered away is no longer part of it.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Held } from '../../../../exchange/held.js'

export class RowSelection {
  /** The entry at the other end of a range, from which it was begun. */
  readonly #anchor = signal<string | undefined>(undefined)
  /** Where the keyboard is: it may be without the detail being open. */
  readonly active = signal<string | undefined>(undefined)
  /** In shown order. */
  readonly entries: ReadonlySignal<readonly Held[]>
  readonly ids: ReadonlySignal<ReadonlySet<string>>
  readonly #shown: ReadonlySignal<readonly Held[]>
  readonly #opened: Signal<string | undefined>

  /** `opened`: the id of the entry in the detail. */
  constructor (shown: ReadonlySignal<readonly Held[]>, opened: Signal<string | undefined>) {
    this.#shown = shown
    this.#opened = opened
    this.entries = computed(() => {
      const active = this.active.value
      if (active === undefined) return []
      const entries = shown.value
      const [to, from] = [indexOf(entries, active), indexOf(entries, this.#anchor.value ?? active)]
      if (to < 0) return []
      return from < 0 ? entries.slice(to, to + 1) : entries.slice(Math.min(from, to), Math.max(from, to) + 1)
    })
    this.ids = computed(() => new Set(this.entries.value.map(({ id }) => id)))
  }

  /** The index of the active entry among those shown; -1 where it is not among them. */
  get index (): number {
    return indexOf(this.#shown.peek(), this.active.peek())
  }

  select (id: string): void {
    this.#anchor.value = id
    this.active.value = id
    if (this.#opened.peek() !== undefined) this.#opened.value = id
  }

  /** From the anchor to this one. */
  extend (id: string): void {
    this.#anchor.value ??= this.active.peek() ?? id
    this.active.value = id
  }

  open (id: string): void {
    this.select(id)
    this.#opened.value = id
  }

  /** At the ends it stays. */
  move (by: number, isExtending = false): void {
    const shown = this.#shown.peek()
    const at = this.index
    this.moveTo(at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by, isExtending)
  }

  moveTo (index: number, isExtending = false): void {
    const shown = this.#shown.peek()
    const next = shown[Math.max(0, Math.min(shown.length - 1, index))]
    if (!next) return
    if (isExtending) this.extend(next.id)
    else this.select(next.id)
  }
}

// The newest are looked at most.
function indexOf (entries: readonly Held[], id: string | undefined): number {
  return id === undefined ? -1 : entries.findLastIndex(entry => entry.id === id)
}
