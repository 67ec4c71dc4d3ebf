// Entries for the tests of list and filter.
import type { Entry } from '../../../../src/schema/entry.js'
import { entryWith } from '../../../exchange/entry.js'

let last = 0

export function entry (fields: Partial<Entry> = {}): Entry {
  return entryWith({
    id: `${++last}-5f0c2a9be714`, requestId: `request-${last}`, timeConsuming: 10, timestamp: 1_795_250_000_000 + last, ...fields
  })
}
