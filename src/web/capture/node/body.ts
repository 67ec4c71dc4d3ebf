// Makes the record of a body: text if the bytes are text, even if the content type does not say so; otherwise base64. The app does not wait
// for this.
import { isUtf8 } from 'node:buffer'
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { RawRecord, ReadyRecord } from '../core/body.js'
import { Pieces } from './pieces.js'

/** Gets the name of a header in lower case. */
export type HeaderOf = (name: string) => string | undefined

/** undefined if there was no body. */
export function bodyOf (pieces: Pieces | undefined, header: HeaderOf): RawRecord | undefined {
  return pieces && pieces.bytes > 0 ? rawRecordOf(pieces, header) : undefined
}

function rawRecordOf (pieces: Pieces, header: HeaderOf): RawRecord {
  return { raw: pieces, size: pieces.keptBytes, type: header('content-type') ?? '' }
}

/** Like `bodyOf`, but decodes the content encoding. If there is none, calls `done` at once. */
export function decodedBodyOf (
  pieces: Pieces | undefined, header: HeaderOf, limitBytes: number, done: (body: RawRecord | undefined) => void
): void {
  if (!pieces || pieces.bytes === 0) return done(undefined)
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return done(bodyOf(pieces, header))
  const start = pieces.start()
  const isCut = start.length < pieces.bytes
  decoded(start, encoding, limitBytes).then(plain => {
    if (!plain) return done(bodyOf(pieces, header))
    const record = rawRecordOf(plain, header)
    const note = `response cut: the first ${start.length} of ${pieces.bytes} bytes, still ${encoding}-encoded`
    done(isCut ? { ...record, note } : record)
  }).catch(() => {})
}

const BINARY = /^(?:image\/(?!svg)|audio\/|video\/|font\/)/i

/** `type`: the content type. */
export function recordOf (pieces: Pieces, type: string): ReadyRecord {
  const bytes = pieces.start()
  const cutFrom = bytes.length < pieces.bytes ? { cutFrom: pieces.bytes } : {}
  const text = BINARY.test(type) ? undefined : bodyText(bytes, type, 'cutFrom' in cutFrom)
  if (text !== undefined) return { text, ...cutFrom }
  return { base64: bytes.toString('base64'), type: /^[^;,\s]+/.exec(type)?.[0] ?? 'application/octet-stream', ...cutFrom }
}

function bodyText (bytes: Buffer, type: string, isCut: boolean): string | undefined {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(type)?.[1]?.toLowerCase()
  if (charset !== undefined && !/^utf-?8$/.test(charset)) return inCharset(bytes, charset)
  const whole = isCut ? bytes.subarray(0, wholeCharacters(bytes)) : bytes
  return isUtf8(whole) && !whole.includes(0) ? whole.toString() : undefined
}

function inCharset (bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}

/** How many bytes are whole characters, if the cut went through the last one. */
function wholeCharacters (bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return bytes.length - back
  }
  return bytes.length
}

// The decoded size is limited, too: a small encoded body may expand to gigabytes.
/** Decoding stops after this many bytes: a larger body is recorded as if it had this size. */
const MAX_BYTES = 16 * 1024 * 1024

/** undefined if the encoding is unknown, or if the bytes cannot be decoded. */
async function decoded (bytes: Buffer, encoding: string, limitBytes: number): Promise<Pieces | undefined> {
  const decoder = decoderOf(encoding)
  if (!decoder) return undefined
  const out = new Pieces(limitBytes)
  return await new Promise(resolve => {
    const end = () => resolve(out.bytes > 0 || bytes.length === 0 ? out : undefined)
    decoder.on('data', (chunk: Buffer) => {
      out.add(chunk)
      if (out.bytes > MAX_BYTES) decoder.destroy()
    }).on('error', end).on('close', end)
    decoder.end(bytes)
  })
}

/** undefined if the encoding is unknown. */
export function decoderOf (encoding: string): Transform | undefined {
  const flush = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
  switch (encoding) {
    case 'gzip': case 'x-gzip': return zlib.createGunzip(flush)
    case 'deflate': return zlib.createInflate(flush)
    case 'br': return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH })
    case 'zstd': return zstd()
    default: return undefined
  }
}

// Exists since Node 22.15.
function zstd (): Transform | undefined {
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform }
  return createZstdDecompress?.()
}
