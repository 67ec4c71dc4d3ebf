// ChangeLog: the changes of a session since a rev. Published changes may get lost on the way; this log has them all.
import { replyOf, batchWrites, run, type Commands } from '../redis/commands.js'
import { perEntry, type SessionChange, type EntryRow } from './codec.js'
import { keysOf } from './keys.js'
import { LARGE_ENTRY_BYTES, readRow } from './large.js'
import { loadScript } from './scripts.js'

const missed = loadScript('missed')
const PAGE_CHANGES = 200
/** The most bytes of a page; one large entry may come on top. */
export const PAGE_BYTES = LARGE_ENTRY_BYTES

type MissedRow = [rev: string, prev: string, type: string, requestId: string, id: string, detail: EntryRow | typeof LARGE]

/** In place of the last detail of a page: the entry is too large for the script. */
const LARGE = 'large'
const [REQUEST_ID, DETAIL] = [3, 5] as const

export interface SessionState { rev: string, evicted: number }

export class ChangeLog {
  constructor (private readonly redis: Commands) {}

  /**
   * The next changes after a rev, oldest first, each with the current state of what it changed; an empty list if the rev is the last
   * one. Undefined if the log does not have all changes since then: the session is another one, or the rev is too old.
   */
  async since (session: string, rev: string): Promise<SessionChange[] | undefined> {
    const { meta, index, log, rules } = keysOf(session)
    const reply = await run(this.redis, missed, [meta, index, log, rules], rev, PAGE_CHANGES, PAGE_BYTES)
    const [, rows] = reply as [string, MissedRow[] | undefined]
    const last = rows?.at(-1)
    if (last?.[DETAIL] === LARGE) last[DETAIL] = await this.detail(session, last[REQUEST_ID])
    return rows?.flatMap(([rev, prev, type, requestId, id, detail]) =>
      perEntry({ rev, prev, type, requestId, id, detail: detail as EntryRow }))
  }

  /** The entry that a change refers to, as it is now; a row of nulls if it is gone. */
  async detail (session: string, requestId: string): Promise<EntryRow> {
    return await readRow(this.redis, session, requestId)
  }

  /** The last change's rev, and how many entries were evicted since the last clear. */
  async state (session: string): Promise<SessionState> {
    batchWrites(this.redis)
    const [rev, evicted] = await replyOf(this.redis, 'hmget', this.redis.hmget(keysOf(session).meta, 'rev', 'evicted'))
    return { rev: rev ?? '0-0', evicted: Number(evicted ?? 0) }
  }

  /** The last change's rev; '0-0' for a session without changes. */
  async head (session: string): Promise<string> {
    batchWrites(this.redis)
    return await replyOf(this.redis, 'hget', this.redis.hget(keysOf(session).meta, 'rev')) ?? '0-0'
  }
}
