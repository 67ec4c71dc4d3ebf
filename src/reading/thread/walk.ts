// Visits the entries of one slice, one after the other. A slice ends at its limit of bytes, rows or time.
import type { Entry, FullEntry } from '../../schema/entry.js'
import type { Message } from '../../schema/message.js'
import type { EntryPages, EntryRef, Start } from '../../store/entry-pages.js'
import { FIELD_NAMES, type FieldName } from '../../store/fields.js'

export interface Slice {
  session: string
  start: Start
  /** How many bytes all entries may have together. */
  bytes: number
  order?: 'forward' | 'back'
  /** Which fields of each entry are read; all if not given. */
  fields?: readonly FieldName[]
  /** Reads the messages of each entry, which are then part of the entry and of the bytes of the slice. */
  messagesOf?: (entry: Entry) => Promise<Message[]>
}

/** `next`: where the next slice begins. `tooLarge`: the bytes of the first entry; too many for the slice, so it was not read. */
export type Walked = { rev: string, next: Start | undefined } | { tooLarge: number }

const MAX_ROWS = 500
/** Checked between two entries: another request waits about this long for its turn. */
const MAX_MS = 50

/** How many entries are read at a time: while they are processed, Redis reads the next ones. */
const BATCH = 64

/** `visit` returns true if it has enough: then there is no next slice. */
export async function walk (pages: EntryPages, slice: Slice, visit: (entry: FullEntry) => boolean): Promise<Walked> {
  const { session, start, bytes, order = 'forward', messagesOf } = slice
  const { rev, refs, hasMore } = await pages.page(session, start, { rows: MAX_ROWS, bytes, order, whole: messagesOf !== undefined })
  const [first] = refs
  if (first && first.bytes > bytes) return { tooLarge: first.bytes }
  const read = readerOf(pages, slice, refs)
  const startedMs = performance.now()
  for (let entries = await read(); entries.length > 0; entries = await read()) {
    for (const { ref, entry } of entries) {
      if (entry && visit(entry)) return { rev, next: undefined }
      const isLast = ref === refs.at(-1)
      if (isLast ? hasMore : performance.now() - startedMs > MAX_MS) return { rev, next: { after: ref.seq } }
    }
  }
  return { rev, next: undefined }
}

type ReadRows = { ref: EntryRef, entry: FullEntry | undefined }[]

/** Each call resolves with the next entries; with an empty list after the last one. */
function readerOf (pages: EntryPages, { session, fields = FIELD_NAMES, messagesOf }: Slice, refs: EntryRef[]): () => Promise<ReadRows> {
  const wanted = ['id' as const, ...fields.filter(name => name !== 'id')]
  let from = 0
  const next = async (): Promise<ReadRows> => {
    const batch = refs.slice(from, from += BATCH)
    const entries: (FullEntry | undefined)[] = await pages.read(session, batch, wanted)
    if (messagesOf) {
      for (const [n, entry] of entries.entries()) if (entry?.messages) entries[n] = { ...entry, messageList: await messagesOf(entry) }
    }
    return batch.map((ref, n) => ({ ref, entry: entries[n] }))
  }
  let ahead = next()
  return async () => {
    const entries = await ahead
    ahead = next()
    // If the slice ends first, nothing awaits this read: its error is ignored.
    ahead.catch(() => undefined)
    return entries
  }
}
