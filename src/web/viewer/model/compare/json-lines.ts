// The lines that show two JSON texts as one tree. Consecutive equal rows are folded into one line with their count. Rows that contain
// differences are open at first, and so are small values that were added or removed.
import { JsonTable } from '../../../../json/table.js'
import { DifferenceRows, type Sign } from '../../../../difference/difference-rows.js'
import type { JsonDifference } from '../../../../difference/json-difference.js'

export interface JsonLine {
  /** The key by which the line is opened and closed. */
  name: string
  /** `before` and `after`: the two lines of a change that is too long for one. */
  sign: Sign | 'fold' | 'before' | 'after'
  depth: number
  /** The row in the table of that side; -1 if the value is not on that side. */
  a: number
  b: number
  isMoved: boolean
  /** Undefined if there is nothing to open. */
  isOpen: boolean | undefined
  /** How many rows a fold hides. */
  count: number
}

/** The lines that a person has opened or closed, by their names. */
export type Opened = ReadonlyMap<string, boolean>

/** More lines than a person scrolls through. */
export const MAX_LINES = 50_000
/** An added or removed value with at most this many rows is shown open. */
const SMALL = 40
/** If both values of a change are longer than this together, each gets its own line. In characters. */
const SHORT = 60

export class JsonLines {
  readonly a: JsonTable
  readonly b: JsonTable
  readonly #rows: DifferenceRows

  constructor (difference: JsonDifference) {
    this.a = new JsonTable(difference.a)
    this.b = new JsonTable(difference.b)
    this.#rows = new DifferenceRows(difference)
  }

  lines (opened: Opened): JsonLine[] {
    const lines: JsonLine[] = []
    const rows = this.#rows
    let unfoldedUpTo = 0
    for (let row = 0; row < rows.size && lines.length < MAX_LINES;) {
      const run = row < unfoldedUpTo ? 0 : this.#sameRun(row)
      if (run > 1) {
        const isOpen = opened.get(`f${row}`) ?? false
        lines.push({ name: `f${row}`, sign: 'fold', depth: rows.depth(row), a: -1, b: -1, isMoved: false, isOpen, count: run })
        if (isOpen) unfoldedUpTo = row + run
        else row += run
        continue
      }
      const line = this.#line(row, opened)
      if (rows.sign(row) === 'changed' && this.#isLong(row)) lines.push({ ...line, sign: 'before' }, { ...line, sign: 'after' })
      else lines.push(line)
      if (line.isOpen && rows.sign(row) !== 'inside') this.#inside(line, opened, lines)
      row = line.isOpen === false ? rows.next(row) : row + 1
    }
    return lines
  }

  #line (row: number, opened: Opened): JsonLine {
    const rows = this.#rows
    const [a, b, sign] = [rows.a(row), rows.b(row), rows.sign(row)]
    const [table, at] = b < 0 ? [this.a, a] : [this.b, b]
    const canOpen = sign !== 'changed' && table.isContainer(at) && table.count(at) > 0
    const isOpenAtFirst = sign === 'inside' || ((sign === 'added' || sign === 'removed') && table.next(at) - at <= SMALL)
    const name = `r${row}`
    return {
      name,
      sign,
      depth: rows.depth(row),
      a,
      b,
      isMoved: rows.isMoved(row),
      isOpen: canOpen ? opened.get(name) ?? isOpenAtFirst : undefined,
      count: 0
    }
  }

  /** The members of a value that is one row of the difference: equal, moved, added or removed as a whole. */
  #inside (line: JsonLine, opened: Opened, lines: JsonLine[]): void {
    const [side, table, from] = line.b < 0 ? ['a', this.a, line.a] as const : ['b', this.b, line.b] as const
    for (let at = from + 1; at < table.next(from) && lines.length < MAX_LINES;) {
      const name = `${side}${at}`
      const isOpen = table.isContainer(at) && table.count(at) > 0 ? opened.get(name) ?? true : undefined
      const depth = line.depth + table.level(at) - table.level(from)
      lines.push({ name, sign: line.sign, depth, a: side === 'a' ? at : -1, b: side === 'b' ? at : -1, isMoved: false, isOpen, count: 0 })
      at = isOpen === false ? table.next(at) : at + 1
    }
  }

  #sameRun (row: number): number {
    const rows = this.#rows
    let end = row
    // An equal row has no rows inside: the next row is its neighbor.
    while (end < rows.size && rows.sign(end) === 'same' && rows.depth(end) === rows.depth(row)) end++
    return end - row
  }

  #isLong (row: number): boolean {
    const [a, b] = [this.#rows.a(row), this.#rows.b(row)]
    return this.a.end(a) - this.a.start(a) + this.b.end(b) - this.b.start(b) > SHORT
  }
}
