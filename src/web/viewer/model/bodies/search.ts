// A search within one body, which the toolbar and the view of the body share: the toolbar asks, the view counts and shows.
import { signal, type Signal } from '@preact/signals'
import { stringValue } from '../../../../json/scan.js'
import type { JsonTable } from './json-table.js'

/** More places are not counted: nobody steps through them. */
export const MOST_FOUND = 1_000

export interface Search {
  readonly sought: Signal<string>
  /** How many places the view has found. */
  readonly found: Signal<number>
  /** The place that is shown, from 0. */
  readonly current: Signal<number>
}

export function createSearch (): Search {
  return { sought: signal(''), found: signal(0), current: signal(0) }
}

/** Round and round. */
export function step ({ found, current }: Search, by: number): void {
  const count = found.peek()
  if (count > 0) current.value = (current.peek() + by + count) % count
}

/** For a view: tells how many places it found. The first one is shown. */
export function tell (search: Search, found: number): void {
  if (search.found.peek() !== found) search.found.value = found
  if (search.current.peek() >= Math.max(1, found)) search.current.value = 0
}

// Where a text holds what is searched for: as it is typed, in any letter case.
/** Offsets of the first `most` places, which do not overlap; none for an empty search. */
export function findAll (text: string, sought: string, most: number, from = 0): number[] {
  const found: number[] = []
  if (sought === '') return found
  const pattern = patternOf(sought)
  pattern.lastIndex = from
  for (let match = pattern.exec(text); match && found.length < most; match = pattern.exec(text)) found.push(match.index)
  return found
}

/** Global. Without the flag `u`, which would not find half of a surrogate pair. */
function patternOf (sought: string): RegExp {
  return new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
}

// Searching a JSON text for the tree: rows whose key or value holds what is sought, as it is written in the text or as it reads.
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

// Only the key of an object or a list counts: brackets and what is between the rows are nobody's text.
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
