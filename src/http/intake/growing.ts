// Memory for bytes that come in pieces, of which there are as many as a limit: it grows in place, so that a body takes its own
// size and no more, and it can be handed to another thread without a copy.

const STEP_BYTES = 256 * 1024

export class GrowingBytes {
  /** Only its first `length` bytes were written. */
  readonly memory: ArrayBuffer
  length = 0

  constructor (private readonly mostBytes: number) {
    this.memory = new ArrayBuffer(0, { maxByteLength: mostBytes })
  }

  /** Throws where it becomes too long. */
  append (chunk: Uint8Array): void {
    const length = this.length + chunk.length
    if (length > this.memory.byteLength) this.memory.resize(Math.min(this.mostBytes, length + STEP_BYTES))
    new Uint8Array(this.memory, this.length, chunk.length).set(chunk)
    this.length = length
  }

  /** A view. */
  get bytes (): Buffer {
    return Buffer.from(this.memory, 0, this.length)
  }
}
