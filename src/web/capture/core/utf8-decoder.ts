// Decodes UTF-8 that comes in pieces, each of which may end within a character.
import { utf8Text } from './utf8.js'

export function utf8Decoder (): (bytes: Uint8Array) => string {
  let rest = new Uint8Array(0)
  return bytes => {
    const all = new Uint8Array(rest.length + bytes.length)
    all.set(rest)
    all.set(bytes, rest.length)
    const end = wholeLength(all)
    rest = all.slice(end)
    return utf8Text(all.subarray(0, end))
  }
}

/** How many bytes can be decoded now: all but a character at the end whose other bytes are still to come. */
function wholeLength (bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}
