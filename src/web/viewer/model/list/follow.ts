// Whether the list scrolls along with new entries. Following stops when the person scrolls away from the newest entry, and resumes when
// they come back.
import { effect, signal, type ReadonlySignal } from '@preact/signals'

/** Within this distance, in pixels, the list counts as scrolled to its end. */
const NEAR = 8

export class Follow {
  readonly isOn = signal(true)
  /** The number of the newest entry when following stopped: later entries are new. */
  readonly since = signal(0)
  readonly #newest: () => number
  #offset = 0

  /** `newest`: the number of the newest entry now. */
  constructor (newest: () => number) {
    this.#newest = newest
  }

  /** Call it after each scroll, by the person or by the page: only a person scrolls away from the newest entry. `isAtEnd`: the newest
   * entries are at the end of the list, not at its start. */
  scrolled ({ offset, most }: { offset: number, most: number }, isAtEnd: boolean): void {
    const isThere = isAtEnd ? most - offset <= NEAR : offset <= NEAR
    const isAway = isAtEnd ? offset < this.#offset : offset > this.#offset
    this.#offset = offset
    if (isThere) this.start()
    else if (isAway) this.stop()
  }

  /** Entries that arrive before the first list is complete do not count as new. Returns a function that stops it. */
  listing (entries: ReadonlySignal<unknown>, isLive: () => boolean): () => void {
    let isWhole = false
    return effect(() => {
      entries.value // eslint-disable-line
      if (isWhole) return
      isWhole = isLive()
      this.since.value = this.#newest()
    })
  }

  /** Call it after the person has moved to a row: the newest one is the end of the list. */
  moved (isNewest: boolean): void {
    if (isNewest) this.start()
    else this.stop()
  }

  start (): void {
    this.isOn.value = true
  }

  stop (): void {
    if (!this.isOn.peek()) return
    this.since.value = this.#newest()
    this.isOn.value = false
  }
}
