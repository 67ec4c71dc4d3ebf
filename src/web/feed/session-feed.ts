// SessionFeed: a live copy of a session, which can be waited on. What only looks at one takes LiveFeed, without what waits.
import type { Entry } from '../../schema/entry.js'
import { EntryWaiters, type WaitOptions, type Wanted } from './entry-waiters.js'
import type { FeedUpdate, SessionFeedOptions } from './feed-options.js'
import type { FeedState } from './feed-state.js'
import { CLOSED, LiveFeed } from './live-feed.js'

export type { FeedState, FeedUpdate, SessionFeedOptions, WaitOptions, Wanted }
export { NothingMatched, NotAllSeen } from './entry-waiters.js'

export class SessionFeed extends LiveFeed {
  readonly #sought = new EntryWaiters(() => this.entries(), () => this.state)

  /** Throws where `url` is none, or where there is no WebSocket. */
  constructor (options: SessionFeedOptions) {
    super({
      ...options,
      onChange: change => {
        options.onChange?.(change)
        this.#sought.changed(change)
      },
      onState: state => {
        options.onState?.(state)
        this.#sought.entered(state)
      }
    })
  }

  /**
   * Resolves with the first entry that is wanted, of those that are there or as soon as it is. When the time is over it rejects: with
   * NothingMatched, or with NotAllSeen where the service was away, so that nobody knows. It rejects where the feed is closed, too.
   */
  waitFor (wanted: Wanted, options?: WaitOptions): Promise<Entry> {
    return this.state.name === 'closed' ? Promise.reject(CLOSED) : this.#sought.wait(wanted, options)
  }

  override close (): void {
    super.close()
    this.#sought.rejectAll(CLOSED)
  }
}
