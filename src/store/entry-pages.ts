// EntryPages: a session's entries, page by page. A script returns references to the entries of a page with their sizes, so that the reader
// can choose before large data is sent. Plain commands read the chosen entries.
import { replyOf, readHashes, run, type Commands } from '../redis/commands.js'
import type { ReadRows } from '../redis/row-link.js'
import type { Entry } from '../schema/entry.js'
import { decodeEntry, seqOf } from './codec.js'
import { FIELD_NAMES, type FieldName } from './fields.js'
import { keysOf } from './keys.js'
import { loadScript } from './scripts.js'

/** The start of a page: after a seq, or with the newest n entries. */
export type Start = { after: string } | { last: number }

export interface PageLimits {
  rows: number
  /** The most bytes that all entries of the page have together; a larger entry is a page by itself. */
  bytes: number
  order?: 'forward' | 'back'
  /** Whether the bytes of an entry include its messages. */
  whole?: boolean
}

/** A reference to an entry: its seq is its place in the session. */
export interface EntryRef { requestId: string, seq: string, bytes: number }

export interface Page {
  /** The page is at least as new as this change. */
  rev: string
  refs: EntryRef[]
  /** Whether there may be more entries after it. */
  hasMore: boolean
}

/** Before the first entry, and after the last one. */
export const [FIRST, LAST]: [Start, Start] = [{ after: '0' }, { after: '+inf' }]

const ID = /^\d{1,16}-[\da-f]+$/
const listScript = loadScript('list')

export class EntryPages {
  /** `readRows`: a faster way for callers that read many rows. */
  constructor (private readonly redis: Commands, private readonly readRows: ReadRows = (keys, fields) => readHashes(redis, keys, fields)) {}

  async page (session: string, start: Start, { rows, bytes, order = 'forward', whole = false }: PageLimits): Promise<Page> {
    const { meta, index } = keysOf(session)
    const from = 'last' in start ? `-${start.last}` : start.after
    const args = [from, rows, bytes, order, whole ? 'whole' : '']
    const [rev, hasMore, values] = await run(this.redis, listScript, [meta, index], ...args) as [string, 0 | 1, string[]]
    const refs: EntryRef[] = []
    for (let i = 0; i < values.length; i += 3) {
      const [requestId = '', seq = '', bytes] = values.slice(i, i + 3)
      refs.push({ requestId, seq, bytes: Number(bytes) })
    }
    return { rev, refs, hasMore: hasMore === 1 }
  }

  /** The entries of a page; undefined for each that was deleted since. `fields`: the fields to read, the id first. */
  async read (session: string, refs: readonly EntryRef[], fields: readonly FieldName[] = FIELD_NAMES): Promise<(Entry | undefined)[]> {
    const { entryPrefix } = keysOf(session)
    const rows = await this.readRows(refs.map(({ requestId }) => entryPrefix + requestId), fields)
    return rows.map((row, n) => {
      const entry = decodeEntry(row, fields)
      // Another entry may have the requestId by now: it belongs to another place in the list.
      return entry && seqOf(entry.id) === refs[n]?.seq ? entry : undefined
    })
  }

  /** The bytes of one field. */
  async bytesOf (session: string, { requestId }: EntryRef, field: FieldName): Promise<number> {
    return await replyOf(this.redis, 'hstrlen', this.redis.hstrlen(keysOf(session).entryPrefix + requestId, field))
  }

  /** The reference to one entry; undefined if there is none. Another entry may have its place: the caller must compare the ids. */
  async find (session: string, id: string): Promise<EntryRef | undefined> {
    if (!ID.test(id)) return undefined
    const { refs: [ref] } = await this.page(session, fromId(id), { rows: 1, bytes: 0 })
    return ref?.seq === seqOf(id) ? ref : undefined
  }
}

/** After the entry with this id, even if that one is gone. */
export function afterId (id: string): Start {
  return { after: seqOf(id) }
}

/** Begins with that entry itself. */
export function fromId (id: string): Start {
  return { after: String(Number(seqOf(id)) - 1) }
}
