// EntryStore: the entries of every session. Each write is one script, so a write and its announcement cannot part.
import { randomUUID } from 'node:crypto'
import { ApiError } from '../errors.js'
import { run, runFirst, runStaged, type Commands } from '../redis/commands.js'
import type { Entry } from '../schema/entry.js'
import type { DatedPush, Push } from '../schema/push.js'
import { ageOf, decodeEntry, encodePush, type Row } from './codec.js'
import { keysOf, writtenKeys } from './keys.js'
import { LARGE_ENTRY_BYTES, parted, readRow } from './large.js'
import { writingConstants, type SessionLimits } from './limits.js'
import { randomPart } from './random-part.js'
import { loadScript } from './scripts.js'
import { Sweeper, type Due } from './sweeper.js'

type Outcome = 'created' | 'updated' | 'ignored'

/** A session's entries in order of arrival; read page by page, each only when it is asked for. */
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

/** In place of the last row of a page: the entry is too large for the script. */
type LargeEntry = [id: string, requestId: string]

/** When a page may be read. Resolves with undefined where nobody waits for it any more, and then the list ends. */
type Turn = (read: () => Promise<Page>) => Promise<Page | undefined>

// Cheaper to encode in Redis than to read back, up to about this size and with a few replicas watching.
const INLINE_BYTES = 4096
const PAGE_ROWS = 200
const PAGE_BYTES = LARGE_ENTRY_BYTES

export class EntryStore {
  /** Of this replica, since it started: what became of pushes, and what made room for them. */
  readonly tally = { pushes: { created: 0, updated: 0, ignored: 0 }, evicted: 0, evictedBytes: 0 }

  /** Goes on with what writes leave over: their own, and those of screenshots. */
  readonly sweeper: Sweeper
  private readonly scripts

  /** `onError`: what went wrong behind a reply. */
  constructor (private readonly redis: Commands, limits: SessionLimits, onError: (error: unknown, session: string) => void = () => {}) {
    const constants = { ...writingConstants(limits), MAX_ENTRIES: limits.maxEntries, INLINE_BYTES, LARGE_ENTRY_BYTES }
    this.scripts = {
      push: loadScript('push', { ...constants, STAGED: false }),
      pushStaged: loadScript('push', { ...constants, STAGED: true }),
      delete: loadScript('delete', constants),
      clear: loadScript('clear', constants),
      sweep: loadScript('sweep', constants),
      list: loadScript('list')
    }
    this.sweeper = new Sweeper(session => this.sweep(session), onError)
  }

  /** Creates the entry, or updates the one with the same requestId; resolves with its id (contract §2's table). */
  push (session: string, push: Push): Promise<string> {
    return this.write(session, push, run)
  }

  /** Several in one write to Redis, each a step of its own, in their order; resolves with what became of each. */
  pushAll (session: string, pushes: DatedPush[]): Promise<PromiseSettledResult<string>[]> {
    let next = pushes.length > 1 ? runFirst : run
    const inOrder: typeof run = (...asked) => {
      const ask = next
      next = run
      return ask(...asked)
    }
    return Promise.allSettled(pushes.map(push => this.write(session, push, inOrder)))
  }

  /** The first page is read before this resolves: a Redis that is away rejects here, not in the middle of a reply. */
  async list (session: string, turn: Turn = read => read()): Promise<Listing> {
    const first = await turn(() => this.page(session, '0'))
    if (!first) throw new ApiError('unavailable')
    return { rev: first.rev, pages: this.pagesFrom(session, first, turn) }
  }

  /** False where there is no such entry. */
  async remove (session: string, id: string): Promise<boolean> {
    const [removed, due] = await run(this.redis, this.scripts.delete, writtenKeys(keysOf(session)), id) as [0 | 1, Due]
    if (due) this.sweeper.tell(session)
    return removed === 1
  }

  async clear (session: string): Promise<void> {
    const [, due] = await run(this.redis, this.scripts.clear, writtenKeys(keysOf(session))) as [number, Due]
    if (due) this.sweeper.tell(session)
  }

  async close (): Promise<void> {
    await this.sweeper.close()
  }

  // It is sent before this returns, so that several are in the order of their calls.
  private async write (session: string, push: DatedPush, ask: typeof run): Promise<string> {
    // Made up before Redis is first asked, so that asking again is safe.
    const requestId = push.requestId || randomUUID()
    const keys = keysOf(session)
    const names = [...writtenKeys(keys), keys.entryPrefix + requestId]
    const { small, large } = parted(encodePush(push))
    const random = randomPart()
    const args = [requestId, push.timeConsuming ? 'complete' : 'pending', random, ageOf(push), ...small]
    const reply = large.length === 0
      ? await ask(this.redis, this.scripts.push, names, ...args)
      : await runStaged(this.redis, this.scripts.pushStaged, names, { key: keys.stagedPrefix + random, fields: large }, ...args)
    const [id, outcome, evicted, evictedBytes, due] = reply as [string, Outcome, number, number, Due]
    this.tally.pushes[outcome]++
    this.countEvicted(evicted, evictedBytes)
    if (due) this.sweeper.tell(session)
    return id
  }

  private async sweep (session: string): Promise<boolean> {
    const [due, evicted, evictedBytes] = await run(this.redis, this.scripts.sweep, writtenKeys(keysOf(session))) as [Due, number, number]
    this.countEvicted(evicted, evictedBytes)
    return Boolean(due)
  }

  private countEvicted (entries: number, bytes: number): void {
    this.tally.evicted += entries
    this.tally.evictedBytes += bytes
  }

  private async * pagesFrom (session: string, first: Page, turn: Turn): AsyncGenerator<Entry[]> {
    let page: Page | undefined = first
    while (page) {
      yield page.entries
      const { lastSeq }: Page = page
      page = lastSeq === undefined ? undefined : await turn(() => this.page(session, lastSeq))
    }
  }

  private async page (session: string, afterSeq: string): Promise<Page> {
    const { meta, index } = keysOf(session)
    const reply = await run(this.redis, this.scripts.list, [meta, index], afterSeq, PAGE_ROWS, PAGE_BYTES)
    const [rev, lastSeq, rows] = reply as [string, string, (Row | LargeEntry)[]]
    const large = rows.at(-1)?.length === 2 ? rows.pop() as LargeEntry : undefined
    const entries = (rows as Row[]).map(decodeEntry)
    if (large) entries.push(await this.largeEntry(session, large))
    return { rev, lastSeq: lastSeq || undefined, entries: entries.filter(entry => entry !== undefined) }
  }

  // Undefined where it was deleted since, even if its requestId is another entry's by now: that one has a later place.
  private async largeEntry (session: string, [id, requestId]: LargeEntry): Promise<Entry | undefined> {
    const entry = decodeEntry(await readRow(this.redis, session, requestId))
    return entry?.id === id ? entry : undefined
  }
}
