// Collects pieces of bytes one behind the other in one buffer, which can be given to a thread without a copy.

const FIRST_BYTES = 16 * 1024

export class Bytes {
  private buffer = Buffer.alloc(0)
  private used = 0

  /** Copies the piece, because Node reuses its buffers. */
  add (piece: Uint8Array): void {
    const end = this.used + piece.byteLength
    if (end > this.buffer.byteLength) this.grow(end)
    this.buffer.set(piece, this.used)
    this.used = end
  }

  /** Returns all that was collected, in a buffer of its own, and begins anew. */
  take (): Uint8Array {
    const taken = this.buffer.subarray(0, this.used)
    this.buffer = Buffer.alloc(0)
    this.used = 0
    return taken
  }

  private grow (leastBytes: number): void {
    // Not from Node's pool, whose memory cannot be given away.
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, 2 * this.buffer.byteLength, leastBytes))
    larger.set(this.buffer.subarray(0, this.used))
    this.buffer = larger
  }
}
