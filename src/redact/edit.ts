// What is to be replaced in a text. Every form of text is searched by a finder, which returns edits and changes nothing, so
// that all else stays as it is, to the byte.

export const REDACTED = '[redacted]'

export interface Edit {
  start: number
  /** The place of the first character that stays. */
  end: number
  text: string
}

/** The edits of a text, in order and apart from one another; none where the text has not the form that it looks for. */
export type Finder = (text: string) => Edit[]

/** The text itself where nothing is to be replaced. */
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

/** For `edits.push(...more)`, which throws where a call cannot take so many arguments. */
export function add (edits: Edit[], more: Edit[]): void {
  for (const edit of more) edits.push(edit)
}

/** Where a part of the text begins at `offset`, the part's edits as edits of the text. */
export function shifted (edits: Edit[], offset: number): Edit[] {
  return edits.map(({ start, end, text }) => ({ start: start + offset, end: end + offset, text }))
}

/** In order, and without those that lie within another. */
export function disjoint (edits: Edit[]): Edit[] {
  if (edits.length < 2) return edits
  let at = 0
  return edits.sort((a, b) => a.start - b.start || b.end - a.end).filter(({ start, end }) => {
    if (start < at) return false
    at = end
    return true
  })
}

/** Edits of what a JSON string says as edits of its source between the quotes, which keep the spelling of every escape. */
export function inSource (edits: Edit[], raw: string, says: string): Edit[] {
  let at = 0
  let index = 0
  // Where it cannot be read, it says its source.
  let escape = says === raw ? -1 : raw.indexOf('\\')
  const place = (target: number) => {
    while (escape >= 0 && index + escape - at < target) {
      index += escape - at + 1
      at = escape + (raw.charAt(escape + 1) === 'u' ? 6 : 2)
      escape = raw.indexOf('\\', at)
    }
    at += target - index
    index = target
    return at
  }
  return edits.map(({ start, end, text }) => ({ start: place(start), end: place(end), text: JSON.stringify(text).slice(1, -1) }))
}
