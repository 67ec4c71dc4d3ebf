// Sends requests to the service after a pause, one at a time, and retries after a failure. Used for everything that a filter looks up in
// the service.
import { signal } from '@preact/signals'

export type LookupState = 'idle' | 'looking' | 'failed'
/** The ids of the entries that match a filter, as the service finds them. */
export type IdsOf = (filter: string, signal: AbortSignal) => Promise<ReadonlySet<string>>

export interface AskingOptions {
  look: (signal: AbortSignal) => Promise<void>
  /** Called after each request, also one that failed. */
  onEnd: () => void
}

/** The pause before a retry. */
const RETRY_MS = 5000

export class Asking {
  readonly state = signal<LookupState>('idle')
  readonly #options: AskingOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #asking: AbortController | undefined

  constructor (options: AskingOptions) {
    this.#options = options
  }

  get isUnderWay (): boolean { return this.#timer !== undefined || this.#asking !== undefined }

  askIn (ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const asking = this.#asking = new AbortController()
      this.#options.look(asking.signal).then(() => true, () => false).then(isFound => {
        if (!asking.signal.aborted) this.#end(isFound)
      }, () => {})
    }, ms)
  }

  /** A failure stays until an answer arrives. */
  show (state: 'idle' | 'looking'): void {
    if (state === 'idle' || this.state.peek() !== 'failed') this.state.value = state
  }

  stop (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#asking?.abort()
    this.#asking = undefined
  }

  #end (isFound: boolean): void {
    this.#asking = undefined
    this.state.value = isFound ? 'idle' : 'failed'
    if (!isFound) this.askIn(RETRY_MS)
    this.#options.onEnd()
  }
}
