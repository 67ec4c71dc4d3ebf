// From Redis to the hub: one subscription per session while it has listeners here, each change decoded once, in order.
// What is published is a hint, the change log is the truth: wherever the chain of revs breaks, the log is read before anything
// newer is delivered. What it cannot prove complete is not delivered: its listeners are dropped, and list anew.
import { ApiError, CLOSE } from '../errors.js'
import type { ChangeLog } from '../store/changes.js'
import { decodeChange, type Change } from '../store/codec.js'
import { keysOf } from '../store/keys.js'
import type { Subscriber } from '../redis/subscriber.js'
import type { Hub, Listener } from './hub.js'
import type { Announce } from './message.js'

interface Stream {
  session: string
  channel: string
  /** Resolves once the subscription stands and the cursor is set. */
  ready: Promise<void>
  /** The rev delivered last; undefined until the stream is ready. */
  cursor: string | undefined
  /** What was published and is not delivered yet, because something before it is being read. */
  waiting: Change[]
  /** The log may hold changes that were not published to us: it is read before anything else is delivered. */
  behind: boolean
  delivering: boolean
}

const MAX_WAITING = 2000
const CHECK_MS = 5000
const CHECKS_AT_ONCE = 100

export class Feed {
  /** Of this replica, since it started: how often the log was read because the chain may have broken, and how often in vain. */
  readonly tally = { catchUps: 0, resyncs: 0 }
  private readonly streams = new Map<string, Stream>()
  private readonly timer: NodeJS.Timeout
  private checking = false

  constructor (
    private readonly subscriber: Subscriber,
    private readonly log: ChangeLog,
    private readonly hub: Hub,
    private readonly announce: Announce,
    private readonly onError: (error: unknown, session: string) => void
  ) {
    subscriber.listen({
      onMessage: (channel, text) => this.take(channel, text),
      onSubscribed: channel => this.suspect(this.streams.get(channel))
    })
    this.timer = setInterval(() => this.checkNow(), CHECK_MS)
  }

  /**
   * Resolves once every change from then on reaches the listener; rejects with `unavailable` where Redis is away, and then
   * the listener is not kept.
   */
  async watch (session: string, listener: Listener): Promise<void> {
    this.hub.add(session, listener)
    const { channel } = keysOf(session)
    // Those who join while the subscription is under way wait for the same one.
    const stream = this.streams.get(channel) ?? this.open(session, channel)
    try {
      await stream.ready
    } catch (error) {
      this.unwatch(session, listener)
      throw error
    }
  }

  unwatch (session: string, listener: Listener): void {
    if (!this.hub.remove(session, listener)) return
    const stream = this.streams.get(keysOf(session).channel)
    if (stream) this.shut(stream)
  }

  close (): void {
    clearInterval(this.timer)
    this.streams.clear()
  }

  /** Compares every stream with the head of its log: a message that got lost on the way is noticed even where none follows. */
  async check (): Promise<void> {
    const streams = [...this.streams.values()]
    // Some at a time: thousands of questions at once cost several times as much, and keep pushes waiting.
    for (let first = 0; first < streams.length; first += CHECKS_AT_ONCE) {
      await Promise.all(streams.slice(first, first + CHECKS_AT_ONCE).map(stream => this.compare(stream)))
    }
  }

  // One check at a time, however long Redis takes to answer.
  private checkNow (): void {
    if (this.checking) return
    this.checking = true
    this.check().finally(() => { this.checking = false }).catch(() => undefined)
  }

  private async compare (stream: Stream): Promise<void> {
    if (stream.cursor === undefined || !this.isOpen(stream)) return
    // Away for now: the next check, or the subscription's return, will tell.
    const head = await this.log.head(stream.session).catch(() => undefined)
    if (head !== undefined && head !== stream.cursor) this.suspect(stream)
  }

  private open (session: string, channel: string): Stream {
    const stream: Stream = {
      session, channel, ready: Promise.resolve(), cursor: undefined, waiting: [], behind: false, delivering: false
    }
    stream.ready = this.begin(stream)
    this.streams.set(channel, stream)
    return stream
  }

  // First the subscription, then the head: a change between the two is published to us, or in the head already.
  private async begin (stream: Stream): Promise<void> {
    await this.subscriber.subscribe(stream.channel)
    stream.behind = false
    stream.cursor = await this.log.head(stream.session)
    this.pump(stream)
  }

  private shut (stream: Stream): void {
    if (!this.isOpen(stream)) return
    this.streams.delete(stream.channel)
    this.subscriber.unsubscribe(stream.channel)
  }

  private isOpen (stream: Stream): boolean {
    return this.streams.get(stream.channel) === stream
  }

  private take (channel: string, text: string): void {
    const stream = this.streams.get(channel)
    const change = stream && decodeChange(text)
    if (!change) return
    stream.waiting.push(change)
    // The log holds them all; so many are not kept twice.
    if (stream.waiting.length > MAX_WAITING) {
      stream.waiting = []
      stream.behind = true
    }
    this.pump(stream)
  }

  private suspect (stream: Stream | undefined): void {
    if (!stream) return
    stream.behind = true
    this.pump(stream)
  }

  private pump (stream: Stream): void {
    if (stream.delivering || stream.cursor === undefined) return
    stream.delivering = true
    this.deliver(stream).catch((error: unknown) => this.onError(error, stream.session))
  }

  // Runs through in one go unless something must be read; what comes meanwhile waits its turn.
  private async deliver (stream: Stream): Promise<void> {
    try {
      while (this.isOpen(stream)) {
        if (stream.behind) {
          await this.catchUp(stream)
          continue
        }
        const change = stream.waiting.shift()
        if (!change) return
        if (change.prev !== stream.cursor) stream.behind = true
        else if (isReference(change)) this.hand(stream, { ...change, detail: await this.log.detail(stream.session, change.requestId) })
        else this.hand(stream, change)
      }
    } catch (error) {
      this.fail(stream, error)
    } finally {
      // Here, and not in a callback of the promise: the next message may come before that would run.
      stream.delivering = false
    }
  }

  private async catchUp (stream: Stream): Promise<void> {
    stream.behind = false
    stream.waiting = []
    const said = new Set<string>()
    for (;;) {
      const changes = await this.log.since(stream.session, stream.cursor ?? '')
      if (!changes) return this.lose(stream)
      if (changes.length === 0) break
      for (const change of changes) {
        this.hand(stream, change)
        said.add(change.rev)
      }
    }
    this.tally.catchUps++
    // Published while the log was read, and read there already.
    stream.waiting = stream.waiting.filter(change => !said.has(change.rev))
  }

  private hand (stream: Stream, change: Change): void {
    if (!this.isOpen(stream)) return
    stream.cursor = change.rev
    this.hub.broadcast(stream.session, this.announce(stream.session, change))
  }

  // While Redis is away the viewers stay: the subscription's return, or the next check, begins again where this broke off.
  private fail (stream: Stream, error: unknown): void {
    stream.behind = true
    if (error instanceof ApiError && error.code === 'unavailable') return
    this.onError(error, stream.session)
    this.lose(stream)
  }

  private lose (stream: Stream): void {
    if (!this.isOpen(stream)) return
    this.tally.resyncs++
    this.shut(stream)
    this.hub.drop(stream.session, CLOSE.serviceRestart)
  }
}

function isReference ({ type, detail }: Change): boolean {
  return !detail && (type === 'entry-received' || type === 'entry-updated')
}
