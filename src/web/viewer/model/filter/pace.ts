// Decides when partial results of a filter are shown: as soon as the rows in view are found, and otherwise about every 100 ms.
import type { Sieve } from './sieve.js'

/** The old list stays for this long, unless the rows in view are found earlier. */
const DELAY_MS = 100
/** More rows than a screen has. */
const SCREENFUL = 100

export class Pace {
  readonly #showsNewest: () => boolean
  #endMs = 0
  /** Whether the rows in view have been shown for this query. */
  #hasScreenful = false

  constructor (showsNewest = () => false) {
    this.#showsNewest = showsNewest
  }

  /** Call it when a query begins. */
  begin (): void {
    this.shown()
    this.#hasScreenful = false
  }

  /** Whether to show what the sieve has found so far. */
  isDue (sieve: Sieve): boolean {
    return performance.now() >= this.#endMs || (!this.#hasScreenful && this.#showsNewest() && sieve.hasNewest(SCREENFUL))
  }

  shown (): void {
    this.#hasScreenful = true
    this.#endMs = performance.now() + DELAY_MS
  }
}
