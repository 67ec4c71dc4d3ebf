// Decodes base64 that comes in pieces, as in gRPC-web-text: a piece may end within a group of four characters, and `=` may come in the
// middle, because servers encode each message by itself.
import { quiet } from './host.js'

// Saved when this script ran. Mini-programs have none: there, such a body has no messages.
const native = quiet(() => atob)

/** `decode`: decodes ASCII. */
export function base64Decoder (decode: (bytes: Uint8Array) => string): (piece: Uint8Array) => Uint8Array {
  let rest = ''
  return piece => {
    rest += decode(piece)
    const length = rest.length & ~3
    // What is no base64 is left out.
    const bytes = rest.slice(0, length).replace(/[^=]+=*/g, run => quiet(() => native?.(run)) ?? '')
    rest = rest.slice(length)
    return Uint8Array.from(bytes, char => char.charCodeAt(0))
  }
}
