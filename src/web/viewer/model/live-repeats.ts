// Tracks which requests are duplicates or part of a burst, while the session changes. The code that compares them is loaded after the list.
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../exchange/held.js'
import type { TrackedRepeats } from './tracked-repeats.js'

const PAUSE_MS = 100

export class LiveRepeats {
  /** The entries whose flags were set or removed last. Components that show the flags read this signal. */
  readonly changed = signal<readonly ListedEntry[]>([])
  readonly #stop: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #tracked: TrackedRepeats | undefined
  #isClosed = false

  constructor (all: ReadonlySignal<readonly ListedEntry[]>) {
    const update = async () => {
      const { TrackedRepeats } = await import('./tracked-repeats.js')
      if (this.#isClosed) return
      this.#tracked ??= new TrackedRepeats(entries => { this.changed.value = entries })
      this.#tracked.update(all.peek())
    }
    this.#stop = effect(() => {
      all.value // eslint-disable-line
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        // If loading failed, the next change tries again.
        update().catch(() => {})
      }, PAUSE_MS)
    })
  }

  isDuplicate (entry: ListedEntry): boolean {
    return this.#tracked?.flagsOf(entry)?.isDuplicate === true
  }

  isNPlusOne (entry: ListedEntry): boolean {
    return this.#tracked?.flagsOf(entry)?.isNPlusOne === true
  }

  close (): void {
    this.#isClosed = true
    this.#stop()
    clearTimeout(this.#timer)
    this.#tracked?.close()
  }
}
