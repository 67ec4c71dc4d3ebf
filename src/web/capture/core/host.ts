// What the core needs of the place where it runs. It touches nothing else of it: no DOM, no Node.

export interface Transport {
  /** Takes a batch to the service. Rejects where it did not arrive, or where nobody can tell. */
  send (body: string, how: { keepalive: boolean }): Promise<Answer>
  /** Whether somebody watches the session; only `when: 'watched'` asks. */
  online? (): Promise<boolean>
}

export interface Answer {
  status: number
  text: string
  /** As the service asks for by Retry-After. */
  retryAfterMs?: number | undefined
}

export interface Host {
  /** Milliseconds of a clock that only goes forward. */
  now (): number
  /** Returns what cancels it. */
  setTimer (run: () => void, ms: number): () => void
  /** A text that no other recorder has: letters and digits. */
  random (): string
  utf8Bytes: (text: string) => number
  /** What is true of the app at the start of a request. */
  context? (): Context
  /** Where the app's developer sees it, once. */
  warn? (sentence: string): void
}

export interface Context {
  pageParams?: string | undefined
  storage?: string | undefined
}

/** Runs what must never disturb the app. */
export function quiet<Result> (run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
