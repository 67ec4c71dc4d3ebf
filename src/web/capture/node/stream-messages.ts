// Finds the messages in a streamed body while its pieces pass: in the body of a response, or of a gRPC request. Nothing is held back, and
// nothing is read that the app does not read.
import type { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { bodyMessagesOf, isStreamed, type BodyMessages } from '../core/body-messages.js'
import { isFramed } from '../core/framed-messages.js'
import { quiet } from '../core/host.js'
import type { MessageLog } from '../core/message-log.js'
import { decoderOf, type HeaderOf } from './body.js'
import { utf8Bytes } from './natives.js'

/** More than so many decoded bytes for each encoded one, after the first ones, is an attack on the decoder. */
const MAX_EXPANSION = 100
const FREE_BYTES = 1024 * 1024

interface Clock { now (): number }

/** What has one log for both directions, so that their messages are in one order. */
interface Logged { messageLog (): MessageLog }

/** undefined if the response is no such stream. */
export function streamMessages (header: HeaderOf, call: Logged, clock: Clock): BodyMessages | undefined {
  const type = header('content-type') ?? ''
  if (!isStreamed(type)) return undefined
  const messages = bodyMessagesOf(type, call.messageLog(), hostOf(clock), textDecoder())
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return messages
  const decoder = decoderOf(encoding)
  if (decoder) return decoded(decoder, messages)
  messages.end(`not recorded: ${encoding} cannot be decoded`)
  return undefined
}

/** The messages in the body of a request; undefined if it has none. */
export function sentMessages (header: HeaderOf, call: Logged, clock: Clock): BodyMessages | undefined {
  const type = header('content-type') ?? ''
  if (!isFramed(type) || header('content-encoding') !== undefined) return undefined
  return bodyMessagesOf(type, call.messageLog(), hostOf(clock), textDecoder(), 'out')
}

function hostOf (clock: Clock) {
  return { now: () => clock.now(), utf8Bytes }
}

function textDecoder () {
  const text = new StringDecoder('utf8')
  return (bytes: Uint8Array) => text.write(bytes)
}

function decoded (decoder: Transform, messages: BodyMessages): BodyMessages {
  let [encodedBytes, decodedBytes] = [0, 0]
  let why = ''
  const stop = (reason: string) => {
    messages.end(reason)
    decoder.destroy()
  }
  decoder.on('data', (bytes: Buffer) => quiet(() => {
    decodedBytes += bytes.length
    if (decodedBytes > FREE_BYTES + encodedBytes * MAX_EXPANSION) stop('not recorded: too large after decompression')
    else messages.piece(bytes)
  })).on('error', () => stop(why || 'not recorded: it cannot be decoded')).on('end', () => messages.end(why))
  return {
    piece (bytes) {
      encodedBytes += bytes.length
      // Copied, because it is decoded later.
      if (!decoder.destroyed) decoder.write(Buffer.from(bytes))
    },
    end (reason) {
      why = reason
      decoder.end()
    }
  }
}
