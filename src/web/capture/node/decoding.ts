// Undoes a content encoding, as far as there is something of it. What comes out is bounded too: a small body may hold gigabytes.
import zlib from 'node:zlib'
import type { Transform } from 'node:stream'
import { Pieces } from './pieces.js'

/** Where its size is still not known after so many bytes, it is told as if this were all. */
const MOST_BYTES = 16 * 1024 * 1024

/** undefined where the encoding is not known, or the bytes are none of it. */
export async function decoded (bytes: Buffer, encoding: string, limitBytes: number): Promise<Pieces | undefined> {
  const decoder = decoderOf(encoding)
  if (!decoder) return undefined
  const out = new Pieces(limitBytes)
  return await new Promise(resolve => {
    const end = () => resolve(out.bytes > 0 || bytes.length === 0 ? out : undefined)
    decoder.on('data', (chunk: Buffer) => {
      out.add(chunk)
      if (out.bytes > MOST_BYTES) decoder.destroy()
    }).on('error', end).on('close', end)
    decoder.end(bytes)
  })
}

function decoderOf (encoding: string): Transform | undefined {
  const flush = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
  switch (encoding) {
    case 'gzip': case 'x-gzip': return zlib.createGunzip(flush)
    case 'deflate': return zlib.createInflate(flush)
    case 'br': return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH })
    case 'zstd': return zstd()
    default: return undefined
  }
}

// Since Node 22.15.
function zstd (): Transform | undefined {
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform }
  return createZstdDecompress?.()
}
