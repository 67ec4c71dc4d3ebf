// A JSON text as a table: a row for each value, which says where in the text it stands. Nothing is parsed into values and printed again,
// so numbers, the order of keys and repeated keys stay as they were sent. One buffer holds it, so that a worker can hand it over.

/** What a row is. `rest` is the text from the first place on that is no JSON. */
export const KINDS = ['object', 'list', 'string', 'number', 'boolean', 'null', 'rest'] as const
export type RowKind = typeof KINDS[number]

/** Where the text stops being JSON, and why. */
export interface Fault { at: number, reason: 'wrong' | 'ended' | 'large' }

/** What a worker hands over. */
export interface JsonColumns { words: Uint32Array, size: number, fault: Fault | undefined }

export const WORDS = 9
const [START, END, KEY, KEY_END, PARENT, NEXT, PLACE, COUNT, KIND] = [0, 1, 2, 3, 4, 5, 6, 7, 8]

export class JsonTable {
  readonly size: number
  /** The first one only. */
  readonly fault: Fault | undefined
  readonly #words: Uint32Array

  constructor ({ words, size, fault }: JsonColumns) {
    this.#words = words
    this.size = size
    this.fault = fault
  }

  kind (row: number): RowKind { return KINDS[this.#at(row, KIND) & 7] ?? 'rest' }
  level (row: number): number { return this.#at(row, KIND) >>> 3 }

  /** Where the value stands in the text, quotes included. */
  start (row: number): number { return this.#at(row, START) }
  end (row: number): number { return this.#at(row, END) }

  /** Where the key stands in the text, quotes included; both 0 where there is none. */
  keyStart (row: number): number { return this.#at(row, KEY) }
  keyEnd (row: number): number { return this.#at(row, KEY_END) }

  /** -1 for a root. */
  parent (row: number): number { return this.#at(row, PARENT) - 1 }

  /** The first row behind it that is not inside of it. */
  next (row: number): number { return this.#at(row, NEXT) }

  /** Its place among the rows of its parent. */
  place (row: number): number { return this.#at(row, PLACE) }

  /** How many rows are directly inside. */
  count (row: number): number { return this.#at(row, COUNT) }

  /** In order. */
  children (row: number): number[] { return this.#rowsFrom(row + 1, this.next(row)) }
  get roots (): number[] { return this.#rowsFrom(0, this.size) }

  isContainer (row: number): boolean { return (this.#at(row, KIND) & 7) < 2 }

  /** Several roots: a text with a value on each line. */
  get isLines (): boolean { return this.size > 0 && this.next(0) < this.size && this.kind(this.next(0)) !== 'rest' }

  /** The row whose key or value stands at an offset of the text; of nested ones the innermost that begins before it. */
  rowAt (offset: number): number {
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.keyStart(middle) || this.start(middle)) <= offset) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  #rowsFrom (first: number, end: number): number[] {
    const rows: number[] = []
    for (let row = first; row < end; row = this.next(row)) rows.push(row)
    return rows
  }

  #at (row: number, word: number): number { return this.#words[row * WORDS + word] ?? 0 }
}

/** Fills a table, row by row, in the order of the text. */
export class TableWriter {
  #words = new Uint32Array(1024 * WORDS)
  #roots = 0
  size = 0

  /** Returns the row. `parent` is -1 for a root. */
  add (kind: RowKind, parent: number, start: number, end: number, key: { start: number, end: number } | undefined): number {
    const row = this.size++
    if (this.size * WORDS > this.#words.length) this.#grow()
    const place = parent < 0 ? this.#roots++ : this.#get(parent, COUNT)
    const level = parent < 0 ? 0 : (this.#get(parent, KIND) >>> 3) + 1
    this.#words.set(
      [start, end, key?.start ?? 0, key?.end ?? 0, parent + 1, row + 1, place, 0, KINDS.indexOf(kind) | level << 3], row * WORDS
    )
    if (parent >= 0) this.#put(parent, COUNT, place + 1)
    return row
  }

  /** All that is inside of it has been added. Returns its parent. */
  close (row: number, end: number): number {
    this.#put(row, END, end)
    this.#put(row, NEXT, this.size)
    return this.#get(row, PARENT) - 1
  }

  isObject (row: number): boolean { return (this.#get(row, KIND) & 7) === 0 }

  columns (fault: Fault | undefined): JsonColumns {
    return { words: this.#words.slice(0, this.size * WORDS), size: this.size, fault }
  }

  #grow (): void {
    const words = new Uint32Array(this.#words.length * 2)
    words.set(this.#words)
    this.#words = words
  }

  #get (row: number, word: number): number { return this.#words[row * WORDS + word] ?? 0 }
  #put (row: number, word: number, value: number): void { this.#words[row * WORDS + word] = value }
}
