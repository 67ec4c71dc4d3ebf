// Marks that people have set on an entry.
import type { Mark, MarkColor } from '../schema/mark.js'

/** In the order of the keys 1 to 6 on the keyboard. */
export const MARK_COLORS: readonly MarkColor[] = ['red', 'orange', 'yellow', 'green', 'blue', 'purple']

// The same limit as in the schema.
const MAX_NOTE_LENGTH = 1000

/** Reads the mark in any value, and drops what is not part of one; undefined if there is none. */
export function readMark (value: unknown): Mark | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { pinned, color, note }: { pinned?: unknown, color?: unknown, note?: unknown } = value
  const known = MARK_COLORS.find(name => name === color)
  const mark: Mark = {
    ...pinned === true && { pinned },
    ...known && { color: known },
    ...typeof note === 'string' && note !== '' && { note: note.slice(0, MAX_NOTE_LENGTH) }
  }
  return Object.keys(mark).length > 0 ? mark : undefined
}

/** The texts of a mark: the color's name and the note. */
export function markTexts (mark: Mark | undefined): string[] {
  return [mark?.color, mark?.note].filter(text => text !== undefined)
}
