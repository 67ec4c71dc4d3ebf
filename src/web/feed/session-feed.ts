// SessionFeed: a LiveFeed with `waitFor` and `messages`. Code that needs neither uses LiveFeed, which is smaller.
import type { Entry } from '../../schema/entry.js'
import { EVICTED_HEADER } from '../../schema/evicted-header.js'
import type { Message } from '../../schema/message.js'
import { isSessionId, SESSION_ID_LENGTH } from '../../schema/session-id.js'
import { EntryWaiters, NothingMatched, NotAllSeen, sizeSentence, type WaitOptions, type Wanted } from './entry-waiters.js'
import type { FeedUpdate, SessionFeedOptions } from './feed-options.js'
import type { FeedState } from './feed-state.js'
import { CLOSED, LiveFeed } from './live-feed.js'
import { SessionService } from './service.js'

export type { FeedState, FeedUpdate, SessionFeedOptions, WaitOptions, Wanted }
export { NothingMatched, NotAllSeen, sizeSentence }

const ANSWER_MS = 5000

export class SessionFeed extends LiveFeed {
  readonly #service: SessionService
  readonly #entryWaiters = new EntryWaiters(() => this.entries(), () => this.state)

  /** Throws if `sessionId` or `url` is invalid, or if there is no WebSocket. */
  constructor (options: SessionFeedOptions) {
    super({
      ...checked(options),
      onChange: change => {
        options.onChange?.(change)
        this.#entryWaiters.changed(change)
      },
      onState: state => {
        options.onState?.(state)
        this.#entryWaiters.stateChanged(state)
      }
    })
    this.#service = new SessionService(options.url, options.sessionId, options.token, options.fetch ?? ((url, init) => fetch(url, init)))
  }

  /**
   * The messages of an entry that is a stream, in order: those after the one with the n `after`, only the newest `last` of them. `onChange`
   * gets `messages-received` when there are more. Rejects if there is no such entry, or if the service cannot be reached.
   */
  async messages (
    id: string, { after, last }: { after?: number, last?: number } = {}, signal = new AbortController().signal
  ): Promise<Message[]> {
    const query = { after: after?.toString(), last: last?.toString() }
    return await (await this.#service.ask(`capture/entries/${encodeURIComponent(id)}/messages`, signal, query)).json() as Message[]
  }

  /**
   * Resolves with the first entry that matches: one that is there already, or the first that arrives. When the time is over, it rejects:
   * with NothingMatched, or with NotAllSeen if the service could not be reached, or if the session has evicted entries. It also rejects if
   * the feed is closed.
   */
  async waitFor (wanted: Wanted, options: WaitOptions = {}): Promise<Entry> {
    if (this.state.name === 'closed') throw CLOSED
    try {
      return await this.#entryWaiters.wait(wanted, options)
    } catch (error) {
      const unseen = error instanceof NothingMatched && !options.allowEvicted ? await this.#unseen() : undefined
      throw unseen === undefined ? error : new NotAllSeen(wanted, unseen)
    }
  }

  /** Why some entries of the session may not have been checked; undefined if all were. */
  async #unseen (): Promise<string | undefined> {
    const signal = AbortSignal.timeout(ANSWER_MS)
    try {
      const reply = await this.#service.ask('capture/entries', signal, { last: '1', fields: 'id' })
      await reply.json().catch(() => undefined)
      // An older service does not say it, and a caller's own fetch may hide it.
      const evicted = Number(reply.headers?.get(EVICTED_HEADER) ?? 0)
      if (evicted === 0) return undefined
      const what = evicted === 1 ? '1 older request was' : `${evicted} older requests were`
      return `${what} evicted to make room for newer ones (MAX_ENTRIES, MAX_SESSION_BYTES). ${sizeSentence(this.size)}`
    } catch (error) {
      return `the service does not say whether it has evicted requests: ${String(error)}`
    }
  }

  override close (): void {
    super.close()
    this.#entryWaiters.rejectAll(CLOSED)
  }
}

/** Throws for callers without types, who would otherwise wait for a session that cannot exist. */
function checked (options: Partial<SessionFeedOptions> | undefined): SessionFeedOptions {
  const sessionId: unknown = options?.sessionId
  if (!isSessionId(sessionId)) {
    const given = sessionId === undefined ? 'it is missing' : `it is ${JSON.stringify(sessionId)}`
    throw new TypeError(`new SessionFeed({ sessionId }): sessionId must have ${SESSION_ID_LENGTH} characters; ${given}`)
  }
  return { ...options, sessionId }
}
