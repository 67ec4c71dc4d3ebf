// Callers that wait until the copy has reached a change.

interface Waiter { rev: string, resolve: () => void, reject: (error: Error) => void }

export class Waiters {
  readonly #waiters = new Set<Waiter>()

  wait (rev: string): Promise<void> {
    return new Promise((resolve, reject) => { this.#waiters.add({ rev, resolve, reject }) })
  }

  reached (rev: string | undefined): void {
    for (const waiter of this.#waiters) {
      if (waiter.rev !== rev) continue
      this.#waiters.delete(waiter)
      waiter.resolve()
    }
  }

  rejectAll (error: Error): void {
    for (const { reject } of this.#waiters) reject(error)
    this.#waiters.clear()
  }
}
