// Which entries came and which went since they were looked at last, so that what is known of the others need not be worked out again.
// What an entry says never changes: one that changed goes, and another comes in its place. Its long texts may leave the same object,
// and come again (exchange/held.ts).
import type { Held } from '../../../exchange/held.js'

export interface Hearer {
  come (entry: Held): void
  go (entry: Held): void
}

/** How often the clock is asked. */
const LOOK_EVERY = 16

export class ComingAndGoing {
  readonly #hearer: Hearer
  /** The entries that the listener was told of. */
  readonly #held = new Set<Held>()
  #entries: readonly Held[] = []
  #coming: Held[] = []
  #going: Held[] = []

  constructor (hearer: Hearer) {
    this.#hearer = hearer
  }

  /** Mostly some were added at the end; that is seen by comparing the others, which takes no time worth mentioning. */
  update (entries: readonly Held[]): void {
    const before = this.#entries
    this.#entries = entries
    if (before.length <= entries.length && before.every((entry, at) => entry === entries[at])) {
      // One by one: no call takes as many arguments as a session may have entries.
      for (const entry of entries.slice(before.length)) this.#coming.push(entry)
      return
    }
    const now = new Set(entries)
    this.#going = [...this.#held].filter(entry => !now.has(entry))
    this.#coming = entries.filter(entry => !this.#held.has(entry))
  }

  /** Something else is known of these now: those that were told of go and come once more. */
  redo (entries: readonly Held[]): void {
    for (const entry of entries) {
      if (!this.#held.has(entry)) continue
      this.#hearer.go(entry)
      this.#hearer.come(entry)
    }
  }

  /** Tells of the newest first, as long as `hasTime`. True where all is told. */
  work (hasTime: () => boolean): boolean {
    for (let told = 1; ; told++) {
      if (!this.#tellOne()) return true
      if (told % LOOK_EVERY === 0 && !hasTime()) return false
    }
  }

  #tellOne (): boolean {
    const gone = this.#going.pop()
    if (gone) {
      this.#held.delete(gone)
      this.#hearer.go(gone)
      return true
    }
    const come = this.#coming.pop()
    if (!come) return false
    this.#held.add(come)
    this.#hearer.come(come)
    return true
  }
}
