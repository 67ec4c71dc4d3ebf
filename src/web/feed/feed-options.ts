// The options of a feed.
import type { Entry } from '../../schema/entry.js'
import type { ChangeMessage } from '../../schema/event.js'
import type { Rules } from '../../schema/rule.js'
import type { SocketConstructor } from './channel.js'
import type { FeedState } from './feed-state.js'
import type { Fetch } from './reply.js'
import type { Timing } from './timing.js'

export interface SessionFeedOptions {
  /**
   * The http(s) address of the service, with its path if it has one. The default is the environment variable EARSHOT_URL, else
   * http://127.0.0.1:3000.
   */
  url?: string | undefined
  sessionId: string
  token?: string | undefined
  /** Required if there is no global WebSocket: in Node before 22. */
  WebSocket?: SocketConstructor | undefined
  fetch?: Fetch | undefined
  /** Called after the copy has changed. */
  onChange?: ((change: FeedUpdate) => void) | undefined
  /** Called for each entry that enters the copy, by the list or by a change, before `onChange`. */
  onEntry?: ((entry: Entry) => void) | undefined
  onState?: ((state: FeedState) => void) | undefined
  /**
   * Called when the rules have changed; without them if they may have changed unnoticed: then `GET /capture/rules` has them. Not called
   * for a session that has had none.
   */
  onRules?: ((rules: Rules | undefined) => void) | undefined
  timing?: Partial<Timing> | undefined
}

/** What changed the copy: one message, more entries of its first list (`listing`), or a whole list (`listed`). */
export type FeedUpdate = ChangeMessage | { type: 'listing' } | { type: 'listed' }
