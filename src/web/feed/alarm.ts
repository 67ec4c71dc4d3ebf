// A timer that can be set several times, and then rings once: at the earliest of these times, or after a minute, if that is earlier. Then
// it can be set again.

/** The shortest delay: moments close together ring only once, because the listener checks everything then. */
const SOONEST_MS = 20
/** The longest delay: the clock may be changed, and the device may sleep, so the time is checked again at least this often. */
const MAX_MS = 60_000

export class Alarm {
  readonly #ring: () => void
  #atMs = Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `ring` may be called too early: then the caller must set the alarm again. */
  constructor (ring: () => void) {
    this.#ring = ring
  }

  /** `atMs`: in milliseconds since the epoch; Infinity: never. */
  set (atMs: number): void {
    if (atMs >= this.#atMs) return
    this.close()
    this.#atMs = atMs
    this.#timer = setTimeout(() => {
      this.#atMs = Infinity
      this.#ring()
    }, Math.min(Math.max(atMs - Date.now(), SOONEST_MS), MAX_MS))
  }

  close (): void {
    clearTimeout(this.#timer)
    this.#atMs = Infinity
  }
}
