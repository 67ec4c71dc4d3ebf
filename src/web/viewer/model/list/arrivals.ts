// Numbers the entries in the order in which they arrive in this page; an entry keeps its number when others go.
import type { ListedEntry } from '../../../../exchange/held.js'

/** The newest numbers are remembered although their entries are gone, because a deleted entry may come back. */
const MAX_GONE = 1000

export class Arrivals {
  #numbers = new Map<string, number>()
  #last = 0
  /** At the last update. */
  #entries: readonly ListedEntry[] = []

  update (entries: readonly ListedEntry[]): void {
    const before = this.#entries
    let at = 0
    while (at < entries.length && entries[at] === before[at]) at++
    for (let entry = entries[at]; entry; entry = entries[++at]) {
      if (!this.#numbers.has(entry.id)) this.#numbers.set(entry.id, ++this.#last)
    }
    this.#entries = entries
    // A session that is watched for days has had many more entries than it keeps.
    if (this.#numbers.size > 2 * entries.length + MAX_GONE) this.#forgetOthers(entries)
  }

  /** The number of the newest entry. */
  get last (): number { return this.#last }

  /** Undefined if it is not known yet how many entries are before it. */
  of ({ id }: ListedEntry): number | undefined {
    return this.#numbers.get(id)
  }

  // A deleted entry may come back within five seconds: only entries older than all others are gone for good.
  #forgetOthers (entries: readonly ListedEntry[]): void {
    const oldest = entries.reduce((least, { id }) => Math.min(least, this.#numbers.get(id) ?? least), this.#last - MAX_GONE)
    for (const [id, number] of this.#numbers) if (number < oldest) this.#numbers.delete(id)
  }
}
