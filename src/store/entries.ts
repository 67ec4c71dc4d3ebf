// EntryStore: the entries of every session. Each write is one script, so a write and its announcement cannot part.
import { randomUUID } from 'node:crypto'
import { run, type Argument, type Commands } from '../redis/commands.js'
import type { Entry } from '../schema/entry.js'
import type { Push } from '../schema/push.js'
import { decodeEntry, encodePush, ENTRY_FIELDS, type Row } from './codec.js'
import { keysOf, writeKeys } from './keys.js'
import { scripts } from './scripts.js'
import { changeArguments, randomPart } from './sessions.js'

export interface EntryLimits {
  retentionMs: number
  maxEntries: number
  maxSessionBytes: number
}

type Outcome = 'created' | 'updated' | 'ignored'

/** A session's entries in order of arrival; read page by page, each only when it is asked for. */
export interface Listing {
  /** The change that every page is at least as new as. */
  rev: string
  pages: AsyncGenerator<Entry[]>
}

interface Page {
  rev: string
  /** Where the next page starts; undefined after the last. */
  lastSeq: string | undefined
  entries: Entry[]
}

// Cheaper to encode in Redis than to read back, up to about this size and with a few replicas watching.
const INLINE_BYTES = 4096
const PAGE_ROWS = 200
const PAGE_BYTES = 1024 * 1024

export class EntryStore {
  /** Of this replica, since it started: what became of pushes, and what made room for them. */
  readonly tally = { pushes: { created: 0, updated: 0, ignored: 0 }, evicted: 0, evictedBytes: 0 }

  constructor (private readonly redis: Commands, private readonly limits: EntryLimits) {}

  /** Creates the entry, or updates the one with the same requestId; resolves with its id (contract §2's table). */
  async push (session: string, push: Push): Promise<string> {
    const keys = keysOf(session)
    // Made up before Redis is first asked, so that asking again is safe.
    const requestId = push.requestId || randomUUID()
    const args: Argument[] = [
      ...changeArguments(keys, this.limits.retentionMs),
      this.limits.maxEntries, this.limits.maxSessionBytes, INLINE_BYTES,
      randomPart(), requestId, push.timeConsuming ? 'complete' : 'pending', ...encodePush(push)
    ]
    const reply = await run(this.redis, scripts.push, [...writeKeys(keys), keys.entryPrefix + requestId], args)
    const [id, outcome, evicted, evictedBytes] = reply as [string, Outcome, number, number]
    this.tally.pushes[outcome]++
    this.tally.evicted += evicted
    this.tally.evictedBytes += evictedBytes
    return id
  }

  /** The first page is read before this resolves: a Redis that is away rejects here, not in the middle of a reply. */
  async list (session: string): Promise<Listing> {
    const first = await this.page(session, '0')
    return { rev: first.rev, pages: this.pagesFrom(session, first) }
  }

  /** False where there is no such entry. */
  async remove (session: string, id: string): Promise<boolean> {
    const keys = keysOf(session)
    const args = [...changeArguments(keys, this.limits.retentionMs), id]
    return await run(this.redis, scripts.delete, writeKeys(keys), args) === 1
  }

  async clear (session: string): Promise<void> {
    const keys = keysOf(session)
    await run(this.redis, scripts.clear, writeKeys(keys), changeArguments(keys, this.limits.retentionMs))
  }

  private async * pagesFrom (session: string, first: Page): AsyncGenerator<Entry[]> {
    let page = first
    yield page.entries
    while (page.lastSeq !== undefined) {
      page = await this.page(session, page.lastSeq)
      yield page.entries
    }
  }

  private async page (session: string, afterSeq: string): Promise<Page> {
    const keys = keysOf(session)
    const args = [keys.entryPrefix, afterSeq, PAGE_ROWS, PAGE_BYTES, ...ENTRY_FIELDS]
    const [rev, lastSeq, rows] = await run(this.redis, scripts.list, [keys.meta, keys.index], args) as [string, string, Row[]]
    const entries = rows.map(decodeEntry).filter(entry => entry !== undefined)
    return { rev, lastSeq: lastSeq || undefined, entries }
  }
}
