// The state of the connection: a pill that shows every state of the feed, and a line across the page while the list may be out of date.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { FeedState } from '../../feed/session-feed.js'
import { usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { clock } from '../words/format.js'
import type { Words } from '../words/words.js'
import './session.css'

export function Connection () {
  const { session, words } = usePage()
  const state = session.state.value
  const nowMs = useClock('retryAt' in state)
  return (
    <>
      <div role='status' aria-label={words.session.connection} class={`pill connection ${state.name}`}>
        <span>{connectionText(state, words.session)}</span>
      </div>
      {'retryAt' in state && (
        <span class='connection-retry' aria-hidden='false'>
          <span aria-hidden='true'>{words.session.inSeconds(Math.max(0, Math.ceil((state.retryAt - nowMs) / 1000)))}</span>
          <button type='button' class='button connection-now' onClick={() => { session.reconnect() }}>{words.session.now}</button>
        </span>
      )}
    </>
  )
}

/** Shows nothing while the list is live, or if it never was. */
export function Stale () {
  const { session, words } = usePage()
  const asOf = session.asOf.value
  if (asOf === undefined) return null
  return <div class='stale'><Icon name='warning' />{words.session.asOf(clock(asOf))}</div>
}

// Ticks once a second while a retry is pending.
function useClock (runs: boolean): number {
  const nowMs = useSignal(Date.now())
  useEffect(() => {
    if (!runs) return
    nowMs.value = Date.now()
    const timer = setInterval(() => { nowMs.value = Date.now() }, 1000)
    return () => { clearInterval(timer) }
  }, [runs])
  return nowMs.value
}

// Describes a state of the feed in words, without the seconds until the next retry: a screen reader would read every one out.
function connectionText (state: FeedState, words: Words['session']): string {
  switch (state.name) {
    case 'live': return words.live
    case 'connecting': return words.connecting
    case 'closed': return words.closed
    case 'listing': return state.of === 0 ? words.catchingUp : words.catchingUpOf(state.listed, state.of)
    case 'waiting': return words.reconnecting(words.reason(state.reason))
    case 'refused': return words.refused(state.status === 401 ? words.tokenNeeded : words.reason(state.reason))
  }
}
