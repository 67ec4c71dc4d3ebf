// SessionFeed: a live copy of a session, which can be waited on. Code that never waits uses LiveFeed, which has no code to wait.
import type { Entry } from '../../schema/entry.js'
import type { Message } from '../../schema/message.js'
import { EntryWaiters, type WaitOptions, type Wanted } from './entry-waiters.js'
import type { FeedUpdate, SessionFeedOptions } from './feed-options.js'
import type { FeedState } from './feed-state.js'
import { CLOSED, LiveFeed } from './live-feed.js'
import { SessionService } from './service.js'

export type { FeedState, FeedUpdate, SessionFeedOptions, WaitOptions, Wanted }
export { NothingMatched, NotAllSeen, sizeSentence } from './entry-waiters.js'

const SESSION_ID_LENGTH = 15

export class SessionFeed extends LiveFeed {
  readonly #messages: SessionService
  readonly #sought = new EntryWaiters(() => this.entries(), () => this.state)

  /** Throws if `sessionId` or `url` is invalid, or if there is no WebSocket. */
  constructor (options: SessionFeedOptions) {
    super({
      ...checked(options),
      onChange: change => {
        options.onChange?.(change)
        this.#sought.changed(change)
      },
      onState: state => {
        options.onState?.(state)
        this.#sought.entered(state)
      }
    })
    this.#messages = new SessionService(options.url, options.sessionId, options.token, options.fetch ?? ((url, init) => fetch(url, init)))
  }

  /**
   * The messages of an entry that is a stream, in order: those after the one with the n `after`, only the newest `last` of them. `onChange`
   * gets `messages-received` when there are more. Rejects if there is no such entry, or if the service cannot be reached.
   */
  messages (id: string, wanted: { after?: number, last?: number } = {}, signal = new AbortController().signal): Promise<Message[]> {
    return this.#messages.messages(id, wanted, signal)
  }

  /**
   * Resolves with the first entry that matches: one that is there already, or the first that arrives. When the time is over, it rejects:
   * with NothingMatched, or with NotAllSeen if the service could not be reached. It also rejects if the feed is closed.
   */
  waitFor (wanted: Wanted, options?: WaitOptions): Promise<Entry> {
    return this.state.name === 'closed' ? Promise.reject(CLOSED) : this.#sought.wait(wanted, options)
  }

  override close (): void {
    super.close()
    this.#sought.rejectAll(CLOSED)
  }
}

/** Throws for callers without types, who would otherwise wait for a session that cannot exist. */
function checked (options: Partial<SessionFeedOptions> | undefined): SessionFeedOptions {
  const sessionId: unknown = options?.sessionId
  if (typeof sessionId !== 'string' || [...sessionId].length !== SESSION_ID_LENGTH) {
    const given = sessionId === undefined ? 'it is missing' : `it is ${JSON.stringify(sessionId)}`
    throw new TypeError(`sessionId must have ${SESSION_ID_LENGTH} characters: new SessionFeed({ sessionId }); ${given}`)
  }
  return { ...options, sessionId }
}
