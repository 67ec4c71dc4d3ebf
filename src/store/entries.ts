// EntryStore: the entries of every session. Each write is one script, so no write can happen without its announcement.
import { randomUUID } from 'node:crypto'
import { run, runInOrder, runStaged, type Commands, type Script } from '../redis/commands.js'
import type { Mark } from '../schema/mark.js'
import type { RestoredPush } from '../schema/push.js'
import { ageOrStart, encodePush } from './codec.js'
import { EntryPages } from './entry-pages.js'
import { keysOf, writtenKeys } from './keys.js'
import { LARGE_ENTRY_BYTES, splitBySize } from './large.js'
import { writingConstants, type SessionLimits } from './limits.js'
import type { MessagesPush } from './message-codec.js'
import { MessageStore } from './messages.js'
import { randomPart } from './random-part.js'
import { reportRules, type OnRules, type RulesFields } from './rules-note.js'
import { loadScript } from './scripts.js'
import { Sweeper, type Due } from './sweeper.js'

type Outcome = 'created' | 'updated' | 'ignored'

// Up to about this size, with a few replicas that have viewers, encoding an entry in Redis is cheaper than reading it back.
const INLINE_BYTES = 4096

export class EntryStore {
  /** Since this replica started: the results of the pushes to it, how much it evicted, and how many pushes say that a rule applied. */
  readonly tally = { pushes: { created: 0, updated: 0, ignored: 0 }, evicted: 0, evictedBytes: 0, ruled: 0 }

  /** Reads the stored entries, page by page. */
  readonly pages: EntryPages

  readonly messages: MessageStore

  /** Continues the work that writes leave over: writes of entries and messages, and uploads of screenshots. */
  readonly sweeper: Sweeper
  private readonly scripts

  /** `onError`: gets the errors of work that goes on after a reply. */
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
    this.messages = new MessageStore(redis, limits, {
      onDue: session => { this.sweeper.schedule(session) },
      onEvicted: (entries, bytes) => { this.countEvicted(entries, bytes) },
      onError
    })
  }

  /**
   * Creates the entry, or updates the one with the same requestId (docs/api.md, "A push"); or adds messages to it. Resolves with its id;
   * rejects with `not_found` if there is no entry for the messages. `onRules`: gets the version of the session's rules, if it has had any.
   */
  push (session: string, push: RestoredPush | MessagesPush, onRules?: OnRules, ask = run): Promise<string> {
    return 'messages' in push ? this.messages.push(session, push, onRules, ask) : this.write(session, push, onRules, ask)
  }

  /**
   * Sends several pushes, of entries and of messages, in one write to Redis; they are stored one by one, in their order. Resolves with the
   * result of each: the id of the entry.
   */
  pushAll (session: string, pushes: (RestoredPush | MessagesPush)[], onRules?: OnRules): Promise<PromiseSettledResult<string>[]> {
    const ask = pushes.length > 1 ? runInOrder() : run
    return Promise.allSettled(pushes.map(push => this.push(session, push, onRules, ask)))
  }

  /** False if there is no such entry. */
  remove (session: string, id: string): Promise<boolean> {
    return this.change(session, this.scripts.delete, id)
  }

  /** Replaces the mark of an entry; undefined removes it. False if there is no such entry. */
  mark (session: string, id: string, mark: Mark | undefined): Promise<boolean> {
    return this.change(session, this.scripts.mark, id, mark ? JSON.stringify(mark) : '')
  }

  /**
   * `through`: the id of the newest entry to remove; not given: all are removed. False if the session has never had that one. It resolves
   * after all of them are removed. If it rejects, some of them may be removed already, and the call may be repeated.
   */
  async clear (session: string, through?: string): Promise<boolean> {
    const args = through === undefined ? [] : [through]
    for (let more = 1; more === 1;) {
      const [count, due, left] = await run(this.redis, this.scripts.clear, writtenKeys(keysOf(session)), ...args) as [number, Due, 0 | 1]
      if (due) this.sweeper.schedule(session)
      if (count < 0) return false
      more = left
    }
    return true
  }

  async close (): Promise<void> {
    await this.messages.close()
    await this.sweeper.close()
  }

  // It sends the command before it returns, so that several writes keep the order of their calls.
  private async write (session: string, push: RestoredPush, onRules: OnRules | undefined, ask: typeof run): Promise<string> {
    // Generated before the first command, so that a retry of the command is safe.
    const requestId = push.requestId || randomUUID()
    const keys = keysOf(session)
    const names = [...writtenKeys(keys), keys.entryPrefix + requestId]
    const { small, large } = splitBySize(encodePush(push))
    const random = randomPart()
    const args = [requestId, push.timeConsuming ? 'complete' : 'pending', random, ageOrStart(push), ...small]
    const reply = large.length === 0
      ? await ask(this.redis, this.scripts.push, names, ...args)
      : await runStaged(this.redis, this.scripts.pushStaged, names, { key: keys.stagedPrefix + random, fields: large }, ...args)
    const [id, outcome, evicted, evictedBytes, due, ...rulesFields] = reply as [string, Outcome, number, number, Due, ...RulesFields]
    reportRules(onRules, rulesFields)
    this.tally.pushes[outcome]++
    if (push.rule && outcome !== 'ignored') this.tally.ruled++
    this.countEvicted(evicted, evictedBytes)
    if (due) this.sweeper.schedule(session)
    return id
  }

  private async change (session: string, script: Script, ...args: string[]): Promise<boolean> {
    const [found, due] = await run(this.redis, script, writtenKeys(keysOf(session)), ...args) as [0 | 1, Due]
    if (due) this.sweeper.schedule(session)
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
