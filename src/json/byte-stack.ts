// A stack of bytes, outside of the heap: a hostile text has millions of levels, and where a list of the heap grows beyond the limit of a
// thread in one step, V8 ends the whole process.

export class ByteStack {
  private bytes = new Uint8Array(64)
  length = 0

  push (byte: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(2 * this.length)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[this.length++] = byte
  }

  pop (): void {
    this.length--
  }

  /** Undefined where it is empty. */
  get top (): number | undefined {
    return this.bytes[this.length - 1]
  }
}
