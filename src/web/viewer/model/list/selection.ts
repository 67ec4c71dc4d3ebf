// The selection: the active entry, or, if it was extended with Shift, a range of entries. The rule: it consists of ids, so that it survives
// updates; entries that are gone or filtered out are no longer part of it.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'

export class RowSelection {
  /** The entry at which the selected range begins. */
  readonly #anchor = signal<string | undefined>(undefined)
  /** The entry that has the keyboard focus; the detail may be closed. */
  readonly active = signal<string | undefined>(undefined)
  /** The selected entries, in the order of the list. */
  readonly entries: ReadonlySignal<readonly ListedEntry[]>
  readonly ids: ReadonlySignal<ReadonlySet<string>>
  readonly #shown: ReadonlySignal<readonly ListedEntry[]>
  readonly #opened: Signal<string | undefined>

  /** `opened`: the id of the entry in the detail. */
  constructor (shown: ReadonlySignal<readonly ListedEntry[]>, opened: Signal<string | undefined>) {
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

  /** The index of the active entry in the list; -1 if the list does not contain it. */
  get index (): number {
    return indexOf(this.#shown.peek(), this.active.peek())
  }

  select (id: string): void {
    this.#anchor.value = id
    this.active.value = id
    if (this.#opened.peek() !== undefined) this.#opened.value = id
  }

  /** Selects from the anchor to this entry. */
  extend (id: string): void {
    this.#anchor.value ??= this.active.peek() ?? id
    this.active.value = id
  }

  open (id: string): void {
    this.select(id)
    this.#opened.value = id
  }

  /** Stops at the ends of the list. */
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

// Searches from the end: people mostly look at the newest entries.
function indexOf (entries: readonly ListedEntry[], id: string | undefined): number {
  return id === undefined ? -1 : entries.findLastIndex(entry => entry.id === id)
}
