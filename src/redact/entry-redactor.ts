// Replaces secrets with the usual names in a whole entry before it is shared. Notes are searched, too, because they may repeat a secret.
import type { Entry } from '../schema/entry.js'
import { createRedactor } from './redactor.js'

const redact = createRedactor(['default'])

export function redactEntry (entry: Entry): Entry {
  const { source, note, mark } = entry
  const inText = (text: string) => redact({ request: text }).request
  return {
    ...redact(entry),
    ...source !== undefined && { source: inText(source) },
    ...note !== undefined && { note: inText(note) },
    ...mark?.note !== undefined && { mark: { ...mark, note: inText(mark.note) } }
  }
}
