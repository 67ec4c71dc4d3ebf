// Reports which entries were added and which were removed since the last update, so that results for all other entries stay valid. The
// fields of an entry never change: a changed entry goes, and a new object comes in its place. The same object may lose its long texts and
// get them back (exchange/held.ts).
import type { ListedEntry } from '../../../exchange/held.js'
import { entryDifference } from './difference.js'

export interface EntryListener<Result> {
  /** The result is kept until the entry goes. */
  come (entry: ListedEntry): Result
  go (result: Result): void
}

/** The clock is read once per this many entries. */
const CLOCK_EVERY = 16

export class EntryTracker<Result> {
  readonly #listener: EntryListener<Result>
  /** The results of the entries that were reported to the listener. */
  readonly #results = new Map<ListedEntry, Result>()
  #entries: readonly ListedEntry[] = []
  #coming: ListedEntry[] = []
  #going: ListedEntry[] = []

  constructor (listener: EntryListener<Result>) {
    this.#listener = listener
  }

  /** How many entries have come and not gone since. */
  get size (): number { return this.#results.size }

  /** What the listener made of the entry when it came; undefined if it has not come yet, or has gone. */
  of (entry: ListedEntry): Result | undefined {
    return this.#results.get(entry)
  }

  update (entries: readonly ListedEntry[]): void {
    const { come, gone } = entryDifference(this.#entries, entries)
    this.#entries = entries
    if (gone.length > 0) {
      const left = new Set(gone)
      this.#coming = this.#coming.filter(entry => !left.has(entry))
    }
    // One by one: a call cannot take as many arguments as a session may have entries.
    for (const entry of gone) if (this.#results.has(entry)) this.#going.push(entry)
    for (const entry of come) this.#coming.push(entry)
  }

  /** Facts about these entries have changed: each one that was reported before is reported as gone, and then as new. */
  redo (entries: readonly ListedEntry[]): void {
    for (const entry of entries) if (this.#go(entry)) this.#come(entry)
  }

  /** Reports the newest first, while `hasTime` is true. Returns true if everything has been reported. */
  work (hasTime: () => boolean): boolean {
    for (let told = 1; ; told++) {
      if (!this.#tellOne()) return true
      if (told % CLOCK_EVERY === 0 && !hasTime()) return false
    }
  }

  #tellOne (): boolean {
    const gone = this.#going.pop()
    if (gone) {
      this.#go(gone)
      return true
    }
    const come = this.#coming.pop()
    if (!come) return false
    this.#come(come)
    return true
  }

  #come (entry: ListedEntry): void {
    this.#results.set(entry, this.#listener.come(entry))
  }

  #go (entry: ListedEntry): boolean {
    if (!this.#results.has(entry)) return false
    const result = this.#results.get(entry) as Result
    this.#results.delete(entry)
    this.#listener.go(result)
    return true
  }
}
