// EntryPages: a session's entries, page by page. A script names the entries of a page with their sizes, so that whoever reads can
// choose before anything large moves; plain commands read them.
import { readHashes, run, type Commands } from '../redis/commands.js'
import type { ReadRows } from '../redis/row-link.js'
import type { Entry } from '../schema/entry.js'
import { decodeEntry, seqOf } from './codec.js'
import { FIELD_NAMES, type FieldName } from './fields.js'
import { keysOf } from './keys.js'
import { loadScript } from './scripts.js'

/** Where a page begins: behind a seq, or with the newest so many. */
export type Start = { behind: string } | { last: number }

export interface PageLimits {
  rows: number
  /** All entries of the page together have at most so many; one that is larger is a page by itself. */
  bytes: number
  order?: 'forward' | 'back'
}

/** An entry of a page: its seq is its place in the session. */
export interface Named { requestId: string, seq: string, bytes: number }

export interface Page {
  /** The change that the page is at least as new as. */
  rev: string
  names: Named[]
  /** Whether there may be more behind it. */
  hasMore: boolean
}

/** In front of the first entry, and behind the last. */
export const [FIRST, LAST]: [Start, Start] = [{ behind: '0' }, { behind: '+inf' }]

const ID = /^\d{1,16}-[\da-f]+$/
const listScript = loadScript('list')

export class EntryPages {
  /** `readRows`: a faster way for who reads many. */
  constructor (private readonly redis: Commands, private readonly readRows: ReadRows = (keys, fields) => readHashes(redis, keys, fields)) {}

  async page (session: string, start: Start, { rows, bytes, order = 'forward' }: PageLimits): Promise<Page> {
    const { meta, index } = keysOf(session)
    const from = 'last' in start ? `-${start.last}` : start.behind
    const [rev, hasMore, words] = await run(this.redis, listScript, [meta, index], from, rows, bytes, order) as [string, 0 | 1, string[]]
    const names: Named[] = []
    for (let i = 0; i < words.length; i += 3) {
      const [requestId = '', seq = '', bytes] = words.slice(i, i + 3)
      names.push({ requestId, seq, bytes: Number(bytes) })
    }
    return { rev, names, hasMore: hasMore === 1 }
  }

  /** The entries of a page, undefined where one was deleted since. `fields`: of each entry these, the id first. */
  async read (session: string, names: readonly Named[], fields: readonly FieldName[] = FIELD_NAMES): Promise<(Entry | undefined)[]> {
    const { entryPrefix } = keysOf(session)
    const rows = await this.readRows(names.map(({ requestId }) => entryPrefix + requestId), fields)
    return rows.map((row, n) => {
      const entry = decodeEntry(row, fields)
      // What has the requestId by now may be another entry: that one has a place of its own.
      return entry && seqOf(entry.id) === names[n]?.seq ? entry : undefined
    })
  }

  /** The name of one entry; undefined where there is none. Another entry may have its place: whoever reads it compares the ids. */
  async named (session: string, id: string): Promise<Named | undefined> {
    if (!ID.test(id)) return undefined
    const { names: [named] } = await this.page(session, fromId(id), { rows: 1, bytes: 0 })
    return named?.seq === seqOf(id) ? named : undefined
  }
}

/** Behind the entry with this id, whether it is still there or not. */
export function behindId (id: string): Start {
  return { behind: seqOf(id) }
}

/** That one as well. */
export function fromId (id: string): Start {
  return { behind: String(Number(seqOf(id)) - 1) }
}
