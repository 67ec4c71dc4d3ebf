// A search within one body. The toolbar and the view of the body share it: the toolbar sets the text, the view counts and shows the
// matches.
import { signal, type Signal } from '@preact/signals'
import { stringValue } from '../../../../json/scan.js'
import type { JsonTable } from '../../../../json/table.js'

/** More matches are not counted: no person steps through them. */
export const MAX_FOUND = 1_000

export interface Search {
  readonly sought: Signal<string>
  /** How many matches the view has found. */
  readonly found: Signal<number>
  /** The match that is shown, from 0. */
  readonly current: Signal<number>
}

export function createSearch (): Search {
  return { sought: signal(''), found: signal(0), current: signal(0) }
}

/** Wraps around at both ends. */
export function step ({ found, current }: Search, by: number): void {
  const count = found.peek()
  if (count > 0) current.value = (current.peek() + by + count) % count
}

/** Called by the view to report how many matches it found. If the current match no longer exists, the first one is shown. */
export function tell (search: Search, found: number): void {
  if (search.found.peek() !== found) search.found.value = found
  if (search.current.peek() >= Math.max(1, found)) search.current.value = 0
}

/** The offsets of a search text, in any letter case: the first `most` matches, which do not overlap. None for an empty search text. */
export function findAll (text: string, sought: string, most: number, from = 0): number[] {
  const found: number[] = []
  if (sought === '') return found
  const pattern = patternOf(sought)
  pattern.lastIndex = from
  for (let match = pattern.exec(text); match && found.length < most; match = pattern.exec(text)) found.push(match.index)
  return found
}

/** Global. Without the flag `u`, because with it the pattern would not find half of a surrogate pair. */
function patternOf (sought: string): RegExp {
  return new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
}

/** The rows whose key or value contains the search text, as written in the JSON or decoded. In order, at most `most`. */
export function findRows (table: JsonTable, text: string, sought: string, most: number): number[] {
  if (sought === '') return []
  const rows = new Set<number>()
  for (const at of findAll(text, sought, most)) {
    const row = table.rowAt(at)
    if (isIn(table, row, at)) rows.add(row)
  }
  for (const row of escapedRows(table, text, most)) if (containsDecoded(table, text, row, sought)) rows.add(row)
  return [...rows].sort((a, b) => a - b).slice(0, most)
}

// For objects and lists, only the key counts: brackets, commas and spaces between the rows are not searched.
function isIn (table: JsonTable, row: number, at: number): boolean {
  if (at >= table.keyStart(row) && at < table.keyEnd(row)) return true
  return !table.isContainer(row) && at >= table.start(row) && at < table.end(row)
}

/** Rows with escapes. Each one must be decoded, so their number is limited, too. */
function escapedRows (table: JsonTable, text: string, most: number): Set<number> {
  const rows = new Set<number>()
  for (let at = text.indexOf('\\'); at >= 0 && rows.size < most; at = text.indexOf('\\', at)) {
    const row = table.rowAt(at)
    rows.add(row)
    at = Math.max(at + 1, at < table.keyEnd(row) ? table.keyEnd(row) : table.isContainer(row) ? 0 : table.end(row))
  }
  return rows
}

function containsDecoded (table: JsonTable, text: string, row: number, sought: string): boolean {
  const lower = sought.toLowerCase()
  const key = table.keyEnd(row) > 0 ? stringValue(text, table.keyStart(row), table.keyEnd(row) - 1) : ''
  const value = table.kind(row) === 'string' ? stringValue(text, table.start(row), table.end(row) - 1) : ''
  return [key, value].some(read => read.toLowerCase().includes(lower))
}
