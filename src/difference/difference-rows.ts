// The rows of a tree that shows two JSON texts together, in one buffer, so that a worker can transfer it. A row stands for a whole value if
// the value is equal, or exists on one side only. If two containers differ inside, the rows of their members follow.

export const SIGNS = ['same', 'added', 'removed', 'changed', 'moved', 'inside'] as const
export type Sign = typeof SIGNS[number]

const WORDS = 4
const [SIGN, A, B, NEXT] = [0, 1, 2, 3]
/** The SIGN word: its low three bits are the sign; this bit marks an `inside` row that has also moved; the rest is the depth. */
const MOVED = 8

export class DifferenceWriter {
  private words = new Int32Array(256 * WORDS)
  private size = 0

  /** Returns the row. `a`, `b`: rows in the two JSON tables. */
  add (sign: Sign, depth: number, a: number | undefined, b: number | undefined, isMoved = false): number {
    const at = this.size * WORDS
    if (at === this.words.length) {
      const larger = new Int32Array(2 * at)
      larger.set(this.words)
      this.words = larger
    }
    this.words[at + SIGN] = SIGNS.indexOf(sign) | (isMoved ? MOVED : 0) | depth << 4
    this.words[at + A] = a ?? -1
    this.words[at + B] = b ?? -1
    this.words[at + NEXT] = this.size + 1
    return this.size++
  }

  /** Call it after the rows inside have been added: it closes the row around them. */
  close (row: number): void {
    this.words[row * WORDS + NEXT] = this.size
  }

  finished (): { rows: Int32Array, size: number } {
    return { rows: this.words.slice(0, this.size * WORDS), size: this.size }
  }
}

export class DifferenceRows {
  readonly size: number
  private readonly words: Int32Array

  constructor ({ rows, size }: { rows: Int32Array, size: number }) {
    this.words = rows
    this.size = size
  }

  sign (row: number): Sign { return SIGNS[this.at(row, SIGN) & 7] ?? 'same' }
  isMoved (row: number): boolean { return (this.at(row, SIGN) & MOVED) !== 0 || this.sign(row) === 'moved' }
  depth (row: number): number { return this.at(row, SIGN) >>> 4 }

  /** The row in the table of that side; -1 if the value is not on that side. */
  a (row: number): number { return this.at(row, A) }
  b (row: number): number { return this.at(row, B) }

  /** The first row after it that is not inside it. */
  next (row: number): number { return this.at(row, NEXT) }

  private at (row: number, word: number): number { return this.words[row * WORDS + word] ?? 0 }
}
