// What the replicas have needed at most, whichever process each of them was at the time.
import { memoryMiB } from '../../bench/support/process.js'

/** What the stack gives a replica. */
export const MOST_MIB = 512

const EVERY_MS = 500

export class MemoryWatch {
  worstMiB = 0
  readonly #replicas: { pid: number }[]
  readonly #timer: NodeJS.Timeout

  constructor (replicas: { pid: number }[]) {
    this.#replicas = replicas
    this.#timer = setInterval(() => this.#look(), EVERY_MS)
  }

  close (): void {
    clearInterval(this.#timer)
  }

  #look (): void {
    for (const replica of this.#replicas) {
      try {
        this.worstMiB = Math.max(this.worstMiB, memoryMiB(replica).peak)
      } catch {
        // It has just been killed.
      }
    }
  }
}
