// Turns a change into the message that viewers get.
import type { ChangeMessage } from '../schema/event.js'
import type { Received } from '../schema/message.js'
import { decodeEntry, decodeMark, decodeScreenshot, type SessionChange } from '../store/codec.js'
import { decodeFigures, type MessageFigures } from '../store/message-codec.js'
import { decodeRulesChange } from '../store/rules-codec.js'
import type { Announcement } from './hub.js'

export type EncodeChange = (session: string, change: SessionChange) => Announcement

/** The address of a screenshot. */
type ScreenshotUrl = (session: string, id: string) => string

/** The message is encoded once, for all viewers of the session. */
export function changeEncoder (urlOf: ScreenshotUrl): EncodeChange {
  return (session, change) =>
    ({ rev: change.rev, prev: change.prev, text: Buffer.from(JSON.stringify(messageOf(urlOf, session, change))) })
}

/** A change of a type that only a newer version knows: viewers get only its place in the chain. */
export interface OtherMessage { type: string, rev: string, prev: string }

/** The message of a change. If changes of its type have a detail, it must have been read already. */
export function messageOf (urlOf: ScreenshotUrl, session: string, change: SessionChange): ChangeMessage | OtherMessage {
  const { type, id, rev, prev, detail = [] } = change
  switch (type) {
    case 'entry-received':
    case 'entry-updated': {
      const entry = decodeEntry(detail)
      // The entry was deleted before it was read. A later change will report that, too; the viewer removes it either way.
      return entry?.id === id ? { type, data: entry, rev, prev } : { type: 'deleted', data: { id }, rev, prev }
    }
    case 'entry-marked': {
      const [markedId, text] = detail
      const mark = text ? decodeMark(text) : undefined
      return markedId === id ? { type, data: { id, ...mark && { mark } }, rev, prev } : { type: 'deleted', data: { id }, rev, prev }
    }
    case 'messages-received': {
      const figures = decodeFigures(detail[0])
      return figures
        ? { type, data: { id, requestId: change.requestId, ...receivedOf(figures) }, rev, prev }
        : { type: 'deleted', data: { id }, rev, prev }
    }
    case 'rules-changed':
      return { type, data: decodeRulesChange(detail), rev, prev }
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

function receivedOf ({ first, last, bytes, dropped }: MessageFigures): Omit<Received, 'id' | 'requestId'> {
  return { first, last, bytes, dropped }
}
