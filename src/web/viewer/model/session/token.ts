// The token by which this page reads the session: kept for the tab, and never part of an address but in its fragment, which no server sees.
import type { FeedState } from '../../../feed/session-feed.js'
import type { Place } from '../view.js'

const KEY = 'earshot.token'

/** From the fragment, `#token=...`, which it takes away; else what the tab had before. */
export function readToken (place: Pick<Place, 'location' | 'history'>, storage: Storage | undefined): string | undefined {
  const { pathname, search, hash } = place.location
  const fragment = new URLSearchParams(hash.slice(1))
  const given = fragment.get('token')
  if (given) {
    keepToken(given, storage)
    fragment.delete('token')
    const rest = fragment.toString()
    place.history.replaceState(null, '', `${pathname}${search}${rest && `#${rest}`}`)
    return given
  }
  try {
    return storage?.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** The service refuses for want of one. */
export function needsToken (state: FeedState): boolean {
  return state.name === 'refused' && state.status === 401
}

export function keepToken (token: string, storage: Storage | undefined): void {
  try {
    storage?.setItem(KEY, token)
  } catch {}
}
