// Streams a response slice by slice: the next slice is read when the client has taken the previous one. The response is compressed if the
// client accepts that.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import '@fastify/accepts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileNameOf } from '../saved/file-name.js'
import { brotlied, gzipped } from './compression.js'
import { LoopTurns } from './loop-turns.js'
import type { PageHolder } from './page-budget.js'
import type { Readers, Reading } from './readers.js'

/** The methods of a Reading that a response calls: to report the size of its page and each part that was taken, and to get an encoder. */
type ReplyPage = Pick<Reading, 'resize' | 'takeEncoder' | 'touch'>

const CHUNK_BYTES = 64 * 1024
/** How many bytes one response sends per turn. */
const TURN_BYTES = 4 * CHUNK_BYTES
/** One object for all responses of the process, because they share the event loop. */
const loopTurns = new LoopTurns()
/** Shorter responses are not compressed. */
const MIN_COMPRESSED_BYTES = 1024

/** The reading is closed when the response ends. */
export function readingFor ({ raw, ip }: FastifyRequest, reply: FastifyReply, readers: Readers, session: string): Reading {
  const reading = readers.open(holderOf(raw, reply, ip), session)
  const close = () => { reading.close() }
  reply.raw.once('close', close)
  // If the connection ends while this response waits for an earlier one on it, only the request emits an event.
  raw.once('aborted', close)
  return reading
}

/** `rest`: each part is requested when the one before was taken. */
export function sendParts (
  request: FastifyRequest, reply: FastifyReply, reading: ReplyPage, first: Uint8Array, rest?: AsyncIterable<Uint8Array>
): FastifyReply {
  vary(reply, 'Accept-Encoding')
  const encoding = rest !== undefined || first.length >= MIN_COMPRESSED_BYTES ? encodingFor(request, reading) : 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  else if (!rest && first.length <= CHUNK_BYTES) return reply.send(asBuffer(first))
  const parts = encoded(partsOf(first, rest), encoding)
  return reply.send(Readable.from(chunksOf(parts, reading), { objectMode: false, highWaterMark: CHUNK_BYTES }))
}

const FILE_TYPES = { har: 'application/json; charset=utf-8', html: 'text/html; charset=utf-8' }

/** Sets the headers of a response that browsers save as a file. */
export function asFile (reply: FastifyReply, session: string, ending: keyof typeof FILE_TYPES): FastifyReply {
  const headers = { 'content-disposition': `attachment; filename="${fileNameOf(session, ending)}"`, 'cache-control': 'no-store' }
  return reply.headers(headers).type(FILE_TYPES[ending])
}

/** The content types of lists. */
export const LIST_TYPES = { json: 'application/json; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' }

/** The format of a list: a JSON array, unless the client prefers NDJSON. */
export function formatOf (request: FastifyRequest): keyof typeof LIST_TYPES {
  return request.accepts().type(['application/json', 'application/x-ndjson']) === 'application/x-ndjson' ? 'ndjson' : 'json'
}

/** Adds a header to Vary, because the response depends on it. */
export function vary (reply: FastifyReply, header: string): void {
  const known = [reply.getHeader('vary') ?? []].flat().join(', ')
  if (!known.toLowerCase().split(/, */).includes(header.toLowerCase())) reply.header('vary', known ? `${known}, ${header}` : header)
}

type Encoding = 'gzip' | 'br' | 'identity'

function encodingFor (request: FastifyRequest, reading: ReplyPage): Encoding {
  const accepts = request.accepts()
  const takes = (encoding: Encoding) => accepts.encoding([encoding]) === encoding
  if (takes('gzip')) return 'gzip'
  return takes('br') && reading.takeEncoder() ? 'br' : 'identity'
}

function encoded (parts: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncIterable<Uint8Array> {
  if (encoding === 'gzip') return gzipped(parts)
  return encoding === 'br' ? brotlied(parts) : parts
}

export async function * partsOf (first: Uint8Array, rest: AsyncIterable<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  yield first
  if (rest) yield * rest
}

/** The same bytes, without a copy. */
export function asBuffer ({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

async function * chunksOf (parts: AsyncIterable<Uint8Array>, reading: ReplyPage): AsyncGenerator<Uint8Array> {
  let leftBytes = 0
  for await (const part of parts) {
    reading.resize(part.length)
    for (let at = 0; at < part.length; at += CHUNK_BYTES) {
      const chunk = part.subarray(at, at + CHUNK_BYTES)
      if ((leftBytes -= chunk.length) < 0) {
        await loopTurns.next()
        leftBytes = TURN_BYTES
      }
      yield chunk
      reading.touch()
    }
  }
}

// A client that does not read its page while others wait is cut off, so that it can see that its response is incomplete.
function holderOf (request: IncomingMessage, { raw }: FastifyReply, address: string): PageHolder {
  return {
    address,
    get hasLeft () { return raw.destroyed || request.aborted },
    get unsentBytes () { return raw.writableLength },
    endAsSlow: () => { raw.destroy() }
  }
}
