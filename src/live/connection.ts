// The connection of one viewer. It sends `connected`, the changes that the viewer missed, then all later changes, in order, and a pong for
// each ping. It ends if the viewer does not read fast enough, or is gone.
import { Compile } from '../schema/typebox.js'
import { CLOSE, type CloseCode } from '../errors.js'
import { PingSchema, type Connected } from '../schema/event.js'
import type { PageHolder } from '../reading/page-budget.js'
import type { SessionChange } from '../store/codec.js'
import type { SessionStore } from '../store/sessions.js'
import type { Feed } from './feed.js'
import type { Announcement, HubListener } from './hub.js'
import type { EncodeChange } from './message.js'
import type { WriteBatcher } from './write-batcher.js'
import type { MissedChanges } from './missed-changes.js'
import type { Transport } from './transport.js'
import { ENDINGS, type Ending, type ViewerTally } from './viewer-tally.js'

export interface Sources {
  feed: Feed
  missedChanges: MissedChanges
  sessions: SessionStore
  encode: EncodeChange
  writes: WriteBatcher
  tally: ViewerTally
  /** Whether the service has rules. */
  rulesAreOn: boolean
}

/**
 * Joining: until `connected` and the first missed changes were sent. Resuming: later pages are read and sent. Both hold back changes that
 * are published meanwhile. Settling: skips published changes up to `rev`, because the viewer has them already, as part of the count or from
 * the log. With the first later one, the phase becomes live. Live: every change is sent; the feed keeps the chain. Left: nothing is sent.
 */
type Phase =
  | Holding
  | { name: 'settling', rev: string }
  | { name: 'live' }
  | { name: 'left' }

interface Holding { name: 'joining' | 'resuming', held: Announcement[], heldBytes: number }

const MAX_UNSENT_BYTES = 8 * 1024 * 1024
/** The most bytes of missed changes that are in flight to a viewer at once. A larger message is sent alone. */
const MAX_RESUME_BYTES = 256 * 1024
const MAX_MISSED_PINGS = 2
const PONG = JSON.stringify({ type: 'pong' })
const ping = Compile(PingSchema)

export class Connection implements HubListener, PageHolder {
  private phase: Phase = { name: 'joining', held: [], heldBytes: 0 }
  private unansweredPings = 0
  private endCounted = false

  constructor (private readonly session: string, private readonly transport: Transport, private readonly sources: Sources) {}

  /**
   * Rejects if Redis is unreachable. It subscribes before it reads the count: otherwise, a change between the two would be lost.
   * `since`: the last rev that the viewer has seen.
   */
  async join (since?: string): Promise<void> {
    const { feed, missedChanges, tally } = this.sources
    await feed.watch(this.session, this)
    try {
      const missed = since === undefined ? undefined : await missedChanges.next(this, this.session, since)
      if (since !== undefined && missed) return await this.resume(since, missed)
    } finally {
      missedChanges.release(this)
    }
    const connected = await this.connected()
    if (this.hasLeft) return
    tally.joins[since === undefined ? 'new' : 'relisted']++
    this.send(JSON.stringify(since === undefined ? connected : { ...connected, resumed: false } satisfies Connected))
    this.goLive(connected.rev)
  }

  get address (): string {
    return this.transport.address
  }

  get hasLeft (): boolean {
    return this.phase.name === 'left'
  }

  get unsentBytes (): number {
    return this.transport.socket.bufferedAmount
  }

  unwatch (): void {
    this.phase = { name: 'left' }
    this.sources.feed.unwatch(this.session, this)
  }

  receive (announcement: Announcement): void {
    const { phase } = this
    switch (phase.name) {
      case 'joining':
      case 'resuming':
        return this.hold(phase, announcement)
      case 'settling':
        if (announcement.prev !== phase.rev) return
        this.phase = { name: 'live' }
        return this.deliver(announcement.text)
      case 'live':
        return this.deliver(announcement.text)
    }
  }

  /** Call it when the feed no longer delivers changes to this viewer. */
  disconnect (code: CloseCode, ending = ENDINGS[code]): void {
    this.phase = { name: 'left' }
    this.countEnd(ending)
    this.transport.socket.close(code)
  }

  /** A text frame from the client; anything but a ping is ignored. */
  onText (text: string): void {
    this.unansweredPings = 0
    if (isPing(text)) this.send(PONG)
  }

  /** Called once per period: sends a ping. A peer that has missed two pings has vanished without a close, and is disconnected. */
  beat (): void {
    if (this.unansweredPings >= MAX_MISSED_PINGS) return this.endVanished()
    this.unansweredPings++
    this.transport.socket.ping()
  }

  /** The viewer's pong for one of our pings. */
  notePong (): void {
    this.unansweredPings = 0
  }

  private async connected (): Promise<Connected> {
    const { rev, count, hasHadRules } = await this.sources.sessions.snapshot(this.session)
    return { type: 'connected', data: count, rev, ...hasHadRules && this.sources.rulesAreOn && { rules: true } }
  }

  // Sends the missed changes, as fast as the viewer reads. While a page is read and sent, new changes are held: the last page and they
  // overlap, or meet without a gap.
  private async resume (since: string, missed: SessionChange[]): Promise<void> {
    const connected = await this.connected()
    if (this.hasLeft) return
    this.sources.tally.joins.resumed++
    this.send(JSON.stringify({ ...connected, rev: since, resumed: true } satisfies Connected))
    let cursor = since
    let page: SessionChange[] | undefined = missed
    while (page.length > 0) {
      cursor = await this.deliverPage(page)
      if (this.hasLeft) return
      this.phase = { name: 'resuming', held: [], heldBytes: 0 } // what was held is in the log: the next page has it
      page = await this.sources.missedChanges.next(this, this.session, cursor)
      if (this.hasLeft) return
      if (!page) return this.unwatchAndDisconnect(CLOSE.resync)
    }
    this.goLive(cursor)
  }

  // Resolves with the last rev of the page, after the whole page was sent.
  private async deliverPage (page: SessionChange[]): Promise<string> {
    const { encode } = this.sources
    let cursor = ''
    for (const [n, change] of page.entries()) {
      const { text } = encode(this.session, change)
      const mustWait = n === page.length - 1 || this.transport.socket.bufferedAmount + text.length > MAX_RESUME_BYTES
      if (mustWait) await this.deliverAndWait(text)
      else this.deliver(text)
      if (this.hasLeft) break
      cursor = change.rev
    }
    return cursor
  }

  private goLive (rev: string): void {
    const held = 'held' in this.phase ? this.phase.held : []
    this.phase = { name: 'settling', rev }
    // receive() skips the buffered changes that were sent already: they come before the one that follows rev.
    for (const announcement of held) this.receive(announcement)
  }

  private hold (phase: Holding, announcement: Announcement): void {
    if (phase.heldBytes > MAX_UNSENT_BYTES) return this.unwatchAndDisconnect(CLOSE.slow)
    phase.held.push(announcement)
    phase.heldBytes += announcement.text.length
  }

  private deliver (message: Buffer): void {
    if (this.send(message)) this.countDelivered(message)
  }

  private deliverAndWait (message: Buffer): Promise<void> {
    this.countDelivered(message)
    return new Promise((resolve, reject) => {
      this.transport.socket.send(message, { binary: false }, error => { if (error) reject(error); else resolve() })
    })
  }

  // Returns false if the viewer is too slow. Unsent bytes are checked before the message is added, so one large message alone is not slow.
  private send (data: string | Buffer): boolean {
    if (this.isSlow()) {
      this.unwatchAndDisconnect(CLOSE.slow)
      return false
    }
    this.sources.writes.batch(this.transport.stream)
    this.transport.socket.send(data, { binary: false })
    return true
  }

  private isSlow (): boolean {
    const { socket, stream } = this.transport
    if (socket.bufferedAmount <= MAX_UNSENT_BYTES) return false
    // Bytes that are still held back for the next write are not the viewer's fault.
    this.sources.writes.flush(stream)
    return socket.bufferedAmount > MAX_UNSENT_BYTES
  }

  private unwatchAndDisconnect (code: CloseCode): void {
    this.unwatch()
    this.disconnect(code)
  }

  /** Terminates instead of closing: a close would wait until the viewer has read everything, and keep that in memory meanwhile. */
  endAsSlow (): void {
    this.unwatch()
    this.countEnd('slow')
    this.transport.socket.terminate()
  }

  private endVanished (): void {
    this.countEnd('vanished')
    this.transport.socket.terminate()
  }

  private countDelivered (message: Buffer): void {
    this.sources.tally.delivered++
    this.sources.tally.deliveredBytes += message.length
  }

  // Counts only once: until the viewer closes its side, it may be found slow again, or vanish.
  private countEnd (ending: Ending): void {
    if (!this.endCounted) this.sources.tally.closed[ending]++
    this.endCounted = true
  }
}

function isPing (text: string): boolean {
  try {
    return ping.Check(JSON.parse(text))
  } catch {
    return false
  }
}
