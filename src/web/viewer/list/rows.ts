// Which entries are shown, and in which order. (A stand-in: all of them, in order of arrival.)
import type { ReadonlySignal } from '@preact/signals'
import type { Entry } from '../../../schema/entry.js'
import type { Prefs } from '../page/prefs.js'
import type { View } from '../page/view.js'
import type { Session } from '../session/session.js'

export interface Rows {
  /** Those that match filter, kinds and range, sorted as shown. */
  readonly all: ReadonlySignal<readonly Entry[]>
  /** Moves the selection, in shown order. */
  move (by: number): void
}

export function createRows (session: Session, view: View, _prefs: Prefs): Rows {
  return {
    all: session.entries,
    move (by) {
      const shown = session.entries.peek()
      const at = shown.findIndex(({ id }) => id === view.selected.peek())
      const next = shown[Math.max(0, Math.min(shown.length - 1, at + by))]
      if (next) view.selected.value = next.id
    }
  }
}
