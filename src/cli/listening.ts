// A session that a command listens to: its feed, and what of the feed's states a person is told. An outage is told once, with its end.
import { WebSocket } from 'ws'
import { SessionFeed, type FeedState, type FeedUpdate } from '../web/feed/session-feed.js'
import { Away, type Service } from './service.js'

export interface Listening {
  feed: SessionFeed
  /** Whether the copy was whole once, so that what it lacks is known to be missing. */
  readonly wasLive: boolean
  /** Whether the session is there: something was recorded to it, and it is not over. Known of a copy that is live. */
  readonly isKnown: boolean
  /** Rejects where the service refuses before it was ever live, or is none: to ask again is of no use then. */
  refused: Promise<never>
}

export interface Listener {
  changed?: (change: FeedUpdate) => void
  say: (sentence: string) => void
}

/** A new connection is made within this time where the old one was closed in order: nobody needs to know. */
const SOON_MS = 1000
/** The rev of a session without changes (contract 5). */
const NO_REV = '0-0'

export function listen (service: Service, session: string, { changed, say }: Listener): Listening {
  let wasLive = false
  let isAway = false
  let refuse: (failure: unknown) => void = () => {}
  const refused = new Promise<never>((_resolve, reject) => { refuse = reject })
  // Callers that do not wait for it hear of it by `say`.
  refused.catch(() => {})
  const tell = (state: FeedState) => {
    if (state.name === 'refused' && !wasLive) return refuse(service.refused(state.status, state.reason))
    if (state.name === 'live') {
      if (isAway) say('connected again: nothing is missing')
      wasLive = true
      isAway = false
    } else if ('reason' in state && !isAway && state.retryAt - Date.now() >= SOON_MS) {
      isAway = true
      if (wasLive) say(`the service is away (${state.reason}); trying again`)
      else tellWhy(state.reason)
    }
  }
  // A WebSocket does not say why it is refused, nor by whom.
  const tellWhy = (reason: string) => {
    service.check(session).then(() => service.away(reason), (failure: unknown) => failure).then(failure => {
      if (!(failure instanceof Away)) refuse(failure)
      else if (isAway) say(`${failure.message}; trying again`)
    }).catch(() => {})
  }
  const feed = new SessionFeed({
    url: service.url, sessionId: session, token: service.token, WebSocket, onState: tell, ...changed && { onChange: changed }
  })
  return { feed, refused, get wasLive () { return wasLive }, get isKnown () { return feed.rev !== NO_REV } }
}
