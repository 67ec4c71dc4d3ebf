// The functions that the core needs from its environment. The core uses nothing else: no DOM, no Node.

export interface Transport {
  /** About how large a batch may be, in bytes; the sender's default if there is none. */
  readonly batchBytes?: number
  /** Sends a batch to the service. Rejects if the batch did not arrive, or if that is unknown. */
  send (body: string, how: How): Promise<BatchAnswer>
  /** Asks the service whether somebody watches the session; called only with `when: 'watched'`. */
  online? (): Promise<boolean>
  /** The page is left: keeps this batch, all that waits, on the device. Returns true if it need not be sent besides. */
  keepAll? (body: string, pushes: readonly Carried[]): boolean
}

export interface How {
  /** Sends the batch by a request that outlives the page. */
  keepalive: boolean
  /** The pushes in the batch. */
  pushes: readonly Carried[]
}

/** A push in a batch. */
export interface Carried {
  requestId: string
  /** Only messages have one. */
  key?: string | undefined
}

export interface BatchAnswer {
  status: number
  text: string
  /** The delay that the service requests in Retry-After. */
  retryAfterMs?: number | undefined
  /** The batch did not go to the service: it is kept on the device. */
  isKept?: boolean
}

export interface Host {
  /** The time in milliseconds, by a clock that only goes forward. */
  now (): number
  /** Returns a function that cancels the timer. */
  setTimer (run: () => void, ms: number): () => void
  /** A text that is unique to each recorder: letters and digits. */
  random (): string
  utf8Bytes: (text: string) => number
  /** The page and the storage of the app at the start of a request. */
  context? (): PageContext
  /** Writes a sentence where the app's developer sees it, such as the console. */
  warn? (sentence: string): void
}

export interface PageContext {
  pageParams?: string | undefined
  storage?: string | undefined
}

/** Runs a function and ignores its errors, which must never reach the app. */
export function quiet<Result> (run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
