// Compresses responses part by part. For gzip, each part is compressed by itself and ends at a byte boundary: between two parts, only a
// checksum is kept. An encoder that stays open would take a quarter of a megabyte for each response that is not read.
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib'

const compress = promisify(deflateRaw)
// RFC 1952: deflate, no flags, no time, fastest, an unknown system.
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255])
/** The last block, which is empty. */
const END = Buffer.from([3, 0])
// Recorded traffic has so many repetitions that higher levels save little more (npm run bench -- reading): speed matters more here.
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }

/** Both functions request the next part when the one before was taken. */
export async function * gzipped (parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [sum, length] = [0, 0]
  let head = HEAD
  for await (const part of parts) {
    sum = crc32(part, sum)
    length += part.length
    yield Buffer.concat([head, await compress(part, OPTIONS)])
    head = Buffer.alloc(0)
  }
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(sum)
  tail.writeUInt32LE(length % 2 ** 32, 4)
  yield Buffer.concat([head, END, tail])
}

// With a window of 64 KB an encoder holds about half a megabyte.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 16 } }

/** For clients that accept nothing else: Brotli cannot compress each part by itself, so its encoder stays in memory. */
export function brotlied (parts: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(parts), createBrotliCompress(BROTLI), () => {})
}
