// MessageStore: the messages of entries that are streams. A write is one script, like every write; but messages come so often that
// their announcements are batched: see lua/include/announcements.lua.
import { ApiError } from '../errors.js'
import { run, type Commands } from '../redis/commands.js'
import { keysOf, writtenKeys } from './keys.js'
import { writingConstants, type SessionLimits } from './limits.js'
import { messageLimits, type MessagesPush } from './message-codec.js'
import { MessageAnnouncer } from './message-announcer.js'
import { reportRules, type OnRules, type RulesFields } from './rules-note.js'
import { loadScript } from './scripts.js'
import type { Due } from './sweeper.js'

/** The work that a write leaves to the store of entries. */
export interface MessageWriteEvents {
  /** Work is left for the sweeper. */
  onDue: (session: string) => void
  onEvicted: (entries: number, bytes: number) => void
  onError: (error: unknown, session: string) => void
}

type Reply = [
  id: string | null, stored: number, dropped: number, evicted: number, evictedBytes: number, due: Due, waitMs: number, ...RulesFields
]

/** The messages of one session are announced at most once in this time. */
const ANNOUNCE_MS = 100
const UNKNOWN = 'There is no entry with this requestId: push it before its messages'

export class MessageStore {
  /** Messages that were stored through this replica since it started, and those that made room for them. */
  readonly tally = { stored: 0, dropped: 0 }

  private readonly scripts
  private readonly announcer: MessageAnnouncer

  constructor (private readonly redis: Commands, limits: SessionLimits, private readonly events: MessageWriteEvents) {
    const { maxMessages, maxTotalMessageBytes } = messageLimits(limits)
    const constants = {
      ...writingConstants(limits),
      MAX_ENTRIES: limits.maxEntries,
      MAX_MESSAGES: maxMessages,
      MAX_TOTAL_MESSAGE_BYTES: maxTotalMessageBytes,
      ANNOUNCE_MS
    }
    this.scripts = { messages: loadScript('messages', constants), announce: loadScript('announce-messages', constants) }
    this.announcer = new MessageAnnouncer((session, now) => this.announce(session, now), events.onError)
  }

  /**
   * Resolves with the id of the entry; rejects with `not_found` if there is none. The command is sent before this function returns, so
   * calls keep their order. `ask` runs the script: `run`, or what `runInOrder` returns.
   */
  async push (
    session: string, { requestId, messages }: MessagesPush, onRules: OnRules | undefined, ask: typeof run
  ): Promise<string> {
    const keys = keysOf(session)
    const names = [...writtenKeys(keys), keys.entryPrefix + requestId, keys.messagesPrefix + requestId]
    const args = messages.flatMap(({ n, rest }) => [n, rest])
    const reply = await ask(this.redis, this.scripts.messages, names, requestId, ...args)
    const [id, stored, dropped, evicted, evictedBytes, due, waitMs, ...rulesFields] = reply as Reply
    reportRules(onRules, rulesFields)
    this.tally.stored += stored
    this.tally.dropped += dropped
    if (evicted) this.events.onEvicted(evicted, evictedBytes)
    if (due) this.events.onDue(session)
    if (waitMs > 0) this.announcer.announceIn(session, waitMs)
    if (id === null) throw new ApiError('not_found', UNKNOWN)
    return id
  }

  async close (): Promise<void> {
    await this.announcer.close()
  }

  private async announce (session: string, now: boolean): Promise<number> {
    const [waitMs, due] = await run(this.redis, this.scripts.announce, writtenKeys(keysOf(session)), Number(now)) as [number, Due]
    if (due) this.events.onDue(session)
    return waitMs
  }
}
