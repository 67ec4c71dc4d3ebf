// The messages in the body of a response that is a stream, piece by piece as it is read.
import type { Host } from './host.js'
import { MESSAGE_BYTES } from './message.js'
import type { MessageLog } from './message-log.js'
import { finderOf } from './stream-events.js'

export interface BodyMessages {
  piece (bytes: Uint8Array): void
  /** `why`: empty if the body has ended by itself. Further calls do nothing. */
  end (why: string): void
}

/** `decode`: decodes UTF-8; a piece may end within a character. */
export function bodyMessagesOf (
  type: string, log: MessageLog, host: Pick<Host, 'now' | 'utf8Bytes'>, decode: (bytes: Uint8Array) => string
): BodyMessages {
  const finder = finderOf(type, ({ text, chars, ...rest }) => {
    const isCut = chars > text.length
    log.add({ ...rest, dir: 'in', atMs: host.now(), size: isCut ? chars : host.utf8Bytes(text), body: { text }, cut: isCut })
  })
  let isOver = false
  return {
    piece (bytes) {
      if (isOver) return
      for (let at = 0; at < bytes.length; at += MESSAGE_BYTES) finder.feed(decode(bytes.subarray(at, at + MESSAGE_BYTES)))
    },
    end (why) {
      if (isOver) return
      isOver = true
      finder.finish()
      const text = why || 'the response has ended'
      log.add({ dir: 'in', kind: 'close', atMs: host.now(), size: host.utf8Bytes(text), body: { text } })
    }
  }
}
