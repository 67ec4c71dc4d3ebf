// The requests that shortcuts act on: only what the page shows, and never a request that the filter has hidden since it was selected.
import type { ListedEntry } from '../../../../exchange/held.js'
import type { Session } from '../session/session.js'
import type { View } from '../view.js'
import type { RowSelection } from './selection.js'

interface Shown {
  selection: RowSelection
  session: Pick<Session, 'entries'>
  view: Pick<View, 'mode' | 'selected'>
}

/** The selected rows of the list; without any, the request in the details. */
export function shownEntries ({ selection, session, view }: Shown): readonly ListedEntry[] {
  const selected = view.mode.peek() === 'list' ? selection.entries.peek() : []
  if (selected.length > 0) return selected
  const opened = view.selected.peek()
  return session.entries.peek().filter(({ id }) => id === opened)
}

/** The active one of them; undefined if there are none. */
export function shownEntry (page: Shown): ListedEntry | undefined {
  const entries = shownEntries(page)
  return entries.find(({ id }) => id === page.selection.active.peek()) ?? entries[0]
}
