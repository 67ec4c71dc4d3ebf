// Finds the messages in a streamed body, piece by piece as it is read or sent.
import { framedFinder, isFramed } from './framed-messages.js'
import type { Host } from './host.js'
import { MESSAGE_BYTES, type ObservedMessage } from './message.js'
import type { MessageLog } from './message-log.js'
import { finderOf } from './stream-events.js'

export interface BodyMessages {
  piece (bytes: Uint8Array): void
  /** `why`: empty if the body has ended by itself. Further calls do nothing. */
  end (why: string): void
}

const STREAMED = /^(?:text\/event-stream|application\/(?:x-)?ndjson)\b/i

export function isStreamed (type: string): boolean {
  return STREAMED.test(type) || isFramed(type)
}

/** `type`: of a stream. `decode`: decodes UTF-8; a piece may end within a character. */
export function bodyMessagesOf (
  type: string, log: MessageLog, host: Pick<Host, 'now' | 'utf8Bytes'>, decode: (bytes: Uint8Array) => string,
  dir: ObservedMessage['dir'] = 'in'
): BodyMessages {
  const add = (heard: Omit<ObservedMessage, 'dir' | 'atMs'>) => log.add({ ...heard, dir, atMs: host.now() })
  const finder = framedFinder(type, decode, add) ?? textFinder(type, host, decode, add)
  let isOver = false
  return {
    piece (bytes) {
      if (isOver) return
      for (let at = 0; at < bytes.length; at += MESSAGE_BYTES) finder.feed(bytes.subarray(at, at + MESSAGE_BYTES))
    },
    end (why) {
      if (isOver) return
      isOver = true
      finder.finish()
      const text = why || 'the response has ended'
      if (dir === 'in') add({ kind: 'close', size: host.utf8Bytes(text), body: { text } })
    }
  }
}

function textFinder (
  type: string, { utf8Bytes }: Pick<Host, 'utf8Bytes'>, decode: (bytes: Uint8Array) => string,
  add: (heard: Omit<ObservedMessage, 'dir' | 'atMs'>) => void
) {
  // Field by field: to take the rest of an object takes longer than all else.
  const finder = finderOf(type, ({ kind, text, chars, event, lastEventId }) => {
    const isCut = chars > text.length
    add({ kind, event, lastEventId, size: isCut ? chars : utf8Bytes(text), body: { text }, cut: isCut })
  })
  return { feed: (bytes: Uint8Array) => finder.feed(decode(bytes)), finish: () => finder.finish() }
}
