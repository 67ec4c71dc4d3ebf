// The messages in the body of a response that the page reads as a stream.
import { MESSAGE_BYTES } from '../core/message.js'
import type { MessageLog } from '../core/message-log.js'
import type { Host } from '../core/host.js'
import { finderOf } from '../core/stream-events.js'
import type { Reading } from './body-streams.js'

export function readingOf (type: string, log: MessageLog, host: Host): Reading {
  const decoder = new TextDecoder()
  const finder = finderOf(type, ({ text, chars, ...rest }) => {
    const isCut = chars > text.length
    log.add({ ...rest, dir: 'in', atMs: host.now(), size: isCut ? chars : host.utf8Bytes(text), body: { text }, cut: isCut })
  })
  let isOver = false
  return {
    bytes: 0,
    branches: 1,
    piece (bytes) {
      if (isOver) return
      for (let at = 0; at < bytes.length; at += MESSAGE_BYTES) {
        finder.feed(decoder.decode(bytes.subarray(at, at + MESSAGE_BYTES), { stream: true }))
      }
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
