// What people have put on an entry.
import type { Mark, MarkColor } from '../schema/mark.js'

/** In the order of the keys 1 to 6. */
export const MARK_COLORS: readonly MarkColor[] = ['red', 'orange', 'yellow', 'green', 'blue', 'purple']

// As the schema has it.
const LONGEST_NOTE = 1000

/** What any value says of a mark, without the rest; undefined where that is nothing. */
export function readMark (value: unknown): Mark | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { pinned, color, note }: { pinned?: unknown, color?: unknown, note?: unknown } = value
  const known = MARK_COLORS.find(name => name === color)
  const mark: Mark = {
    ...pinned === true && { pinned },
    ...known && { color: known },
    ...typeof note === 'string' && note !== '' && { note: note.slice(0, LONGEST_NOTE) }
  }
  return Object.keys(mark).length > 0 ? mark : undefined
}

/** What of it is text: the colour's name and the note. */
export function markTexts (mark: Mark | undefined): string[] {
  return [mark?.color, mark?.note].filter(text => text !== undefined)
}
