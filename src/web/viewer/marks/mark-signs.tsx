// The signs of a mark in a row. The color is a stripe of the row itself.
import type { ListedEntry } from '../../../exchange/held.js'
import { visibleHead } from '../../../text/visible.js'
import type { Words } from '../words/words.js'

const PIN = 'M9.6 1.8l4.6 4.6-1.3.6-2.3 2.3-.3 3L8 10 3.2 14.2 2 14l-.2-1.2L6 8 3.7 5.7l3-.3L9 3.1z'
const NOTE = 'M2.5 2.5h11v8h-6l-3.2 3v-3H2.5z'

/** A function and not a component, like everything in a row. */
export function markSigns ({ mark }: ListedEntry) {
  if (!mark?.pinned && mark?.note === undefined) return undefined
  return (
    <>
      {mark.pinned && <svg class='mark-sign' viewBox='0 0 16 16' aria-hidden='true'><path fill='currentColor' d={PIN} /></svg>}
      {mark.note !== undefined && <svg class='mark-sign' viewBox='0 0 16 16' aria-hidden='true'><path fill='currentColor' d={NOTE} /></svg>}
    </>
  )
}

/** The text for screen readers; empty if there is no mark. */
export function markText ({ mark }: ListedEntry, { marks: words }: Words): string {
  if (!mark) return ''
  const { pinned, color, note } = mark
  return [pinned && words.pinned, color && words.marked(words.color[color]), note && words.noted(visibleHead(note))].filter(Boolean)
    .map(text => `, ${String(text)}`)
    .join('')
}

// The id of the note field in the detail: a key of the list moves the focus to it.
export const NOTE_ID = 'mark-note'
