// WebSockets: forwarded as bytes, so that every extension and subprotocol works. One entry per connection, pending while it is open.
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { sizeText } from '../../text/size.js'
import { HUNG_UP, type Passage } from './passage.js'
import { troubleOf } from './troubles.js'

/** Call it when the library is about to send the request to the target. */
export function recordUpgrade (targetRequest: ClientRequest, passage: Passage, socket: Socket): void {
  const { call } = passage
  const handshakeBytes = socket.bytesRead
  targetRequest.on('upgrade', (answer: IncomingMessage, upstream: Socket) => {
    passage.upgraded(answer)
    // The library ends one side if the other side ends, but not if it breaks.
    socket.on('close', () => { upstream.end() })
    upstream.on('close', () => {
      call.ends(`closed; ${sizeText(upstream.bytesRead)} received, ${sizeText(socket.bytesRead - handshakeBytes)} sent`)
      socket.end()
    })
  }).on('response', (answer: IncomingMessage) => {
    passage.recordHead(answer)
    answer.on('data', piece => { call.receives(piece) }).on('end', () => { call.ends() })
  })
  socket.on('close', () => {
    if (passage.isUpgraded) return
    call.fails(HUNG_UP)
    targetRequest.destroy()
  })
}

/** The target did not answer: sends the reason to the app instead. */
export function giveUpUpgrade (error: unknown, { call, target, isUpgraded }: Passage, socket: Socket): void {
  // An open WebSocket breaks for the app, too; a 502 would be bytes within it.
  if (isUpgraded) return
  const trouble = troubleOf(error, target.origin)
  call.fails(trouble)
  const text = `earshot proxy: ${trouble}\n`
  if (socket.writable) {
    socket.write('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
}
