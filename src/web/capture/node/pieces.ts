// The bytes of a body as they pass: the beginning is copied, because apps and Node use buffers again, and the rest is only counted.

export class Pieces {
  /** The size of all that passed. */
  bytes = 0
  private readonly kept: Buffer[] = []
  private keptBytes = 0

  constructor (private readonly limitBytes: number) {}

  /** Takes what streams take; anything else is none of a body. */
  add (chunk: unknown, encoding?: unknown): void {
    const piece = typeof chunk === 'string'
      ? Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8')
      : chunk
    if (!(piece instanceof Uint8Array) || piece.byteLength === 0) return
    this.bytes += piece.byteLength
    const room = this.limitBytes - this.keptBytes
    if (room <= 0) return
    const copy = Buffer.from(piece.byteLength > room ? piece.subarray(0, room) : piece)
    this.keptBytes += copy.byteLength
    this.kept.push(copy)
  }

  /** The beginning, as far as it was kept. */
  start (): Buffer {
    return Buffer.concat(this.kept)
  }
}
