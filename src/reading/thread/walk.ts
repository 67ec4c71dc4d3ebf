// The entries of one slice, one after the other. A slice ends by its bytes, its rows or its time.
import type { Entry } from '../../schema/entry.js'
import type { EntryPages, Named, Start } from '../../store/entry-pages.js'
import { FIELD_NAMES, type FieldName } from '../../store/fields.js'

export interface Slice {
  session: string
  start: Start
  /** All entries together have at most so many. */
  bytes: number
  order?: 'forward' | 'back'
  /** Which fields of each entry are read; all where it is not given. */
  fields?: readonly FieldName[]
}

/** `next`: where the next slice begins. `tooLarge`: the first entry has so many bytes, more than the slice may have, and was not read. */
export type Walked = { rev: string, next: Start | undefined } | { tooLarge: number }

const MOST_ROWS = 500
/** Between two entries: whoever waits for a turn waits about so long. */
const MOST_MS = 50

/** So many at a time: while these are worked on, Redis reads the next ones. */
const BATCH = 64

/** `visit` says whether it has enough: then there is no next slice. */
export async function walk (pages: EntryPages, slice: Slice, visit: (entry: Entry) => boolean): Promise<Walked> {
  const { session, start, bytes, order = 'forward' } = slice
  const { rev, names, hasMore } = await pages.page(session, start, { rows: MOST_ROWS, bytes, order })
  const [first] = names
  if (first && first.bytes > bytes) return { tooLarge: first.bytes }
  const read = readerOf(pages, slice, names)
  const startedMs = performance.now()
  for (let entries = await read(); entries.length > 0; entries = await read()) {
    for (const { named, entry } of entries) {
      if (entry && visit(entry)) return { rev, next: undefined }
      const isLast = named === names.at(-1)
      if (isLast ? hasMore : performance.now() - startedMs > MOST_MS) return { rev, next: { behind: named.seq } }
    }
  }
  return { rev, next: undefined }
}

type Read = { named: Named, entry: Entry | undefined }[]

/** Each call resolves with the next entries, none behind the last. */
function readerOf (pages: EntryPages, { session, fields = FIELD_NAMES }: Slice, names: Named[]): () => Promise<Read> {
  const wanted = ['id' as const, ...fields.filter(name => name !== 'id')]
  let from = 0
  const next = async (): Promise<Read> => {
    const batch = names.slice(from, from += BATCH)
    const entries = await pages.read(session, batch, wanted)
    return batch.map((named, n) => ({ named, entry: entries[n] }))
  }
  let ahead = next()
  return async () => {
    const entries = await ahead
    ahead = next()
    // Where the slice ends before, nobody waits for them.
    ahead.catch(() => undefined)
    return entries
  }
}
