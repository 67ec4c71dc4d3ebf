// How the entries of a response are written: the text before the first one, between two, and after the last one.
import { startMsOf } from '../../exchange/outcome.js'
import { createHarWriter } from '../../har/har-writer.js'
import { savedText } from '../../saved/saved-page.js'
import type { Entry, FullEntry } from '../../schema/entry.js'
import type { FieldName } from '../../store/fields.js'
import type { Format } from '../tasks.js'

export interface Writer {
  open: (first: Entry) => string
  entry: (entry: FullEntry) => string
  between: string
  close: string
  /** The whole text if there is no entry. */
  empty: string
}

export function writerOf (format: Format): Writer {
  switch (format.name) {
    case 'json': return { open: () => '[', entry: entryWriter(format.fields), between: ',', close: ']', empty: '[]' }
    case 'ndjson': return { open: () => '', entry: entryWriter(format.fields), between: '\n', close: '\n', empty: '' }
    case 'har': {
      const { head, entry, between, tail } = createHarWriter(format)
      return { open: first => head(startMsOf(first)), entry, between, close: tail, empty: head() + tail }
    }
    case 'saved': return { open: () => '', entry: savedText(format.secrets), between: '\n', close: '\n', empty: '' }
  }
}

function entryWriter (fields: readonly FieldName[] | undefined): (entry: FullEntry) => string {
  // A list does not contain the messages of its entries: they are only there if a filter had to search them.
  if (!fields) return entry => JSON.stringify(entry.messageList ? { ...entry, messageList: undefined } : entry)
  return entry => JSON.stringify(Object.fromEntries(fields.filter(name => entry[name] !== undefined).map(name => [name, entry[name]])))
}
