// Finds the messages in a body of gRPC, gRPC-web or Connect, and tells which of them are trailers, compressed, or incomplete.
import { rawRecord } from './body.js'
import { base64Decoder } from './base64-pieces.js'
import { GrpcFrames } from './grpc-frames.js'
import { MESSAGE_BYTES, type ObservedMessage } from './message.js'

export type Framed = Pick<ObservedMessage, 'kind' | 'size' | 'body' | 'cut' | 'event'>

const FRAMED = /^application\/(?:grpc(?:-web(-text)?)?|(connect))(?:\+([\w.-]+))?\s*(?:;|$)/i
const COMPRESSED = 1
const [CONNECT_END, TRAILERS] = [2, 0x80]
const LINE_FEED = new Uint8Array([10])

export function isFramed (type: string): boolean {
  return FRAMED.test(type)
}

/** undefined if the body has another type. `decode`: decodes UTF-8, piece by piece. */
export function framedFinder (type: string, decode: (bytes: Uint8Array) => string, use: (found: Framed) => void) {
  const [found, isBase64, isConnect, format = ''] = FRAMED.exec(type) ?? []
  if (found === undefined) return undefined
  const frames = new GrpcFrames((flags, bytes, size, missing) => {
    const isCompressed = flags & COMPRESSED
    const isEnd = flags & (isConnect ? CONNECT_END : TRAILERS)
    const said = [missing && 'incomplete', isCompressed && 'compressed', isEnd && (isConnect ? 'end of stream' : 'trailers')]
    const event = said.filter(Boolean).join(' ') || undefined
    if (isCompressed || !(isEnd || /^json$/i.test(format))) return use({ kind: 'binary', size, event, body: rawRecord(bytes, size) })
    // A line feed ends a character that the bytes have not ended: otherwise its rest would begin the next text.
    const text = (decode(bytes) + decode(LINE_FEED)).slice(0, -1)
    const told = isEnd && !isConnect ? jsonOf(text) : text
    const cut = size > bytes.length || told.length > MESSAGE_BYTES
    use({ kind: isEnd ? 'event' : 'text', size, event, body: { text: told.slice(0, MESSAGE_BYTES) }, cut })
  })
  const plain = isBase64 ? base64Decoder(decode) : (bytes: Uint8Array) => bytes
  return { feed: (bytes: Uint8Array) => frames.feed(plain(bytes)), finish: () => frames.finish() }
}

// Trailers are lines as in a header. As JSON, their secrets are found by their names, also by those who export them.
function jsonOf (lines: string): string {
  const fields = lines.split(/\r?\n/).filter(Boolean).map(line => {
    const [name = '', ...value] = line.split(':')
    return `${JSON.stringify(name)}:${JSON.stringify(value.join(':').trim())}`
  })
  return `{${fields.join()}}`
}
