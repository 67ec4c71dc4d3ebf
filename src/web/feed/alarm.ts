// Rings at the earliest of the moments that it is set to.

/** Several moments in a row are one: who is rung for looks at all that there is. */
const SOONEST_MS = 20
/** A clock may be set, and a device may sleep: what is due by the clock is found out at most so much later. */
const LONGEST_MS = 60_000

export class Alarm {
  readonly #ring: () => void
  #atMs = Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `ring`: it may be too early, and is to be set again. */
  constructor (ring: () => void) {
    this.#ring = ring
  }

  /** By the clock, in milliseconds. Infinity is never. */
  set (atMs: number): void {
    if (atMs >= this.#atMs) return
    this.close()
    this.#atMs = atMs
    this.#timer = setTimeout(() => {
      this.#atMs = Infinity
      this.#ring()
    }, Math.min(Math.max(atMs - Date.now(), SOONEST_MS), LONGEST_MS))
  }

  close (): void {
    clearTimeout(this.#timer)
    this.#atMs = Infinity
  }
}
