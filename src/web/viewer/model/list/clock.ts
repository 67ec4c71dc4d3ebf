// The clock of the page: the current time by the service's clock, which entries use for their start. It ticks each second while a component
// reads it. The browser's clock may be wrong by hours; entries that have just arrived, or seem to come from the future, show by how much.
import { signal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'

const TICK_MS = 1000

/** The newest entries that are remembered, to tell which ones have just arrived. */
const MAX_KNOWN = 1000

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
    this.#known = new Set(entries.slice(-MAX_KNOWN))
  }

  /** The current time by the service's clock. */
  read (localMs = Date.now()): number {
    return localMs - (this.#aheadMs ?? 0)
  }

  #tick (): void {
    this.nowMs.value = this.read()
  }
}
