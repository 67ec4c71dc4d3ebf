// Whether the list goes along with what is new. Following ends where the person scrolls away from the newest, and begins again where they
// come back.
import { effect, signal, type ReadonlySignal } from '@preact/signals'

/** So near to its end a list counts as being there, in pixels. */
const NEAR = 8

export class Follow {
  readonly isOn = signal(true)
  /** The number of the newest entry when it ended: later ones are new. */
  readonly since = signal(0)
  readonly #newest: () => number
  #offset = 0

  /** `newest`: the number of the newest entry now. */
  constructor (newest: () => number) {
    this.#newest = newest
  }

  /** After a scroll, whoever scrolled: only a person goes away from the newest. `isAtEnd`: these are at the end of the list, not at its
   * start. */
  scrolled ({ offset, most }: { offset: number, most: number }, isAtEnd: boolean): void {
    const isThere = isAtEnd ? most - offset <= NEAR : offset <= NEAR
    const isAway = isAtEnd ? offset < this.#offset : offset > this.#offset
    this.#offset = offset
    if (isThere) this.start()
    else if (isAway) this.stop()
  }

  /** What comes until the first list is whole is not new. Returns what ends it. */
  listing (entries: ReadonlySignal<unknown>, isLive: () => boolean): () => void {
    let isWhole = false
    return effect(() => {
      entries.value // eslint-disable-line
      if (isWhole) return
      isWhole = isLive()
      this.since.value = this.#newest()
    })
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
