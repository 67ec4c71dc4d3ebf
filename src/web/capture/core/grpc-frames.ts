// Splits a body of gRPC, gRPC-web or Connect into its messages. Each message is preceded by a prefix of five bytes, which contains the
// flags and the length of the message.
import { MESSAGE_BYTES } from './message.js'

/** `bytes`: a copy of its beginning. `size`: how many bytes of it came. `missing`: how many did not, because the body ended before. */
export type UseFrame = (flags: number, bytes: Uint8Array, size: number, missing: number) => void

const HEAD_BYTES = 5
const MAX_BYTES = HEAD_BYTES + MESSAGE_BYTES

export class GrpcFrames {
  /** The head, and the beginning of the message. Grows as bytes come, and not by the length that is announced: that can be 4 GB. */
  private start = new Uint8Array(HEAD_BYTES)
  private came = 0
  private missing = HEAD_BYTES

  constructor (private readonly useFrame: UseFrame) {}

  feed (piece: Uint8Array): void {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + this.missing)
      this.keep(part.subarray(0, Math.max(0, MAX_BYTES - this.came)))
      at += part.length
      this.came += part.length
      this.missing -= part.length
      if (this.missing === 0 && this.came === HEAD_BYTES) this.missing = new DataView(this.start.buffer).getUint32(1)
      if (this.missing === 0) this.finish()
    }
  }

  /** The body has ended, perhaps within a message. */
  finish (): void {
    const { start, came, missing } = this
    this.came = 0
    this.missing = HEAD_BYTES
    if (came < HEAD_BYTES) return
    this.useFrame(start[0] as number, start.slice(HEAD_BYTES, Math.min(came, MAX_BYTES)), came - HEAD_BYTES, missing)
  }

  private keep (part: Uint8Array): void {
    if (part.length === 0) return
    const { start, came } = this
    const length = came + part.length
    if (length > start.length) {
      // With room for more: a message may come byte by byte.
      this.start = new Uint8Array(2 * length)
      this.start.set(start)
    }
    this.start.set(part, came)
  }
}
