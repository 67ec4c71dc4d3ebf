// LiveFeed: keeps a live copy of a session, and reports whenever the copy may be out of date. For browsers and Node; no dependencies.
// The one rule: no change is applied while an earlier one is missing. After a lost connection, the copy is resumed from the change log; if
// that is not possible, or if a change is missing, the session is listed again.
import type { Entry } from '../../schema/entry.js'
import type { Screenshot } from '../../schema/screenshot.js'
import { FeedChannel, REASONS, reasonOf, type SocketConstructor } from './channel.js'
import { Unreadable } from './entry-lines.js'
import type { FeedUpdate, SessionFeedOptions } from './feed-options.js'
import type { FeedState } from './feed-state.js'
import { readFrame, RULES, type Change, type Welcome } from './frame.js'
import { readLists } from './listing.js'
import { Refusal, SessionService } from './service.js'
import { SessionCopy } from './session-copy.js'
import { TIMING, type Timing } from './timing.js'
import { Waiters } from './waiters.js'

// 1001 going away, 1012 service restart: the service is fine, and another replica has the same log.
const ORDERLY_CLOSES: readonly (number | undefined)[] = [1001, 1012]
export const CLOSED = new Error('closed')

export class LiveFeed {
  /** Counts: connections that were welcomed; those that resumed; those that read the lists; changes found missing; changes received. */
  readonly figures = { connects: 0, resumes: 0, lists: 0, gaps: 0, messages: 0 }
  readonly #options: SessionFeedOptions
  readonly #copy: SessionCopy
  readonly #service: SessionService
  readonly #WebSocket: SocketConstructor
  readonly #timing: Timing
  #current: FeedState = { name: 'connecting' }
  #channel: FeedChannel | undefined
  /** Aborts the HTTP requests of the current connection. */
  #asking = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The current attempt was made without the retry delay. */
  #immediate = false
  /** 0 until the first message of the current connection. */
  #welcomedAtMs = 0
  readonly #waiters = new Waiters()
  /** The session has had rules. */
  #hasRules = false

  /** Throws if `url` is invalid, or if there is no WebSocket. */
  constructor (options: SessionFeedOptions) {
    this.#options = options
    this.#copy = new SessionCopy(entry => options.onEntry?.(entry))
    this.#timing = { ...TIMING, ...options.timing }
    this.#service = new SessionService(options.url, options.sessionId, options.token,
      options.fetch ?? ((url, init) => fetch(url, init)))
    const WebSocket = options.WebSocket ?? globalThis.WebSocket
    if (!WebSocket) throw new TypeError('No global WebSocket: pass { WebSocket } of the package ws')
    this.#WebSocket = WebSocket
    this.#open()
  }

  get state (): FeedState { return this.#current }

  /** The newest change that the copy contains; undefined if the copy has to be listed. */
  get rev (): string | undefined { return this.#copy.rev }

  get size (): number { return this.#copy.entries.size }

  /** In order of first arrival, as in `GET /capture/entries`. A live view: iterate over it without waiting in between. */
  entries (): IterableIterator<Entry> { return this.#copy.entries.values() }

  entry (id: string): Entry | undefined { return this.#copy.entries.get(id) }

  /** Oldest first. */
  screenshots (): IterableIterator<Screenshot> { return this.#copy.screenshots.values() }

  /**
   * Resolves when the copy is live and has reached `rev`, which must be the newest change: the list's ETag after the last write.
   * Rejects if the feed is closed.
   */
  settled (rev: string): Promise<void> {
    if (this.#current.name === 'closed') return Promise.reject(CLOSED)
    const reached = this.#waiters.wait(rev)
    this.#settle()
    return reached
  }

  /** Reconnects at once: for a button, or when the browser is online again. */
  reconnect (): void {
    if (this.#current.name !== 'closed') this.#connect()
  }

  /** Closes the feed; it cannot be opened again. */
  close (): void {
    if (this.#current.name === 'closed') return
    this.#leave()
    this.#enter({ name: 'closed' })
    this.#waiters.rejectAll(CLOSED)
  }

  #connect (): void {
    this.#leave()
    this.#enter({ name: 'connecting' })
    // `onState` may have closed or reconnected the feed.
    if (this.#current.name === 'connecting' && !this.#channel) this.#open()
  }

  #open (): void {
    this.#welcomedAtMs = 0
    this.#channel = new FeedChannel(this.#WebSocket, this.#service.channelUrl(this.#copy.since), this.#timing, {
      onMessage: text => this.#onMessage(text),
      closed: (code, opened) => {
        this.#retryLater(reasonOf(code, opened), ORDERLY_CLOSES.includes(code))
        if (!opened) this.#askWhy()
      }
    })
  }

  /** Ends the connection and its HTTP requests. */
  #leave (): void {
    clearTimeout(this.#timer)
    this.#asking.abort()
    this.#asking = new AbortController()
    this.#channel?.close()
    this.#channel = undefined
  }

  /** Two attempts in a row are never both immediate: a service that closes every connection must not cause a loop. */
  #retryLater (reason: string, immediately: boolean): void {
    const { retryMs, jitterMs } = this.#timing
    this.#leave()
    const lasted = this.#welcomedAtMs > 0 && Date.now() - this.#welcomedAtMs >= retryMs
    this.#immediate = immediately && (!this.#immediate || lasted)
    this.#wait({ name: 'waiting', reason }, this.#immediate ? Math.random() * jitterMs : retryMs)
  }

  #wait (why: { name: 'waiting', reason: string } | { name: 'refused', reason: string, status: number }, delayMs: number): void {
    if (this.#current.name === 'closed') return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), delayMs)
    this.#enter({ ...why, retryAt: Date.now() + delayMs })
  }

  /** A browser does not report the status with which it was refused an upgrade: a small plain request gets the same answer. */
  #askWhy (): void {
    const { signal } = this.#asking
    this.#service.screenshots(signal).catch((error: unknown) => {
      if (!signal.aborted && error instanceof Refusal) this.#fail(error)
    })
  }

  #onMessage (text: unknown): void {
    const frame = readFrame(text)
    if (!frame) return
    if (this.#welcomedAtMs === 0 && frame.type === 'connected') return this.#welcome(frame)
    if (this.#welcomedAtMs === 0 || !('prev' in frame) || !this.#copy.receive(frame)) return this.#miss()
    this.figures.messages++
    // While the lists are read, changes wait and are reported with them.
    if (this.rev && frame.type !== 'other') this.#emit(frame)
    this.#emitRules(frame)
    this.#settle()
  }

  #welcome ({ rev, count, resumed, rules }: Welcome): void {
    this.#hasRules ||= rules
    this.#welcomedAtMs = Date.now()
    this.#channel?.welcomed()
    this.figures.connects++
    if (!resumed) {
      this.figures.lists++
      this.#copy.beginListing(rev)
      this.#list(count)
    } else if (rev === this.#copy.since) {
      this.figures.resumes++
      if (this.rev) this.#enter({ name: 'live' })
      else this.#list(count)
    } else {
      this.#miss()
    }
  }

  /** A change is missing: an error of the service, or of a proxy in between. */
  #miss (): void {
    this.figures.gaps++
    this.#copy.distrust()
    this.#retryLater(REASONS.gap, true)
  }

  /** Reads the rest of the lists. `count`: how many entries the session had when the connection was made. */
  #list (count: number): void {
    const { signal } = this.#asking
    this.#expectMore()
    this.#enterListing(count)
    readLists(this.#service, this.#copy, signal, entries => {
      this.#expectMore()
      if (entries === 0) return
      this.#enterListing(count)
      if (this.#copy.showsListing && !signal.aborted) this.#emit({ type: 'listing' })
    }).then(
      // If it was aborted, the connection that needed the lists is gone.
      screenshots => { if (!signal.aborted) this.#listed(screenshots) },
      (error: unknown) => { if (!signal.aborted) this.#fail(error) }
    )
  }

  #expectMore (): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(new Error(REASONS.late)), this.#timing.listMs)
  }

  #enterListing (count: number): void {
    const { listed } = this.#copy
    this.#enter({ name: 'listing', listed, of: Math.max(count, listed) })
  }

  #listed (screenshots: Screenshot[]): void {
    clearTimeout(this.#timer)
    this.#copy.endListing(screenshots)
    this.#enter({ name: 'live' })
    this.#emit({ type: 'listed' })
    if (this.#hasRules) this.#options.onRules?.(undefined)
  }

  #fail (error: unknown): void {
    // The answer is not a list, so the part that was read before cannot be trusted either.
    if (error instanceof Unreadable) this.#copy.distrust()
    if (!(error instanceof Refusal)) return this.#retryLater(`${REASONS.list}: ${(error as Error).message}`, false)
    this.#leave()
    this.#wait({ name: 'refused', reason: error.message, status: error.status }, this.#timing.refusedMs)
  }

  #emit (change: FeedUpdate): void {
    this.#options.onChange?.(change)
  }

  // The rules are no part of the copy, so they need not wait for its lists.
  #emitRules (frame: Change): void {
    const news = frame.type === RULES ? frame.data : undefined
    if (!news && !(frame.type === 'other' && frame.of === RULES)) return
    this.#hasRules = true
    this.#options.onRules?.(news)
  }

  #enter (state: FeedState): void {
    this.#current = state
    this.#options.onState?.(state)
    this.#settle()
  }

  #settle (): void {
    if (this.#current.name === 'live') this.#waiters.reached(this.rev)
  }
}
