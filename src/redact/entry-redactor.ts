// Replaces secrets with the usual names in a whole entry before it is shared. Names and notes are searched, too, because they may repeat a
// secret.
import type { Entry } from '../schema/entry.js'
import { createRedactor } from './redactor.js'

const redact = createRedactor(['default'])

export function redactEntry (entry: Entry): Entry {
  const { source, mark } = entry
  const inProse = (note: string) => redact({ note }).note
  return {
    ...redact(entry),
    ...source !== undefined && { source: inProse(source) },
    ...mark?.note !== undefined && { mark: { ...mark, note: inProse(mark.note) } }
  }
}
