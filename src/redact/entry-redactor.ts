// A whole entry without the secrets of the usual names, for what is passed on: its notes may repeat them.
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
