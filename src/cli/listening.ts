// A session that a command listens to: its feed, and messages about the feed's state. An outage is reported once, and its end once.
import { WebSocket } from 'ws'
import { REASONS } from '../web/feed/channel.js'
import { SessionFeed, sizeSentence, type FeedState, type FeedUpdate } from '../web/feed/session-feed.js'
import { Away, NO_REV, type Service } from './service.js'
import { unknownSession } from './session-id.js'

export interface Listening {
  feed: SessionFeed
  /** Whether the feed's copy of the session was ever complete: if so, a request missing from it was not in the session. */
  readonly wasLive: boolean
  /** Whether the session exists: something was recorded to it, and it has not expired. Reliable only once the feed has been live. */
  readonly isKnown: boolean
  /** Why the feed was never live: resolves with a Failure. Undefined until the first outage. */
  readonly why: Promise<Error> | undefined
  /** Rejects if the service refuses before the feed was ever live, or if it is not Earshot: then a retry would not help. */
  refused: Promise<never>
}

export interface ChangeListener {
  changed?: (change: FeedUpdate) => void
  say: (sentence: string) => void
}

/** After an orderly close, the feed connects again within this time: an outage this short is not reported. */
const SHORT_OUTAGE_MS = 1000
/** The timeout of the HTTP request that finds out why the WebSocket fails. */
const CHECK_TIMEOUT_MS = 10_000

export function listen (service: Service, session: string, { changed, say }: ChangeListener): Listening {
  let wasLive = false
  let isAway = false
  let why: Promise<Error> | undefined
  let refuse: (failure: unknown) => void = () => {}
  const refused = new Promise<never>((_resolve, reject) => { refuse = reject })
  // Avoids an unhandled rejection if the caller no longer waits for it.
  refused.catch(() => {})
  const tell = (state: FeedState) => {
    if (state.name === 'refused' && !wasLive) return refuse(service.refused(state.status, state.reason))
    if (state.name === 'live') {
      if (isAway) say(wasLive ? 'reconnected and up to date' : 'connected')
      wasLive = true
      isAway = false
    } else if ('reason' in state && !isAway && state.retryAt - Date.now() >= SHORT_OUTAGE_MS) {
      isAway = true
      if (wasLive) say(`disconnected (${state.reason}); trying again`)
      else tellWhy(state.reason)
    }
  }
  // A WebSocket does not report why or by whom it was refused, so this checks the service over HTTP.
  const tellWhy = (reason: string) => {
    const isOpened = reason !== REASONS.unopened
    why = service.check(session, CHECK_TIMEOUT_MS).then(() => service.withoutChannel(reason, isOpened), (failure: Error) => failure)
    why.then(failure => {
      if (!(failure instanceof Away)) refuse(failure)
      else if (isAway) say(`${failure.message}; trying again`)
    }).catch(() => {})
  }
  const feed = new SessionFeed({
    url: service.url, sessionId: session, token: service.token, WebSocket, onState: tell, ...changed && { onChange: changed }
  })
  return {
    feed, refused, get why () { return why }, get wasLive () { return wasLive }, get isKnown () { return feed.rev !== NO_REV }
  }
}

/** The sentence that nothing matched, for a session to which nothing was recorded. */
export function ofUnknown (message: string, session: string): string {
  return message.replace(sizeSentence(0), `${unknownSession(session).message}.`)
}
