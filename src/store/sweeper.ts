// Sweeper: continues the work that a write left over. A script stops after one slice, so that it does not block Redis, and reports that
// there is more; the sweeper runs the rest, slice by slice, after the reply. If the sweeper is interrupted, the next write reports the
// remaining work again.
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../errors.js'

/** What scripts reply about work that is left for sweep: '1' if there is any, else null. */
export type Due = string | null

/** Does one slice; resolves with whether there may be more. */
type Sweep = (session: string) => Promise<boolean>
type OnError = (error: unknown, session: string) => void

const PAUSE_MS = 1000
const MAX_PAUSES = 60
const CLOSING_MS = 1000

export class Sweeper {
  /** Sessions that are being swept; `again`: a write reported more work since the last slice began. */
  private readonly sessions = new Map<string, { again: boolean, done: Promise<void> }>()
  private readonly ending = new AbortController()
  private closed = false

  constructor (private readonly sweep: Sweep, private readonly onError: OnError) {}

  /** Sweeps the session soon: a write left work over. */
  schedule (session: string): void {
    if (this.closed) return
    const known = this.sessions.get(session)
    if (known) {
      known.again = true
      return
    }
    const state = { again: true, done: Promise.resolve() }
    this.sessions.set(session, state)
    state.done = this.run(session, state)
  }

  /** Resolves when nothing is being swept any more. */
  async idle (): Promise<void> {
    await Promise.all([...this.sessions.values()].map(({ done }) => done))
  }

  /** Gives the sweeps a moment to finish; those that take longer end after their current slice. */
  async close (): Promise<void> {
    await Promise.race([this.idle(), delay(CLOSING_MS, undefined, { ref: false })])
    this.closed = true
    this.ending.abort()
    await this.idle()
  }

  // While Redis is unreachable nothing can be swept, but a deadline that is being moved must not be forgotten: it retries.
  private async sweepWhenBack (session: string): Promise<boolean> {
    for (let pauses = 0; ; pauses++) {
      try {
        return await this.sweep(session)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'unavailable')) throw error
        if (this.closed || pauses === MAX_PAUSES) return false
        await delay(PAUSE_MS, undefined, { ref: false, signal: this.ending.signal }).catch(() => undefined)
      }
    }
  }

  private async run (session: string, state: { again: boolean }): Promise<void> {
    try {
      while (state.again && !this.closed) {
        state.again = false
        if (await this.sweepWhenBack(session)) state.again = true
      }
    } catch (error) {
      this.onError(error, session)
    } finally {
      this.sessions.delete(session)
    }
  }
}
