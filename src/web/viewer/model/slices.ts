// Runs long work in slices, so that the browser can render and handle keys between two slices.

const SLICE_MS = 8

/** Does a part of the work while `hasTime` is true. Returns true if nothing is left to do. */
export type Work = (hasTime: () => boolean) => boolean

export class Slices {
  readonly #work: Work
  readonly #onSlice: (isDone: boolean) => void
  /** The work is not urgent: each slice waits until the browser is idle. */
  isPatient: boolean
  #channel: MessageChannel | undefined
  /** How the next slice is started: when the browser is idle, or by a message. */
  #posted: 'idle' | 'message' | undefined
  #isClosed = false

  /** `onSlice` is called after each slice. */
  constructor (work: Work, onSlice: (isDone: boolean) => void, isPatient = false) {
    this.isPatient = isPatient
    this.#work = work
    this.#onSlice = onSlice
  }

  get isRunning (): boolean { return this.#posted !== undefined }

  /** Runs the first slice now; if work is left, the other slices follow. */
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

  // A message and not a timer: timers wait four milliseconds each, and a second in hidden tabs.
  #next (): void {
    if (this.isPatient) {
      if (!this.#posted) afterOthers(() => this.#continue('idle'))
      this.#posted ??= 'idle'
      return
    }
    if (!this.#channel) {
      this.#channel = new MessageChannel()
      this.#channel.port1.onmessage = () => this.#continue('message')
    }
    // A second call between two slices adds no slice.
    if (this.#posted !== 'message') this.#channel.port2.postMessage(undefined)
    this.#posted = 'message'
  }

  #continue (by: 'idle' | 'message'): void {
    if (this.#posted !== by) return
    this.#posted = undefined
    this.run()
  }

  #stop (): void {
    this.#channel?.port1.close()
    this.#channel = undefined
    this.#posted = undefined
  }
}

const MAX_WAIT_MS = 500
const FALLBACK_MS = 20

// Falls back to a timer: Safari has no `requestIdleCallback`.
function afterOthers (run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: MAX_WAIT_MS })
  else setTimeout(run, FALLBACK_MS)
}
