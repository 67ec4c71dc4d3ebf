// Reports which entries were added and which were removed since the last look, so that results about all other entries stay valid. The
// fields of an entry never change: a changed entry goes, and a new object comes in its place. The same object may lose its long texts and
// get them back (exchange/held.ts).
import type { Held } from '../../../exchange/held.js'

export interface EntryListener {
  come (entry: Held): void
  go (entry: Held): void
}

/** The clock is read once per this many entries. */
const LOOK_EVERY = 16

export class ComingAndGoing {
  readonly #listener: EntryListener
  /** The entries that were reported to the listener. */
  readonly #held = new Set<Held>()
  #entries: readonly Held[] = []
  #coming: Held[] = []
  #going: Held[] = []

  constructor (listener: EntryListener) {
    this.#listener = listener
  }

  /** Usually entries were only added at the end. The check compares all earlier entries, which takes almost no time. */
  update (entries: readonly Held[]): void {
    const before = this.#entries
    this.#entries = entries
    if (before.length <= entries.length && before.every((entry, at) => entry === entries[at])) {
      // One by one: a call cannot take as many arguments as a session may have entries.
      for (const entry of entries.slice(before.length)) this.#coming.push(entry)
      return
    }
    const now = new Set(entries)
    this.#going = [...this.#held].filter(entry => !now.has(entry))
    this.#coming = entries.filter(entry => !this.#held.has(entry))
  }

  /** Facts about these entries have changed: each one that was reported before is reported as gone, and then as new. */
  redo (entries: readonly Held[]): void {
    for (const entry of entries) {
      if (!this.#held.has(entry)) continue
      this.#listener.go(entry)
      this.#listener.come(entry)
    }
  }

  /** Reports the newest first, while `hasTime` is true. Returns true if everything has been reported. */
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
      this.#listener.go(gone)
      return true
    }
    const come = this.#coming.pop()
    if (!come) return false
    this.#held.add(come)
    this.#listener.come(come)
    return true
  }
}
