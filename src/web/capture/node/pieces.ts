// Collects the bytes of a body as they pass: copies the beginning, because apps and Node reuse buffers, and only counts the rest.

export class Pieces {
  /** The size of the whole body so far. */
  bytes = 0
  private readonly kept: Buffer[] = []
  keptBytes = 0

  constructor (private readonly limitBytes: number) {}

  /** Accepts the chunks that streams accept, and ignores everything else. */
  add (chunk: unknown, encoding?: unknown): void {
    const isText = typeof chunk === 'string'
    const piece = isText ? Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8') : chunk
    if (!(piece instanceof Uint8Array) || piece.byteLength === 0) return
    this.bytes += piece.byteLength
    const room = this.limitBytes - this.keptBytes
    if (room <= 0) return
    const start = piece.byteLength > room ? piece.subarray(0, room) : piece
    const copy = isText && start === piece ? piece as Buffer : Buffer.from(start)
    this.keptBytes += copy.byteLength
    this.kept.push(copy)
  }

  /** The part that was kept: the beginning of the body. */
  start (): Buffer {
    const [first, ...more] = this.kept
    return first && more.length === 0 ? first : Buffer.concat(this.kept)
  }
}
