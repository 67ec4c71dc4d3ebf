// The numbers of entries, by arrival in this page. An entry keeps its number when others go.
import type { Held } from '../../../../exchange/held.js'

const ROOM = 1000

export class Arrivals {
  #numbers = new Map<string, number>()
  #last = 0

  update (entries: readonly Held[]): void {
    for (const { id } of entries) if (!this.#numbers.has(id)) this.#numbers.set(id, ++this.#last)
    // A session that is watched for days has many more entries than are kept.
    if (this.#numbers.size > 2 * entries.length + ROOM) this.#forgetOthers(entries)
  }

  /** The number of the newest. */
  get last (): number { return this.#last }

  /** Undefined where it is not known yet how many are before it. */
  of ({ id }: Held): number | undefined {
    return this.#numbers.get(id)
  }

  // A deleted entry may come back within five seconds: only those older than all others are gone for good.
  #forgetOthers (entries: readonly Held[]): void {
    const oldest = entries.reduce((least, { id }) => Math.min(least, this.#numbers.get(id) ?? least), this.#last - ROOM)
    for (const [id, number] of this.#numbers) if (number < oldest) this.#numbers.delete(id)
  }
}
