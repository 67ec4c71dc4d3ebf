// Replacements in a text. Each form of text has a finder, which returns edits and does not rewrite the text, so that everything outside the
// edits stays the same, byte for byte.
import { stringValue } from '../json/scan.js'

export const REDACTED = '[redacted]'

export interface Edit {
  start: number
  /** The index of the first character that stays. */
  end: number
  text: string
}

/** Returns the edits of a text, in order and without overlaps; none if the text does not have the form that it looks for. */
export type Finder = (text: string) => Edit[]

/** Returns the text itself if there is nothing to replace. */
export function applyEdits (text: string, edits: Edit[]): string {
  if (edits.length === 0) return text
  let edited = ''
  let at = 0
  for (const edit of edits) {
    edited += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return edited + text.slice(at)
}

/** Instead of `edits.push(...more)`, which throws if a call cannot take so many arguments. */
export function add (edits: Edit[], more: Edit[]): void {
  for (const edit of more) edits.push(edit)
}

/** Converts the edits of a part that begins at `offset` to edits of the whole text. */
export function shifted (edits: Edit[], offset: number): Edit[] {
  return edits.map(({ start, end, text }) => ({ start: start + offset, end: end + offset, text }))
}

/** Sorts the edits, and drops those that begin inside another. */
export function disjoint (edits: Edit[]): Edit[] {
  if (edits.length < 2) return edits
  let at = 0
  return edits.sort((a, b) => a.start - b.start || b.end - a.end).filter(({ start, end }) => {
    if (start < at) return false
    at = end
    return true
  })
}

/** Searches the value of the JSON string between two quotes; returns edits of the source. */
export function editsInString (source: string, open: number, close: number, find: Finder): Edit[] {
  const value = stringValue(source, open, close)
  const edits = find(value)
  return edits.length === 0 ? edits : shifted(inSource(edits, source.slice(open + 1, close), value), open + 1)
}

/** Converts edits of a JSON string's value to edits of its source between the quotes. Other escapes keep their spelling. */
function inSource (edits: Edit[], raw: string, value: string): Edit[] {
  let sourceIndex = 0
  let valueIndex = 0
  // The value of an invalid string is its source.
  let escape = value === raw ? -1 : raw.indexOf('\\')
  const place = (target: number) => {
    while (escape >= 0 && valueIndex + escape - sourceIndex < target) {
      valueIndex += escape - sourceIndex + 1
      sourceIndex = escape + (raw.charAt(escape + 1) === 'u' ? 6 : 2)
      escape = raw.indexOf('\\', sourceIndex)
    }
    sourceIndex += target - valueIndex
    valueIndex = target
    return sourceIndex
  }
  return edits.map(({ start, end, text }) => ({ start: place(start), end: place(end), text: JSON.stringify(text).slice(1, -1) }))
}
