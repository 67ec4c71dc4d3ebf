// EntryPages: a session's entries, read page by page, each only when it is asked for; and one of them.
import { ApiError } from '../errors.js'
import { run, type Commands } from '../redis/commands.js'
import type { Entry } from '../schema/entry.js'
import { decodeEntry, seqOf, type Row } from './codec.js'
import { FIELD_NAMES, type FieldName } from './fields.js'
import { keysOf } from './keys.js'
import { LARGE_ENTRY_BYTES, readRow } from './large.js'
import { loadScript } from './scripts.js'

/** A part of a session; all of it where nothing is said. */
export interface Wanted {
  /** Those that arrived behind the entry with this id, whether it is still there or not. */
  after?: string
  /** That one as well. */
  from?: string
  /** The newest ones, so many. */
  last?: number
  /** Of each entry these fields. */
  fields?: readonly FieldName[]
}

/** Entries in order of arrival. */
export interface Listing {
  /** The change that every page is at least as new as. */
  rev: string
  pages: AsyncGenerator<Entry[]>
}

export interface Page {
  rev: string
  /** Where the next page starts; undefined after the last. */
  lastSeq: string | undefined
  entries: Entry[]
}

/** When a page may be read. Resolves with undefined where nobody waits for it any more, and then the list ends. */
export type Turn = (read: () => Promise<Page>) => Promise<Page | undefined>

type Order = 'forward' | 'back'

const PAGE_ROWS = 200
const PAGE_BYTES = LARGE_ENTRY_BYTES
const ID = /^\d{1,16}-[\da-f]+$/
const BEHIND_ALL = '+inf'
const listScript = loadScript('list')

export class EntryPages {
  constructor (private readonly redis: Commands) {}

  /** The first page is read before this resolves: a Redis that is away rejects here, not in the middle of a reply. */
  async list (session: string, wanted: Wanted = {}, turn: Turn = read => read()): Promise<Listing> {
    const { fields } = wanted
    const first = await turn(() => this.page(session, startOf(wanted), 'forward', fields))
    if (!first) throw new ApiError('unavailable')
    return { rev: first.rev, pages: this.pagesFrom(first, turn, seq => this.page(session, seq, 'forward', fields)) }
  }

  /** From the newest to the oldest. */
  async * back (session: string, turn: Turn = read => read()): AsyncGenerator<Entry[]> {
    const first = await turn(() => this.page(session, BEHIND_ALL, 'back'))
    if (first) yield * this.pagesFrom(first, turn, seq => this.page(session, seq, 'back'))
  }

  /** Undefined where there is no such entry. */
  async read (session: string, id: string): Promise<Entry | undefined> {
    if (!ID.test(id)) return undefined
    const { entries } = await this.page(session, startOf({ from: id }), 'forward', undefined, 1)
    return entries.find(entry => entry.id === id)
  }

  private async * pagesFrom (first: Page, turn: Turn, next: (seq: string) => Promise<Page>): AsyncGenerator<Entry[]> {
    let page: Page | undefined = first
    while (page) {
      yield page.entries
      const { lastSeq }: Page = page
      page = lastSeq === undefined ? undefined : await turn(() => next(lastSeq))
    }
  }

  // The id is always read: without it, an entry is gone.
  private async page (session: string, start: string, order: Order, fields?: readonly FieldName[], rowsAtMost = PAGE_ROWS): Promise<Page> {
    const { meta, index } = keysOf(session)
    const names = fields ? ['id' as const, ...fields.filter(field => field !== 'id')] : FIELD_NAMES
    const reply = await run(this.redis, listScript, [meta, index], start, rowsAtMost, PAGE_BYTES, order, ...fields ? names : [])
    const [rev, lastSeq, rows] = reply as [string, string, (Row | string)[]]
    const large = typeof rows.at(-1) === 'string' ? rows.pop() as string : undefined
    const entries = (rows as Row[]).map(row => decodeEntry(row, names))
    if (large) entries.push(await this.largeEntry(session, large, names))
    return { rev, lastSeq: lastSeq || undefined, entries: entries.filter(entry => entry !== undefined) }
  }

  // Undefined where it was deleted since, even if its requestId is another entry's by now: that one has a later place.
  private async largeEntry (session: string, named: string, names: readonly FieldName[]): Promise<Entry | undefined> {
    const space = named.indexOf(' ')
    const entry = decodeEntry(await readRow(this.redis, session, named.slice(space + 1), names), names)
    return entry?.id === named.slice(0, space) ? entry : undefined
  }
}

function startOf ({ after, from, last }: Wanted): string {
  if (last !== undefined) return `-${last}`
  return from === undefined ? seqOf(after ?? '0') : String(Number(seqOf(from)) - 1)
}
