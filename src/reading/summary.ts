// The summary of a session, as the JSON of a response.
import { clientLeft } from './client-left.js'
import { collectedSlices } from './collected-slices.js'
import { withRepeats } from './listing.js'
import type { Reading } from './readers.js'
import type { Selection } from './selection.js'

/** Reads all entries, because whether one is a duplicate depends on the others. */
export async function summary (reading: Reading, session: string, selection: Pick<Selection, 'filter' | 'last'>): Promise<Uint8Array> {
  const filter = selection.filter && await withRepeats(reading, session, selection.filter)
  const figures = await collectedSlices(reading, (start, bytes) => ({ kind: 'figures', session, start, bytes, filter }))
  const table = await reading.slice(() => ({ kind: 'tabulate', figures, last: selection.last }))
  if (!table) throw clientLeft()
  return table.bytes
}
