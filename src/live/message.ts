// A change as the message that viewers get.
import type { ChangeMessage } from '../schema/event.js'
import { decodeEntry, decodeMark, decodeScreenshot, type Change } from '../store/codec.js'
import type { Announcement } from './hub.js'

export type Announce = (session: string, change: Change) => Announcement

/** The address of a screenshot. */
type ScreenshotUrl = (session: string, id: string) => string

/** What it makes is encoded once, for every viewer of the session. */
export function announcer (urlOf: ScreenshotUrl): Announce {
  return (session, change) =>
    ({ rev: change.rev, prev: change.prev, text: Buffer.from(JSON.stringify(messageOf(urlOf, session, change))) })
}

/** A change that only a newer version knows: its place in the chain is all that can be told of it. */
export interface OtherMessage { type: string, rev: string, prev: string }

/** The message of a change whose detail has been read, where it has one. */
export function messageOf (urlOf: ScreenshotUrl, session: string, change: Change): ChangeMessage | OtherMessage {
  const { type, id, rev, prev, detail = [] } = change
  switch (type) {
    case 'entry-received':
    case 'entry-updated': {
      const entry = decodeEntry(detail)
      // Read too late: it was deleted since, which a later change says again. Either way the viewer ends without it.
      return entry?.id === id ? { type, data: entry, rev, prev } : { type: 'deleted', data: { id }, rev, prev }
    }
    case 'entry-marked': {
      const [markedId, text] = detail
      const mark = text ? decodeMark(text) : undefined
      return markedId === id ? { type, data: { id, ...mark && { mark } }, rev, prev } : { type: 'deleted', data: { id }, rev, prev }
    }
    case 'deleted':
      return { type, data: { id }, rev, prev }
    case 'cleared':
      return { type, rev, prev }
    case 'screenshot-received':
      return { type, data: { ...decodeScreenshot(id, detail), url: urlOf(session, id) }, rev, prev }
    default:
      return { type, rev, prev }
  }
}
