// EntryStore: the entries of every session. Each write is one script, so a write and its announcement cannot part.
import { randomUUID } from 'node:crypto'
import { run, runInOrder, runStaged, type Commands, type Script } from '../redis/commands.js'
import type { Mark } from '../schema/mark.js'
import type { RestoredPush, Push } from '../schema/push.js'
import { ageOf, encodePush } from './codec.js'
import { EntryPages } from './entry-pages.js'
import { keysOf, writtenKeys } from './keys.js'
import { LARGE_ENTRY_BYTES, parted } from './large.js'
import { writingConstants, type SessionLimits } from './limits.js'
import { randomPart } from './random-part.js'
import { loadScript } from './scripts.js'
import { Sweeper, type Due } from './sweeper.js'

type Outcome = 'created' | 'updated' | 'ignored'

// Cheaper to encode in Redis than to read back, up to about this size and with a few replicas watching.
const INLINE_BYTES = 4096

export class EntryStore {
  /** What became of pushes to this replica since it started, and what made room for them. */
  readonly tally = { pushes: { created: 0, updated: 0, ignored: 0 }, evicted: 0, evictedBytes: 0 }

  /** What was stored, to be read. */
  readonly pages: EntryPages

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
      mark: loadScript('mark', constants),
      clear: loadScript('clear', constants),
      sweep: loadScript('sweep', constants)
    }
    this.pages = new EntryPages(redis)
    this.sweeper = new Sweeper(session => this.sweep(session), onError)
  }

  /** Creates the entry, or updates the one with the same requestId; resolves with its id (contract §2's table). */
  push (session: string, push: Push): Promise<string> {
    return this.write(session, push, run)
  }

  /** Several in one write to Redis, each a step of its own, in their order; resolves with what became of each. */
  pushAll (session: string, pushes: RestoredPush[]): Promise<PromiseSettledResult<string>[]> {
    const ask = pushes.length > 1 ? runInOrder() : run
    return Promise.allSettled(pushes.map(push => this.write(session, push, ask)))
  }

  /** False where there is no such entry. */
  remove (session: string, id: string): Promise<boolean> {
    return this.change(session, this.scripts.delete, id)
  }

  /** In place of the mark that was there; undefined: none. False where there is no such entry. */
  mark (session: string, id: string, mark: Mark | undefined): Promise<boolean> {
    return this.change(session, this.scripts.mark, id, mark ? JSON.stringify(mark) : '')
  }

  /**
   * `through`: the id of the newest entry that goes; not given: all go. False where the session has never had that one. It resolves once
   * all of them are gone; where it rejects between, a part is, and it may be asked again.
   */
  async clear (session: string, through?: string): Promise<boolean> {
    const args = through === undefined ? [] : [through]
    for (let more = 1; more === 1;) {
      const [count, due, left] = await run(this.redis, this.scripts.clear, writtenKeys(keysOf(session)), ...args) as [number, Due, 0 | 1]
      if (due) this.sweeper.tell(session)
      if (count < 0) return false
      more = left
    }
    return true
  }

  async close (): Promise<void> {
    await this.sweeper.close()
  }

  // It is sent before this returns, so that several are in the order of their calls.
  private async write (session: string, push: RestoredPush, ask: typeof run): Promise<string> {
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

  private async change (session: string, script: Script, ...args: string[]): Promise<boolean> {
    const [found, due] = await run(this.redis, script, writtenKeys(keysOf(session)), ...args) as [0 | 1, Due]
    if (due) this.sweeper.tell(session)
    return found === 1
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
}
