// Memory for bytes that arrive in pieces, up to a limit. It grows in place, so that a body takes hardly more memory than its own
// size, and it can be transferred to another thread without a copy.

const STEP_BYTES = 256 * 1024

export class GrowingBytes {
  /** Only its first `length` bytes are in use. */
  readonly memory: ArrayBuffer
  length = 0

  constructor (private readonly mostBytes: number) {
    this.memory = new ArrayBuffer(0, { maxByteLength: mostBytes })
  }

  /** Throws if the bytes would exceed the limit. */
  append (chunk: Uint8Array): void {
    const length = this.length + chunk.length
    if (length > this.memory.byteLength) this.memory.resize(Math.min(this.mostBytes, length + STEP_BYTES))
    new Uint8Array(this.memory, this.length, chunk.length).set(chunk)
    this.length = length
  }

  /** A view of the bytes in use, not a copy. */
  get bytes (): Buffer {
    return Buffer.from(this.memory, 0, this.length)
  }
}
