// What a feed is told when it is made.
import type { Entry } from '../../schema/entry.js'
import type { ChangeMessage } from '../../schema/event.js'
import type { SocketConstructor } from './channel.js'
import type { FeedState } from './feed-state.js'
import type { Fetch } from './reply.js'
import type { Timing } from './timing.js'

export interface SessionFeedOptions {
  /**
   * Where the service is mounted, http(s), with its path if it has one. Without: EARSHOT_URL of the environment, else
   * http://127.0.0.1:3000.
   */
  url?: string | undefined
  sessionId: string
  token?: string | undefined
  /** Where there is no global one: Node before 22. */
  WebSocket?: SocketConstructor | undefined
  fetch?: Fetch | undefined
  /** After the copy changed. */
  onChange?: ((change: FeedUpdate) => void) | undefined
  /** An entry has come into the copy, before it is told as a change: by the list, too. */
  onEntry?: ((entry: Entry) => void) | undefined
  onState?: ((state: FeedState) => void) | undefined
  timing?: Partial<Timing> | undefined
}

/** The copy changed by one message, by entries that arrived of its first list, or as a whole. */
export type FeedUpdate = ChangeMessage | { type: 'listing' } | { type: 'listed' }
