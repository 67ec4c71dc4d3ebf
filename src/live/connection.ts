// One viewer: `connected`, what was missed since it was last here, then every change behind it, in order; an answer to each
// ping, and an end to those who do not read or are not there any more.
import { Compile } from 'typebox/compile'
import { CLOSE, type CloseCode } from '../errors.js'
import { PingSchema, type Connected } from '../schema/event.js'
import type { ChangeLog } from '../store/changes.js'
import type { Change } from '../store/codec.js'
import type { SessionStore } from '../store/sessions.js'
import type { Feed } from './feed.js'
import type { Announcement, Listener } from './hub.js'
import type { Announce } from './message.js'
import { ENDINGS, type Ending, type ViewerTally } from './viewer-tally.js'

/** What is needed of a WebSocket (`ws` has it all). */
export interface Socket {
  /** Bytes that the peer has not taken yet. */
  readonly bufferedAmount: number
  /** `sent` is called when the data has left, or never will. */
  send(data: string | Buffer, options: { binary: boolean }, sent?: (error?: Error | null) => void): void
  ping(): void
  close(code: CloseCode): void
  /** Ends the connection without the peer's help. */
  terminate(): void
}

export interface Sources {
  feed: Feed
  log: ChangeLog
  sessions: SessionStore
  announce: Announce
  tally: ViewerTally
}

const MAX_UNSENT_BYTES = 8 * 1024 * 1024
const MAX_MISSED_PINGS = 2
const PONG = JSON.stringify({ type: 'pong' })
const ping = Compile(PingSchema)

export class Connection implements Listener {
  /** What came while the log was read for this viewer; undefined once it is live. */
  private held: Announcement[] | undefined = []
  private heldBytes = 0
  /** The rev sent last, until the first live change behind it; then undefined: the feed keeps the chain. */
  private joinedAt: string | undefined
  private unansweredPings = 0
  private ended = false

  constructor (private readonly session: string, private readonly socket: Socket, private readonly sources: Sources) {}

  /**
   * Rejects where Redis is away. The subscription comes first: a change between it and the count would be lost otherwise.
   * `since`: the rev that the viewer has seen last.
   */
  async join (since?: string): Promise<void> {
    const { feed, log, sessions, tally } = this.sources
    await feed.watch(this.session, this)
    const missed = since === undefined ? undefined : await log.since(this.session, since)
    const { rev, count } = await sessions.snapshot(this.session)
    const connected: Connected = { type: 'connected', data: count, rev, ...(since !== undefined && { resumed: false }) }
    if (since === undefined || !missed) {
      tally.joins[since === undefined ? 'new' : 'relisted']++
      this.send(JSON.stringify(connected))
      return this.goLive(rev)
    }
    tally.joins.resumed++
    this.send(JSON.stringify({ ...connected, rev: since, resumed: true } satisfies Connected))
    await this.resume(since, missed)
  }

  leave (): void {
    this.sources.feed.unwatch(this.session, this)
  }

  receive (announcement: Announcement): void {
    if (this.held) return this.hold(announcement)
    if (this.joinedAt !== undefined) {
      // Said already, by the count or from the log, but published to us later.
      if (announcement.prev !== this.joinedAt) return
      this.joinedAt = undefined
    }
    if (this.send(announcement.text)) this.countDelivered(announcement.text)
  }

  drop (code: CloseCode, ending = ENDINGS[code]): void {
    this.countEnd(ending)
    this.socket.close(code)
  }

  /** A text frame from the client; anything but a ping is ignored. */
  hear (text: string): void {
    this.unansweredPings = 0
    if (isPing(text)) this.send(PONG)
  }

  /** Called now and then: a peer that vanished without a word is let go when it has missed two pings. */
  beat (): void {
    if (this.unansweredPings >= MAX_MISSED_PINGS) return this.letGo()
    this.unansweredPings++
    this.socket.ping()
  }

  /** The answer to one of our pings. */
  beatAnswered (): void {
    this.unansweredPings = 0
  }

  // As fast as the viewer reads, however much it has missed. What is published from the moment a page is read on is held: the
  // last page and the held changes overlap, or meet.
  private async resume (since: string, missed: Change[]): Promise<void> {
    const { log, announce } = this.sources
    let cursor = since
    let page = missed
    while (page.length > 0) {
      for (const change of page) {
        await this.sendAndWait(announce(this.session, change).text)
        cursor = change.rev
      }
      this.held = []
      this.heldBytes = 0
      const next = await log.since(this.session, cursor)
      if (!next) return this.giveUp(CLOSE.serviceRestart)
      page = next
    }
    this.goLive(cursor)
  }

  private goLive (rev: string): void {
    const held = this.held ?? []
    this.held = undefined
    this.joinedAt = rev
    // Held changes that were said already come before the one that follows rev.
    for (const announcement of held) this.receive(announcement)
  }

  private hold (announcement: Announcement): void {
    if (this.heldBytes > MAX_UNSENT_BYTES) return this.giveUp(CLOSE.tryAgainLater)
    this.held?.push(announcement)
    this.heldBytes += announcement.text.length
  }

  // False: the viewer is too slow for it. What is unsent is looked at before: one large message makes nobody slow.
  private send (data: string | Buffer): boolean {
    if (this.socket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.giveUp(CLOSE.tryAgainLater)
      return false
    }
    this.socket.send(data, { binary: false })
    return true
  }

  private sendAndWait (data: Buffer): Promise<void> {
    this.countDelivered(data)
    return new Promise((resolve, reject) => {
      this.socket.send(data, { binary: false }, error => { if (error) reject(error); else resolve() })
    })
  }

  private giveUp (code: CloseCode): void {
    this.leave()
    this.drop(code)
  }

  private letGo (): void {
    this.countEnd('vanished')
    this.socket.terminate()
  }

  private countDelivered (message: Buffer): void {
    this.sources.tally.delivered++
    this.sources.tally.deliveredBytes += message.length
  }

  // Once: until a viewer has closed its side, it can be found slow again, or vanish.
  private countEnd (ending: Ending): void {
    if (!this.ended) this.sources.tally.closed[ending]++
    this.ended = true
  }
}

function isPing (text: string): boolean {
  try {
    return ping.Check(JSON.parse(text))
  } catch {
    return false
  }
}
