// Searching a JSON text for the tree: rows whose key or value holds what is sought, as it is written in the text or as it reads.
import { stringValue } from '../../../../json/scan.js'
import { findAll } from './find.js'
import type { JsonTable } from './json-table.js'

/** Rows in order, at most `most`. */
export function findRows (table: JsonTable, text: string, sought: string, most: number): number[] {
  if (sought === '') return []
  const rows = new Set<number>()
  for (const at of findAll(text, sought, most)) {
    const row = table.rowAt(at)
    if (isIn(table, row, at)) rows.add(row)
  }
  for (const row of escapedRows(table, text, most)) if (reads(table, text, row, sought)) rows.add(row)
  return [...rows].sort((a, b) => a - b).slice(0, most)
}

// Of an object or a list only its key: brackets and what is between the rows are nobody's text.
function isIn (table: JsonTable, row: number, at: number): boolean {
  if (at >= table.keyStart(row) && at < table.keyEnd(row)) return true
  return !table.isContainer(row) && at >= table.start(row) && at < table.end(row)
}

/** Rows that are not written as they read: each is decoded, so there is a limit to them, too. */
function escapedRows (table: JsonTable, text: string, most: number): Set<number> {
  const rows = new Set<number>()
  for (let at = text.indexOf('\\'); at >= 0 && rows.size < most; at = text.indexOf('\\', at)) {
    const row = table.rowAt(at)
    rows.add(row)
    at = Math.max(at + 1, at < table.keyEnd(row) ? table.keyEnd(row) : table.isContainer(row) ? 0 : table.end(row))
  }
  return rows
}

function reads (table: JsonTable, text: string, row: number, sought: string): boolean {
  const lower = sought.toLowerCase()
  const key = table.keyEnd(row) > 0 ? stringValue(text, table.keyStart(row), table.keyEnd(row) - 1) : ''
  const value = table.kind(row) === 'string' ? stringValue(text, table.start(row), table.end(row) - 1) : ''
  return [key, value].some(read => read.toLowerCase().includes(lower))
}
