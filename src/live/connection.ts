// One viewer: nothing until `connected` is out, then every change behind it, in order; and an answer to each ping.
import { CLOSE, type CloseCode } from '../errors.js'
import type { Connected } from '../schema/event.js'
import { PingSchema } from '../schema/event.js'
import type { SessionStore } from '../store/sessions.js'
import type { Announcement, Listener } from './hub.js'
import type { Feed } from './feed.js'
import { Compile } from 'typebox/compile'

/** What is needed of a WebSocket (`ws` has it all). */
export interface Socket {
  /** Bytes that the peer has not taken yet. */
  readonly bufferedAmount: number
  send(data: string | Buffer, options: { binary: boolean }): void
  close(code: CloseCode): void
}

const MAX_UNSENT_BYTES = 8 * 1024 * 1024
const PONG = JSON.stringify({ type: 'pong' })
const ping = Compile(PingSchema)

export class Connection implements Listener {
  /** What came before `connected` is out. */
  private held: Announcement[] | undefined = []
  private heldBytes = 0
  /** Until the first change behind it, the rev of `connected`; then undefined: the feed keeps the chain. */
  private joinedAt: string | undefined

  constructor (
    private readonly session: string,
    private readonly socket: Socket,
    private readonly feed: Feed,
    private readonly sessions: SessionStore
  ) {}

  /** Rejects where Redis is away. The subscription comes first: a change between it and the count would be lost otherwise. */
  async join (): Promise<void> {
    await this.feed.watch(this.session, this)
    const { rev, count } = await this.sessions.snapshot(this.session)
    this.joinedAt = rev
    const connected: Connected = { type: 'connected', data: count, rev }
    this.send(JSON.stringify(connected))
    const held = this.held ?? []
    this.held = undefined
    for (const announcement of held) this.receive(announcement)
  }

  leave (): void {
    this.feed.unwatch(this.session, this)
  }

  receive (announcement: Announcement): void {
    if (this.held) return this.hold(announcement)
    if (this.joinedAt !== undefined) {
      // The count included what was published before it but arrives behind it.
      if (announcement.prev !== this.joinedAt) return
      this.joinedAt = undefined
    }
    this.send(announcement.text)
  }

  drop (code: CloseCode): void {
    this.socket.close(code)
  }

  /** A text frame from the client; anything but a ping is ignored. */
  hear (text: string): void {
    if (isPing(text)) this.send(PONG)
  }

  private hold (announcement: Announcement): void {
    this.held?.push(announcement)
    this.heldBytes += announcement.text.length
    if (this.heldBytes > MAX_UNSENT_BYTES) this.giveUp()
  }

  private send (data: string | Buffer): void {
    this.socket.send(data, { binary: false })
    if (this.socket.bufferedAmount > MAX_UNSENT_BYTES) this.giveUp()
  }

  private giveUp (): void {
    this.leave()
    this.drop(CLOSE.tryAgainLater)
  }
}

function isPing (text: string): boolean {
  try {
    return ping.Check(JSON.parse(text))
  } catch {
    return false
  }
}
