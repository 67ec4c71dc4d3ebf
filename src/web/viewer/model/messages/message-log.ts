// The messages of one entry, as far as the page has read them. New ones are read as soon as the entry reports that it has them, one request
// at a time.
import { signal } from '@preact/signals'
import type { Message } from '../../../../schema/message.js'

export type ReadMessages = (after: number, signal: AbortSignal) => Promise<Message[]>

/** The oldest are dropped: a page may watch a stream for days. */
export const MAX_MESSAGES = 10_000

export class MessageLog {
  readonly messages = signal<readonly Message[]>([])
  readonly state = signal<'reading' | 'there' | 'failed'>('reading')
  readonly #read: ReadMessages
  readonly #ending = new AbortController()
  /** The n of the newest message of the entry, and of the newest one that was read. */
  #last = 0
  #known = 0
  #isReading = false

  constructor (read: ReadMessages) {
    this.#read = read
  }

  /** `last`: the n of the newest message of the entry. */
  update (last: number): void {
    this.#last = Math.max(this.#last, last)
    if (!this.#isReading) this.#catchUp().catch(() => {})
  }

  close (): void {
    this.#ending.abort()
  }

  async #catchUp (): Promise<void> {
    const { signal } = this.#ending
    this.#isReading = true
    try {
      while (this.#known < this.#last && !signal.aborted) {
        const wanted = this.#last
        const more = await this.#read(this.#known, signal)
        if (signal.aborted) return
        // Messages that the service has dropped meanwhile never arrive.
        this.#known = Math.max(wanted, more.at(-1)?.n ?? 0)
        if (more.length > 0) this.messages.value = [...this.messages.peek(), ...more].slice(-MAX_MESSAGES)
      }
      this.state.value = 'there'
    } catch {
      if (!signal.aborted) this.state.value = 'failed'
    } finally {
      this.#isReading = false
    }
  }
}
