// Delivers the changes of one session, each once, in order. Published messages may get lost, but the change log has all changes: if
// the chain of revs breaks, the log is read before anything newer is delivered. No change is delivered if an earlier one may be missing.
import { ApiError } from '../errors.js'
import type { SessionChange } from '../store/codec.js'
import type { ChangeReader } from './change-reader.js'

export interface ChainEvents {
  /** The next change. If changes of its type have a detail, it has been read. */
  onChange (change: SessionChange): void
  /** All changes that may have been missed were read from the log. */
  onCaughtUp (): void
  /** The log no longer has all missed changes, or could not be read because of an error. No more changes follow. */
  onBroken (error?: unknown): void
}

/** With more, the queue is dropped, and its changes are read from the log. */
const MAX_WAITING_CHANGES = 2000
/** A message that is under way for longer counts as lost. */
const UNDERWAY_MS = 500

export class Chain {
  /** The rev that was delivered last; undefined until the beginning is known. */
  private cursor: string | undefined
  /** Changes that were published and are not delivered yet, because an earlier one is still being read. */
  private waiting: SessionChange[] = []
  /** The log may have changes whose messages did not arrive here: it is read before anything else is delivered. */
  private behind = false
  private delivering = false
  private ended = false

  constructor (private readonly session: string, private readonly reader: ChangeReader, private readonly events: ChainEvents) {}

  /** Subscribes, then reads the head of the log, and delivers all changes after it. Rejects if one of the two steps fails. */
  async begin (subscribed: Promise<void>): Promise<void> {
    // First the subscription, then the head: so each change is published to this replica, or part of the head already.
    await subscribed
    this.behind = false
    this.cursor = await this.reader.head(this.session)
    this.proceed()
  }

  /** Takes the changes of one published message. */
  take (changes: SessionChange[]): void {
    this.waiting.push(...changes)
    // The log holds all changes: a queue this long is dropped, and read from the log.
    if (this.waiting.length > MAX_WAITING_CHANGES) {
      this.waiting = []
      this.behind = true
    }
    this.proceed()
  }

  /** A change may have been missed: reads the log. */
  suspectGap (): void {
    this.behind = true
    this.proceed()
  }

  /** Compares the chain with the head of its log: so a lost message is noticed even if no other one follows. */
  async compareWithHead (): Promise<void> {
    const { cursor } = this
    if (cursor === undefined || this.ended) return
    // If Redis is unreachable, the next comparison, or the renewed subscription, will notice a gap.
    const head = await this.reader.head(this.session).catch(() => undefined)
    if (head === undefined || head === cursor) return
    // The message may still be under way, and has more than the log: the log has only the current state of an entry. Any change that
    // arrives meanwhile reveals a gap by itself.
    setTimeout(() => {
      if (this.cursor === cursor && !this.delivering) this.suspectGap()
    }, UNDERWAY_MS).unref()
  }

  end (): void {
    this.ended = true
  }

  private proceed (): void {
    if (this.delivering || this.cursor === undefined) return
    this.delivering = true
    this.deliverAll().catch((error: unknown) => this.breakOff(error))
  }

  // Runs without a pause unless something must be read; changes that arrive during a read wait.
  private async deliverAll (): Promise<void> {
    try {
      while (!this.ended) {
        if (this.behind) {
          await this.catchUp()
          continue
        }
        const change = this.waiting.shift()
        if (!change) return
        if (change.prev !== this.cursor) this.behind = true
        else if (isReference(change)) this.deliver({ ...change, detail: await this.reader.detail(this.session, change.requestId) })
        else this.deliver(change)
      }
    } catch (error) {
      // While Redis is unreachable the viewers stay: the renewed subscription, or the next comparison, continues from here.
      this.behind = true
      if (!(error instanceof ApiError && error.code === 'unavailable')) this.breakOff(error)
    } finally {
      // Reset here, not in a callback of the promise: the next message may come before that callback runs.
      this.delivering = false
    }
  }

  private async catchUp (): Promise<void> {
    this.behind = false
    this.waiting = []
    const read = new Set<string>()
    for (;;) {
      const changes = await this.reader.since(this.session, this.cursor ?? '')
      if (!changes) return this.breakOff()
      if (changes.length === 0) break
      for (const change of changes) {
        this.deliver(change)
        read.add(change.rev)
      }
    }
    this.events.onCaughtUp()
    // Drops changes that were published during these reads and were part of them.
    this.waiting = this.waiting.filter(change => !read.has(change.rev))
  }

  private deliver (change: SessionChange): void {
    if (this.ended) return
    this.cursor = change.rev
    this.events.onChange(change)
  }

  private breakOff (error?: unknown): void {
    if (this.ended) return
    this.ended = true
    this.events.onBroken(error)
  }
}

function isReference ({ type, detail }: SessionChange): boolean {
  return !detail && (type === 'entry-received' || type === 'entry-updated')
}
