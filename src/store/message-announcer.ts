// MessageAnnouncer: announces messages a moment after they were stored, if the previous announcement of the session is too recent. There is
// one timer for each session. If this replica dies first, the next push of messages to the session announces them.
import { ApiError } from '../errors.js'

/** Announces what is due; resolves with the milliseconds until it must be called again, 0: it need not. `now`: even if it is too early. */
type Announce = (session: string, now: boolean) => Promise<number>

const RETRY_MS = 1000

export class MessageAnnouncer {
  private readonly timers = new Map<string, NodeJS.Timeout>()
  private closed = false

  constructor (private readonly announce: Announce, private readonly onError: (error: unknown, session: string) => void) {}

  /** Announces the new messages of the session after so many milliseconds. */
  announceIn (session: string, ms: number): void {
    if (this.closed || this.timers.has(session)) return
    this.timers.set(session, setTimeout(() => { this.run(session).catch(() => undefined) }, ms))
  }

  /** Announces at once what is still due. */
  async close (): Promise<void> {
    this.closed = true
    await Promise.all([...this.timers].map(([session, timer]) => {
      clearTimeout(timer)
      return this.run(session, true)
    }))
  }

  private async run (session: string, now = false): Promise<void> {
    this.timers.delete(session)
    try {
      const waitMs = await this.announce(session, now)
      if (waitMs > 0) this.announceIn(session, waitMs)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unavailable') this.announceIn(session, RETRY_MS)
      else this.onError(error, session)
    }
  }
}
