// From Redis to the hub: one subscription per session while it has listeners here, each change decoded once, in order.
// What cannot be proved complete is not delivered: its listeners are dropped, and come back to list anew.
import type { Redis } from 'ioredis'
import { CLOSE } from '../errors.js'
import type { Entry } from '../schema/entry.js'
import { decodeChange, decodeEntry, type Change } from '../store/codec.js'
import type { EntryStore } from '../store/entries.js'
import { answered } from '../store/faults.js'
import { keysOf } from '../store/keys.js'
import type { Hub, Listener } from './hub.js'
import { messageOf } from './message.js'

interface Stream {
  session: string
  channel: string
  subscribed: Promise<unknown>
  /** The rev delivered last; undefined before the first. */
  cursor: string | undefined
  /** What came and is not delivered yet, because an entry before it is being read. */
  waiting: Change[]
  delivering: boolean
}

const MAX_WAITING = 2000

export class Feed {
  private readonly streams = new Map<string, Stream>()
  private readonly onMessage = (channel: string, text: string) => this.take(channel, text)
  private readonly onLost = () => this.loseAll()

  constructor (
    private readonly subscriber: Redis,
    private readonly entries: Pick<EntryStore, 'read'>,
    private readonly hub: Hub,
    private readonly onError: (error: unknown, session: string) => void
  ) {
    subscriber.on('smessage', this.onMessage).on('close', this.onLost)
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
      await stream.subscribed
    } catch (error) {
      this.unwatch(session, listener)
      throw error
    }
  }

  unwatch (session: string, listener: Listener): void {
    if (!this.hub.remove(session, listener)) return
    const { channel } = keysOf(session)
    if (!this.streams.delete(channel)) return
    // Commands of one connection run in order: a listener that comes right now subscribes after this. Where it fails, the
    // connection is gone, and the subscription with it.
    this.subscriber.sunsubscribe(channel).catch(() => undefined)
  }

  close (): void {
    this.subscriber.off('smessage', this.onMessage).off('close', this.onLost)
    this.streams.clear()
  }

  private open (session: string, channel: string): Stream {
    const stream = {
      session,
      channel,
      subscribed: answered(this.subscriber.ssubscribe(channel)),
      cursor: undefined,
      waiting: [],
      delivering: false
    }
    this.streams.set(channel, stream)
    return stream
  }

  private take (channel: string, text: string): void {
    const stream = this.streams.get(channel)
    const change = stream && decodeChange(text)
    if (!change) return
    stream.waiting.push(change)
    if (stream.waiting.length > MAX_WAITING) this.lose(stream)
    else if (!stream.delivering) this.deliver(stream).catch(error => this.fail(stream, error))
  }

  // Runs through in one go unless an entry must be read; what comes meanwhile waits its turn.
  private async deliver (stream: Stream): Promise<void> {
    stream.delivering = true
    for (let change = stream.waiting.shift(); change; change = stream.waiting.shift()) {
      const found = this.entryOf(stream.session, change)
      const entry = found instanceof Promise ? await found : found
      if (this.streams.get(stream.channel) !== stream) return
      if (stream.cursor !== undefined && change.prev !== stream.cursor) return this.lose(stream)
      stream.cursor = change.rev
      const text = Buffer.from(JSON.stringify(messageOf(stream.session, change, entry)))
      this.hub.broadcast(stream.session, { rev: change.rev, prev: change.prev, text })
    }
    stream.delivering = false
  }

  private entryOf (session: string, change: Change): Entry | undefined | Promise<Entry | undefined> {
    if (change.type !== 'entry-received' && change.type !== 'entry-updated') return undefined
    return change.detail ? decodeEntry(change.detail) : this.entries.read(session, change.requestId)
  }

  private fail (stream: Stream, error: unknown): void {
    this.onError(error, stream.session)
    this.lose(stream)
  }

  private lose (stream: Stream): void {
    if (this.streams.get(stream.channel) !== stream) return
    this.streams.delete(stream.channel)
    this.subscriber.sunsubscribe(stream.channel).catch(() => undefined)
    this.hub.drop(stream.session, CLOSE.serviceRestart)
  }

  private loseAll (): void {
    this.streams.clear()
    this.hub.dropAll(CLOSE.serviceRestart)
  }
}
