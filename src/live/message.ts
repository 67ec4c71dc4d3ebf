// A change as the message that viewers get.
import type { ChangeMessage } from '../schema/event.js'
import { decodeEntry, decodeScreenshot, type Change } from '../store/codec.js'
import type { Announcement } from './hub.js'

/** Encoded once, for every viewer of the session. */
export function announce (session: string, change: Change): Announcement {
  return { rev: change.rev, prev: change.prev, text: Buffer.from(JSON.stringify(messageOf(session, change))) }
}

/** Of a change whose detail has been read, where it has one. */
export function messageOf (session: string, { type, id, rev, prev, detail = [] }: Change): ChangeMessage {
  switch (type) {
    case 'entry-received':
    case 'entry-updated': {
      const entry = decodeEntry(detail)
      // Read too late: it was deleted since, which a later change says again. Either way the viewer ends without it.
      return entry?.id === id ? { type, data: entry, rev, prev } : { type: 'deleted', data: { id }, rev, prev }
    }
    case 'deleted':
      return { type, data: { id }, rev, prev }
    case 'cleared':
      return { type, rev, prev }
    case 'screenshot-received':
      return { type, data: decodeScreenshot(session, id, detail), rev, prev }
  }
}
