// Text that becomes bytes piece by piece: to join many pieces first, and to make bytes of the whole, takes a quarter longer.

export class TextBytes {
  private bytes: Buffer
  private length = 0

  /** `expected`: about so many bytes it will be. */
  constructor (expected: number) {
    this.bytes = memory(Math.max(Math.ceil(expected), 64))
  }

  add (text: string): void {
    // A character is at most three bytes; where that may be too many, they are counted.
    if (this.length + 3 * text.length > this.bytes.length) this.makeRoom(Buffer.byteLength(text))
    this.length += this.bytes.write(text, this.length)
  }

  /** In memory of its own, which can be given away. */
  take (): Uint8Array {
    const taken = this.bytes.subarray(0, this.length)
    return this.length > 0.75 * this.bytes.length ? taken : memory(this.length, taken)
  }

  private makeRoom (bytes: number): void {
    const needed = this.length + bytes
    if (needed > this.bytes.length) this.bytes = memory(Math.max(needed, 2 * this.bytes.length), this.bytes.subarray(0, this.length))
  }
}

// Node's small buffers share theirs.
function memory (length: number, content?: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  if (content) bytes.set(content)
  return bytes
}
