// EntryPages: a session's entries, page by page. A script names the entries of a page with their sizes, so that the reader can
// choose before large data is sent; plain commands read them.
import { answered, readHashes, run, type Commands } from '../redis/commands.js'
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

/** An entry of a page: its seq is its place in the session. */
export interface NamedEntry { requestId: string, seq: string, bytes: number }

export interface Page {
  /** The page is at least as new as this change. */
  rev: string
  names: NamedEntry[]
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
    const [rev, hasMore, words] = await run(this.redis, listScript, [meta, index], ...args) as [string, 0 | 1, string[]]
    const names: NamedEntry[] = []
    for (let i = 0; i < words.length; i += 3) {
      const [requestId = '', seq = '', bytes] = words.slice(i, i + 3)
      names.push({ requestId, seq, bytes: Number(bytes) })
    }
    return { rev, names, hasMore: hasMore === 1 }
  }

  /** The entries of a page; undefined for each that was deleted since. `fields`: the fields to read, the id first. */
  async read (session: string, names: readonly NamedEntry[], fields: readonly FieldName[] = FIELD_NAMES): Promise<(Entry | undefined)[]> {
    const { entryPrefix } = keysOf(session)
    const rows = await this.readRows(names.map(({ requestId }) => entryPrefix + requestId), fields)
    return rows.map((row, n) => {
      const entry = decodeEntry(row, fields)
      // Another entry may have the requestId by now: it belongs to another place in the list.
      return entry && seqOf(entry.id) === names[n]?.seq ? entry : undefined
    })
  }

  /** The bytes of one field. */
  async bytesOf (session: string, { requestId }: NamedEntry, field: FieldName): Promise<number> {
    return await answered(this.redis, 'hstrlen', this.redis.hstrlen(keysOf(session).entryPrefix + requestId, field))
  }

  /** The name of one entry; undefined if there is none. Another entry may have its place: the caller must compare the ids. */
  async named (session: string, id: string): Promise<NamedEntry | undefined> {
    if (!ID.test(id)) return undefined
    const { names: [named] } = await this.page(session, fromId(id), { rows: 1, bytes: 0 })
    return named?.seq === seqOf(id) ? named : undefined
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
