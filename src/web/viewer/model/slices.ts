// Long work in slices, between which the browser draws and takes keys.

const SLICE_MS = 8

/** Does a part of the work for as long as `hasTime` says; true where nothing is left to do. */
export type Work = (hasTime: () => boolean) => boolean

export class Slices {
  readonly #work: Work
  readonly #onSlice: (isDone: boolean) => void
  readonly #isPatient: boolean
  #channel: MessageChannel | undefined
  #isPosted = false
  #isClosed = false

  /**
   * `onSlice` is told after each slice. `isPatient`: nobody waits for it, and each slice waits until the browser has nothing else to do.
   */
  constructor (work: Work, onSlice: (isDone: boolean) => void, isPatient = false) {
    this.#isPatient = isPatient
    this.#work = work
    this.#onSlice = onSlice
  }

  get isRunning (): boolean { return this.#isPosted }

  /** The first slice at once; where it is not enough, the others follow. */
  run (): void {
    if (this.#isClosed) return
    const endMs = performance.now() + SLICE_MS
    const isDone = this.#work(() => performance.now() < endMs)
    if (isDone) this.#stop()
    else this.#next()
    this.#onSlice(isDone)
  }

  close (): void {
    this.#isClosed = true
    this.#stop()
  }

  // A message: timers wait four milliseconds each, and in hidden tabs a second.
  #next (): void {
    if (this.#isPatient) {
      if (!this.#isPosted) afterOthers(() => this.#continue())
      this.#isPosted = true
      return
    }
    if (!this.#channel) {
      this.#channel = new MessageChannel()
      this.#channel.port1.onmessage = () => this.#continue()
    }
    // Who asks again between two slices does not make them more.
    if (!this.#isPosted) this.#channel.port2.postMessage(undefined)
    this.#isPosted = true
  }

  #continue (): void {
    if (!this.#isPosted) return
    this.#isPosted = false
    this.run()
  }

  #stop (): void {
    this.#channel?.port1.close()
    this.#channel = undefined
    this.#isPosted = false
  }
}

const MOST_WAIT_MS = 500
const OTHERWISE_MS = 20

// Safari has none.
function afterOthers (run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: MOST_WAIT_MS })
  else setTimeout(run, OTHERWISE_MS)
}
