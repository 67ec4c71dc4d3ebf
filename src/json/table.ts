// A JSON text as a table: a row for each value, with its position in the text. Values are not parsed and printed again, so numbers, the
// order of keys and repeated keys stay as they were sent. The table is one buffer, so that a worker can transfer it.

/** The kinds of rows. `rest` is the text from the first position that is not JSON. */
export const KINDS = ['object', 'list', 'string', 'number', 'boolean', 'null', 'rest'] as const
export type RowKind = typeof KINDS[number]

/** The position where the text stops being JSON, and the reason. */
export interface TableFault { at: number, reason: 'wrong' | 'ended' | 'large' }

/** The transferable form of a table, as a worker sends it. */
export interface JsonColumns { words: Uint32Array, size: number, fault: TableFault | undefined }

export const WORDS = 9
const [START, END, KEY, KEY_END, PARENT, NEXT, PLACE, COUNT, KIND] = [0, 1, 2, 3, 4, 5, 6, 7, 8]

export class JsonTable {
  readonly size: number
  /** Only the first fault. */
  readonly fault: TableFault | undefined
  private readonly words: Uint32Array

  constructor ({ words, size, fault }: JsonColumns) {
    this.words = words
    this.size = size
    this.fault = fault
  }

  kind (row: number): RowKind { return KINDS[this.at(row, KIND) & 7] ?? 'rest' }
  level (row: number): number { return this.at(row, KIND) >>> 3 }

  /** The position of the value in the text, quotes included. */
  start (row: number): number { return this.at(row, START) }
  end (row: number): number { return this.at(row, END) }

  /** The position of the key in the text, quotes included; both 0 if there is no key. */
  keyStart (row: number): number { return this.at(row, KEY) }
  keyEnd (row: number): number { return this.at(row, KEY_END) }

  /** -1 for a root. */
  parent (row: number): number { return this.at(row, PARENT) - 1 }

  /** The first row after it that is not inside it. */
  next (row: number): number { return this.at(row, NEXT) }

  /** Its index among the rows of its parent. */
  place (row: number): number { return this.at(row, PLACE) }

  /** How many rows are directly inside it. */
  count (row: number): number { return this.at(row, COUNT) }

  /** In order. */
  children (row: number): number[] { return this.rowsFrom(row + 1, this.next(row)) }
  get roots (): number[] { return this.rowsFrom(0, this.size) }

  isContainer (row: number): boolean { return (this.at(row, KIND) & 7) < 2 }

  /** Whether there are several roots: a text with one value per line. */
  get isLines (): boolean { return this.size > 0 && this.next(0) < this.size && this.kind(this.next(0)) !== 'rest' }

  /** The row whose key or value is at an offset of the text; if rows are nested, the innermost one that begins before it. */
  rowAt (offset: number): number {
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.keyStart(middle) || this.start(middle)) <= offset) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  private rowsFrom (first: number, end: number): number[] {
    const rows: number[] = []
    for (let row = first; row < end; row = this.next(row)) rows.push(row)
    return rows
  }

  private at (row: number, word: number): number { return this.words[row * WORDS + word] ?? 0 }
}

/** Fills a table, row by row, in the order of the text. */
export class TableWriter {
  private words = new Uint32Array(1024 * WORDS)
  private roots = 0
  size = 0

  /** Returns the row. `parent` is -1 for a root. */
  add (kind: RowKind, parent: number, start: number, end: number, key: { start: number, end: number } | undefined): number {
    const row = this.size++
    if (this.size * WORDS > this.words.length) this.grow()
    const place = parent < 0 ? this.roots++ : this.get(parent, COUNT)
    const level = parent < 0 ? 0 : (this.get(parent, KIND) >>> 3) + 1
    this.words.set(
      [start, end, key?.start ?? 0, key?.end ?? 0, parent + 1, row + 1, place, 0, KINDS.indexOf(kind) | level << 3], row * WORDS
    )
    if (parent >= 0) this.put(parent, COUNT, place + 1)
    return row
  }

  /** Call it after everything inside the row has been added. Returns the parent of the row. */
  close (row: number, end: number): number {
    this.put(row, END, end)
    this.put(row, NEXT, this.size)
    return this.get(row, PARENT) - 1
  }

  isObject (row: number): boolean { return (this.get(row, KIND) & 7) === 0 }

  columns (fault: TableFault | undefined): JsonColumns {
    return { words: this.words.slice(0, this.size * WORDS), size: this.size, fault }
  }

  private grow (): void {
    const words = new Uint32Array(this.words.length * 2)
    words.set(this.words)
    this.words = words
  }

  private get (row: number, word: number): number { return this.words[row * WORDS + word] ?? 0 }
  private put (row: number, word: number, value: number): void { this.words[row * WORDS + word] = value }
}
