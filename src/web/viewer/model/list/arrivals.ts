// Numbers the entries in the order in which they arrive in this page; an entry keeps its number when others go. The file also has the clock
// of the page, which estimates the time of the service from entries that have just arrived.
import { signal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'

/** How many entries are remembered: those that are gone, for their numbers; the newest ones, for the clock. */
const ROOM = 1000

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
    if (this.#numbers.size > 2 * entries.length + ROOM) this.#forgetOthers(entries)
  }

  /** The number of the newest entry. */
  get last (): number { return this.#last }

  /** Undefined if it is not known yet how many entries are before it. */
  of ({ id }: ListedEntry): number | undefined {
    return this.#numbers.get(id)
  }

  // A deleted entry may come back within five seconds: only entries older than all others are gone for good.
  #forgetOthers (entries: readonly ListedEntry[]): void {
    const oldest = entries.reduce((least, { id }) => Math.min(least, this.#numbers.get(id) ?? least), this.#last - ROOM)
    for (const [id, number] of this.#numbers) if (number < oldest) this.#numbers.delete(id)
  }
}

const TICK_MS = 1000

// The current time by the service's clock, which entries use for their start; it ticks each second while a component reads it. The
// browser's clock may be wrong by hours. Entries that have just arrived, or seem to come from the future, show by how much.
export class Clock {
  /** The newest entries at the last update, and not all in a WeakSet, which would make each collection of garbage long. */
  #known: ReadonlySet<ListedEntry> = new Set()
  /** By how much the browser's clock is ahead; undefined if no entry has been seen arriving. */
  #aheadMs: number | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  /** Ticks only while something depends on it. */
  readonly nowMs = signal(Date.now(), {
    watched: () => {
      this.#tick()
      this.#timer = setInterval(() => this.#tick(), TICK_MS)
    },
    unwatched: () => clearInterval(this.#timer)
  })

  /** `isLive`: the new entries have just been recorded, as far as the page knows. */
  update (entries: readonly ListedEntry[], isLive: boolean, localMs = Date.now()): void {
    for (let at = entries.length - 1; at >= 0; at--) {
      const entry = entries[at]
      if (!entry || this.#known.has(entry)) break
      const aheadMs = localMs - entry.timestamp
      if (isLive || aheadMs < 0) this.#aheadMs = Math.min(this.#aheadMs ?? aheadMs, aheadMs)
    }
    this.#known = new Set(entries.slice(-ROOM))
  }

  /** The current time by the service's clock. */
  read (localMs = Date.now()): number {
    return localMs - (this.#aheadMs ?? 0)
  }

  #tick (): void {
    this.nowMs.value = this.read()
  }
}
