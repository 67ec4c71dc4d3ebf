// Which rows of a JSON table are shown: those whose containers are all open.
import type { JsonTable } from './json-table.js'

/** For each row whether it is open; what is no container has no use for it. */
export type Open = Uint8Array

/** In order. `most`: a browser cannot scroll through more. */
export function shownRows (table: JsonTable, open: Open, most = Infinity): Uint32Array {
  const rows = new Uint32Array(Math.min(table.size, most))
  let count = 0
  for (let row = 0; row < table.size && count < rows.length; row = open[row] || !table.isContainer(row) ? row + 1 : table.next(row)) rows[count++] = row
  return rows.subarray(0, count)
}

/** Level by level, as long as all of a level fits: a small body is seen whole, and of a large one its outline. */
export function openAtFirst (table: JsonTable, most: number): Open {
  const open = new Uint8Array(table.size)
  let level = table.roots
  let shown = level.length
  while (level.length > 0) {
    const containers = level.filter(row => table.isContainer(row))
    const inside = containers.reduce((sum, row) => sum + table.count(row), 0)
    // One list or object alone is always opened: what else would there be to see?
    if (shown + inside > most && shown > 1) break
    for (const row of containers) open[row] = 1
    shown += inside
    level = shown > most ? [] : containers.flatMap(row => table.children(row))
  }
  return open
}

/** All that a row is inside of. Returns whether anything was closed. */
export function openTo (table: JsonTable, open: Open, row: number): boolean {
  let opened = false
  for (let at = table.parent(row); at >= 0; at = table.parent(at)) {
    opened ||= !open[at]
    open[at] = 1
  }
  return opened
}

/** A container with all that is inside of it. */
export function setAll (table: JsonTable, open: Open, row: number, isOpen: boolean): void {
  open.fill(isOpen ? 1 : 0, row, table.next(row))
}
