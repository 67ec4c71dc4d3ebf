// The token with which this page reads the session. It is kept for the tab. In the page's address, it may only be in the fragment, which no
// server sees.
import type { FeedState } from '../../../feed/session-feed.js'
import type { AddressBar } from '../view.js'

const KEY = 'earshot.token'

/** Takes it from the fragment, `#token=...`, and removes it there; otherwise returns the tab's stored token. */
export function readToken (place: Pick<AddressBar, 'location' | 'history'>, storage: Storage | undefined): string | undefined {
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

/** Whether the service refuses the page because it has no valid token. */
export function needsToken (state: FeedState): boolean {
  return state.name === 'refused' && state.status === 401
}

export function keepToken (token: string, storage: Storage | undefined): void {
  try {
    storage?.setItem(KEY, token)
  } catch {}
}
