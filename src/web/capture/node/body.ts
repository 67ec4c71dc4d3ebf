// From bytes to what is recorded of a body: text where it is text, whatever its type says, else base64.
import { isUtf8 } from 'node:buffer'
import type { BodyRecord } from '../core/body.js'
import { decoded } from './decoding.js'
import type { Pieces } from './pieces.js'

/** By names in lower case. */
export type HeaderOf = (name: string) => string | undefined

/** undefined where there was none. */
export function bodyOf (pieces: Pieces, header: HeaderOf): BodyRecord | undefined {
  if (pieces.bytes === 0) return undefined
  return recordOf(pieces, header('content-type') ?? '')
}

/** As `bodyOf`, without the content encoding, where there is one; calls `done` at once where there is none. */
export function decodedBodyOf (pieces: Pieces, header: HeaderOf, limitBytes: number, done: (body: BodyRecord | undefined) => void): void {
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity' || pieces.bytes === 0) return done(bodyOf(pieces, header))
  const start = pieces.start()
  const isCut = start.length < pieces.bytes
  decoded(start, encoding, limitBytes).then(plain => {
    if (!plain) return done(bodyOf(pieces, header))
    const record = recordOf(plain, header('content-type') ?? '')
    done(isCut ? { ...record, note: `response cut: the first ${start.length} of ${pieces.bytes} bytes, which are ${encoding}` } : record)
  }).catch(() => {})
}

const BINARY = /^(?:image\/(?!svg)|audio\/|video\/|font\/)/i

function recordOf (pieces: Pieces, type: string): BodyRecord {
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

/** Without the last character, where the cut went through it. */
function wholeCharacters (bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return bytes.length - back
  }
  return bytes.length
}
