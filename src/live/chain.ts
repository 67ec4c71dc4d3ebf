// One session's changes, each once, in order. What is published is a hint, the change log is the truth: wherever the chain of
// revs breaks, the log is read before anything newer is delivered. What cannot be proved complete is not delivered.
import { ApiError } from '../errors.js'
import type { Change } from '../store/codec.js'
import type { ChangeReader } from './change-reader.js'

export interface ChainEvents {
  /** The next change, its detail read where it has one. */
  onChange (change: Change): void
  /** The log told all that may have been missed. */
  onCaughtUp (): void
  /** The log cannot tell what was missed, or an error kept it from being read. Nothing more comes. */
  onBroken (error?: unknown): void
}

const MAX_WAITING = 2000

export class Chain {
  /** The rev delivered last; undefined until it is known where to begin. */
  private cursor: string | undefined
  /** What was published and is not delivered yet, because something before it is being read. */
  private waiting: Change[] = []
  /** The log may hold changes that were not published to us: it is read before anything else is delivered. */
  private behind = false
  private delivering = false
  private ended = false

  constructor (private readonly session: string, private readonly reader: ChangeReader, private readonly events: ChainEvents) {}

  /** Delivers what comes after the head of the log, which is read once the subscription stands; rejects where either fails. */
  async begin (subscribed: Promise<void>): Promise<void> {
    // First the subscription, then the head: a change between the two is published to us, or in the head already.
    await subscribed
    this.behind = false
    this.cursor = await this.reader.head(this.session)
    this.proceed()
  }

  /** What was published, in one message. */
  take (changes: Change[]): void {
    this.waiting.push(...changes)
    // The log holds them all; so many are not kept twice.
    if (this.waiting.length > MAX_WAITING) {
      this.waiting = []
      this.behind = true
    }
    this.proceed()
  }

  /** Something may have been missed: the log is asked. */
  suspectGap (): void {
    this.behind = true
    this.proceed()
  }

  /** Compares the chain with the head of its log: a message that got lost on the way is noticed even where none follows. */
  async compareWithHead (): Promise<void> {
    if (this.cursor === undefined || this.ended) return
    // Away for now: the next comparison, or the subscription's return, will tell.
    const head = await this.reader.head(this.session).catch(() => undefined)
    if (head !== undefined && head !== this.cursor) this.suspectGap()
  }

  end (): void {
    this.ended = true
  }

  private proceed (): void {
    if (this.delivering || this.cursor === undefined) return
    this.delivering = true
    this.deliverAll().catch((error: unknown) => this.breakOff(error))
  }

  // Runs through in one go unless something must be read; what comes meanwhile waits its turn.
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
      // While Redis is away the viewers stay: the subscription's return, or the next comparison, begins again where this broke off.
      this.behind = true
      if (!(error instanceof ApiError && error.code === 'unavailable')) this.breakOff(error)
    } finally {
      // Here, and not in a callback of the promise: the next message may come before that would run.
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
    // Published while the log was read, and read there already.
    this.waiting = this.waiting.filter(change => !read.has(change.rev))
  }

  private deliver (change: Change): void {
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

function isReference ({ type, detail }: Change): boolean {
  return !detail && (type === 'entry-received' || type === 'entry-updated')
}
