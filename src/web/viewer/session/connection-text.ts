// A state of the feed in words. The seconds until the next try are not among them: a screen reader would read every one out.
import type { FeedState } from '../../feed/session-feed.js'
import type { Words } from '../words/words.js'

export function connectionText (state: FeedState, words: Words['session']): string {
  switch (state.name) {
    case 'live': return words.live
    case 'connecting': return words.connecting
    case 'closed': return words.closed
    case 'listing': return state.of === 0 ? words.catchingUp : words.catchingUpOf(state.listed, state.of)
    case 'waiting': return words.reconnecting(reasonOf(state.reason, words))
    case 'refused': return words.refused(state.status === 401 ? words.tokenNeeded : state.reason)
  }
}

// What the feed says of a close, in the person's language.
function reasonOf (reason: string, words: Words['session']): string {
  if (/\b(1001|1012)$/.test(reason)) return words.restarted
  if (/\b1013$/.test(reason)) return words.tooSlow
  if (reason === 'silent') return words.silent
  if (reason === 'no answer at this address') return words.noAnswer
  return reason
}
