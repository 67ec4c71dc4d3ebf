// A change as the message that viewers get.
import type { ChangeMessage } from '../schema/event.js'
import type { Entry } from '../schema/entry.js'
import { decodeScreenshot, type Change } from '../store/codec.js'

/** `entry` is the state an entry's change announces; undefined where the entry is gone already. */
export function messageOf (session: string, change: Change, entry: Entry | undefined): ChangeMessage {
  const { type, id, rev, prev } = change
  switch (type) {
    case 'entry-received':
    case 'entry-updated':
      // Read too late: it was deleted since, which a later change says again. Either way the viewer ends without it.
      return entry?.id === id ? { type, data: entry, rev, prev } : { type: 'deleted', data: { id }, rev, prev }
    case 'deleted':
      return { type, data: { id }, rev, prev }
    case 'cleared':
      return { type, rev, prev }
    case 'screenshot-received':
      return { type, data: decodeScreenshot(session, id, change.detail ?? []), rev, prev }
  }
}
