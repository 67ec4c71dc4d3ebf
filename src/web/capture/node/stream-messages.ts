// Finds the messages in the body of a response that is a stream, while its pieces pass. Nothing is held back, and nothing is read that the
// app does not read.
import type { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { bodyMessagesOf, type BodyMessages } from '../core/body-messages.js'
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import { MessageLog, type Logs } from '../core/message-log.js'
import { decoderOf, type HeaderOf } from './body.js'
import { utf8Bytes } from './natives.js'

const STREAMED = /^(?:text\/event-stream|application\/(?:x-)?ndjson)\b/i
/** More than so many decoded bytes for each encoded one, after the first ones, is an attack on the decoder. */
const MOST_EXPANSION = 100
const FREE_BYTES = 1024 * 1024

export function isStreamed (contentType: string | undefined): boolean {
  return contentType !== undefined && STREAMED.test(contentType)
}

/** undefined if the response is no such stream. */
export function streamMessages (
  header: HeaderOf, exchange: Exchange, book: { readonly logs: Logs, now (): number }
): BodyMessages | undefined {
  const type = header('content-type')
  if (type === undefined || !isStreamed(type)) return undefined
  const text = new StringDecoder('utf8')
  const decode = (bytes: Uint8Array) => text.write(bytes)
  const messages = bodyMessagesOf(type, new MessageLog(exchange, book.logs), { now: () => book.now(), utf8Bytes }, decode)
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return messages
  const decoder = decoderOf(encoding)
  if (decoder) return decoded(decoder, messages)
  messages.end(`not recorded: ${encoding} cannot be decoded`)
  return undefined
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
    if (decodedBytes > FREE_BYTES + encodedBytes * MOST_EXPANSION) stop('not recorded: it expands too much')
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
