// LiveFeed: keeps a live copy of a session that is always correct, or says that it is not. For browsers and Node; no dependencies.
// The one rule: a copy that missed a change is never carried on; it is resumed from the change log, or listed anew.
import type { Entry } from '../../schema/entry.js'
import type { Screenshot } from '../../schema/screenshot.js'
import { Channel, reasonOf, type SocketConstructor } from './channel.js'
import { Unreadable } from './entry-lines.js'
import type { FeedUpdate, SessionFeedOptions } from './feed-options.js'
import type { FeedState } from './feed-state.js'
import { readFrame, type Welcome } from './frame.js'
import { readLists } from './listing.js'
import { Refusal, SessionService } from './service.js'
import { SessionCopy } from './session-copy.js'
import { TIMING, type Timing } from './timing.js'
import { Waiters } from './waiters.js'

// 1001 going away, 1012 service restart: the service is fine, and another replica has the same log.
const ORDERLY: readonly (number | undefined)[] = [1001, 1012]
export const CLOSED = new Error('closed')

export class LiveFeed {
  /** Connections that were welcomed; those of them that were resumed, and listed anew; changes missed and noticed; changes heard. */
  readonly figures = { connects: 0, resumes: 0, lists: 0, gaps: 0, messages: 0 }
  readonly #options: SessionFeedOptions
  readonly #copy: SessionCopy
  readonly #service: SessionService
  readonly #WebSocket: SocketConstructor
  readonly #timing: Timing
  #current: FeedState = { name: 'connecting' }
  #channel: Channel | undefined
  /** What is asked over HTTP on behalf of the current connection. */
  #asking = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The current try did not wait for the delay. */
  #immediate = false
  /** 0 until the first message of the current connection. */
  #welcomedAtMs = 0
  readonly #waiters = new Waiters()

  /** Throws where `url` is none, or where there is no WebSocket. */
  constructor (options: SessionFeedOptions) {
    this.#options = options
    this.#copy = new SessionCopy(entry => options.onEntry?.(entry))
    const WebSocket = options.WebSocket ?? globalThis.WebSocket
    if (!WebSocket) throw new TypeError('No WebSocket here')
    this.#WebSocket = WebSocket
    this.#timing = { ...TIMING, ...options.timing }
    this.#service = new SessionService(options.url, options.sessionId, options.token,
      options.fetch ?? ((url, init) => fetch(url, init)))
    this.#open()
  }

  get state (): FeedState { return this.#current }

  /** The change that the copy has reached; undefined where it has to be listed. */
  get rev (): string | undefined { return this.#copy.rev }

  get size (): number { return this.#copy.entries.size }

  /** In order of first arrival: what `GET /capture/entries` shows. A view, to be walked through in one go. */
  entries (): IterableIterator<Entry> { return this.#copy.entries.values() }

  entry (id: string): Entry | undefined { return this.#copy.entries.get(id) }

  /** Oldest first. */
  screenshots (): IterableIterator<Screenshot> { return this.#copy.screenshots.values() }

  /**
   * Resolves once the copy is live at `rev`, which must be the newest there is: the list's ETag after the last write. Rejects
   * where the feed is closed.
   */
  settled (rev: string): Promise<void> {
    if (this.#current.name === 'closed') return Promise.reject(CLOSED)
    const reached = this.#waiters.wait(rev)
    this.#settle()
    return reached
  }

  /** Connects anew at once: for a button, or when the browser is online again. */
  reconnect (): void {
    if (this.#current.name !== 'closed') this.#connect()
  }

  /** For good. */
  close (): void {
    if (this.#current.name === 'closed') return
    this.#leave()
    this.#enter({ name: 'closed' })
    this.#waiters.rejectAll(CLOSED)
  }

  #connect (): void {
    this.#leave()
    this.#enter({ name: 'connecting' })
    // A listener of the state may close the feed, or connect it again.
    if (this.#current.name === 'connecting' && !this.#channel) this.#open()
  }

  #open (): void {
    this.#welcomedAtMs = 0
    this.#channel = new Channel(this.#WebSocket, this.#service.channelUrl(this.#copy.since), this.#timing, {
      hear: text => this.#hear(text),
      closed: (code, opened) => {
        this.#comeBack(reasonOf(code, opened), ORDERLY.includes(code))
        if (!opened) this.#askWhy()
      }
    })
  }

  /** Ends the connection and all that was asked on its behalf. */
  #leave (): void {
    clearTimeout(this.#timer)
    this.#asking.abort()
    this.#asking = new AbortController()
    this.#channel?.close()
    this.#channel = undefined
  }

  /** At most one try in a row is immediate: a service that closes whoever comes is not asked in a loop. */
  #comeBack (reason: string, immediately: boolean): void {
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

  /** A browser does not tell with which status an upgrade was refused; a plain request does. */
  #askWhy (): void {
    const { signal } = this.#asking
    this.#service.probe(signal).catch((error: unknown) => {
      if (!signal.aborted && error instanceof Refusal) this.#fail(error)
    })
  }

  #hear (text: unknown): void {
    const frame = readFrame(text)
    if (!frame) return
    if (this.#welcomedAtMs === 0 && frame.type === 'connected') return this.#welcome(frame)
    if (this.#welcomedAtMs === 0 || !('prev' in frame) || !this.#copy.hear(frame)) return this.#miss()
    this.figures.messages++
    // What waits for the lists is told with them.
    if (this.rev && frame.type !== 'other') this.#tell(frame)
    this.#settle()
  }

  #welcome ({ rev, count, resumed }: Welcome): void {
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

  /** A change is missing: a fault of the service, or of what lies between. */
  #miss (): void {
    this.figures.gaps++
    this.#copy.distrust()
    this.#comeBack('a change is missing', true)
  }

  /** Goes on behind what the copy has. `count`: of the session's entries, when it was connected. */
  #list (count: number): void {
    const { signal } = this.#asking
    this.#expectMore()
    this.#tellListing(count)
    readLists(this.#service, this.#copy, signal, entries => {
      this.#expectMore()
      if (entries === 0) return
      this.#tellListing(count)
      if (this.#copy.showsListing && !signal.aborted) this.#tell({ type: 'listing' })
    }).then(
      // Where it was aborted, the connection that it was asked for is gone.
      screenshots => { if (!signal.aborted) this.#listed(screenshots) },
      (error: unknown) => { if (!signal.aborted) this.#fail(error) }
    )
  }

  #expectMore (): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail('it took too long'), this.#timing.listMs)
  }

  #tellListing (count: number): void {
    const { listed } = this.#copy
    this.#enter({ name: 'listing', listed, of: Math.max(count, listed) })
  }

  #listed (screenshots: Screenshot[]): void {
    clearTimeout(this.#timer)
    this.#copy.endListing(screenshots)
    this.#enter({ name: 'live' })
    this.#tell({ type: 'listed' })
  }

  #fail (error: unknown): void {
    // What was answered is no list: nor may be what it would go on with.
    if (error instanceof Unreadable) this.#copy.distrust()
    if (!(error instanceof Refusal)) return this.#comeBack(`the list failed: ${String(error)}`, false)
    this.#leave()
    this.#wait({ name: 'refused', reason: error.message, status: error.status }, this.#timing.refusedMs)
  }

  #tell (change: FeedUpdate): void {
    this.#options.onChange?.(change)
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
