// Takes what is queued to the service in batches: the first after a quiet moment at once, then one each 200 ms, one at a time. What did not
// arrive is sent again with the same requestIds, so that twice does no harm.
import { batchOf, outcomeOf, reasonOf, smaller } from './batch.js'
import type { Answer, Host, Transport } from './host.js'
import { exactSize, weightOf, type PushDraft } from './push.js'
import type { PushQueue } from './queue.js'
import type { CaptureStatus } from './state.js'

const PAUSE_MS = 200
const MOST_PUSHES = 400
/** Browsers let all keepalive requests and beacons of a page have 64 KB of bodies under way. */
const KEEPALIVE_BYTES = 48 * 1024
const KEEPALIVE_IN_FLIGHT_BYTES = 60 * 1024
/** With less of it, keepalive is not worth its while. */
const SMALLEST_ROOM_BYTES = 1024
const PLAIN_BYTES = 1024 * 1024
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000
const REFUSED_RETRY_MS = 30_000

export type Report = (status: CaptureStatus, reason?: string) => void

export class Sender {
  sent = 0
  dropped = 0
  /** Nothing leaves where it is false. */
  open = true
  private readonly inFlight = new Set<Flight>()
  private failures = 0
  private nextMs = -Infinity
  private cancelTimer: (() => void) | undefined
  private ended = false

  constructor (
    private readonly queue: PushQueue, private readonly transport: Transport, private readonly host: Host, private readonly report: Report,
    /** Puts into the queue what belongs there and was put off. */
    private readonly gather: () => void
  ) {}

  /** Pushes that wait, or are under way. */
  get queued (): number {
    this.gather()
    return [...this.inFlight].reduce((sum, { pushes }) => sum + pushes.length, this.queue.size)
  }

  /**
   * Sends all that there is, now, by requests that outlive the page as far as there is room. `leaving`: what does not fit goes without
   * its bodies.
   */
  flush (leaving: boolean): void {
    if (!this.open) return
    this.cancel()
    this.gather()
    if (leaving) {
      // What travels as a plain request may die with the page. Twice does no harm.
      this.queue.giveBack([...this.inFlight].filter(flight => !flight.keepalive).flatMap(flight => flight.pushes))
      this.queue.trim(push => exactSize(push, this.host), this.room())
    }
    while (this.queue.size > 0) this.send(true)
  }

  schedule (): void {
    if (this.cancelTimer || !this.open || this.inFlight.size > 0) return
    this.gather()
    if (this.queue.size === 0) return
    this.cancelTimer = this.host.setTimer(() => {
      this.cancelTimer = undefined
      this.gather()
      this.send(false)
    }, Math.max(0, this.nextMs - this.host.now()))
  }

  /** Sends everything; pushes that do not arrive are given up. */
  end (): void {
    this.flush(false)
    this.ended = true
  }

  /** Gives up all that waits. */
  close (): void {
    this.cancel()
    this.ended = true
    this.open = false
  }

  private cancel (): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
  }

  // Only a flush is `lasting`: what the recorder takes of the browser's room for such requests, the app's own beacons cannot have.
  private send (lasting: boolean): void {
    const keepalive = lasting && this.room() > SMALLEST_ROOM_BYTES
    const pushes = keepalive
      ? this.take(Math.min(KEEPALIVE_BYTES, this.room()), push => exactSize(push, this.host))
      : this.take(PLAIN_BYTES, weightOf)
    if (pushes.length === 0) return
    const told = this.queue.dropped
    const body = batchOf(pushes, this.host.now(), told)
    const bytes = keepalive ? this.host.utf8Bytes(body) : 0
    const flight: Flight = { pushes, bytes, keepalive: keepalive && bytes <= this.room(), told }
    this.queue.dropped = 0
    this.dropped += told
    this.inFlight.add(flight)
    this.nextMs = this.host.now() + PAUSE_MS
    this.transport.send(body, { keepalive: flight.keepalive })
      .then(answer => this.arrived(flight, answer), (error: unknown) => this.failed(flight, error))
      .catch(() => {})
  }

  /** One at least. */
  private take (limitBytes: number, sizeOf: (push: PushDraft) => number): PushDraft[] {
    let bytes = 0
    let count = 0
    return this.queue.take(push => {
      bytes += sizeOf(push)
      return count++ === 0 || (count <= MOST_PUSHES && bytes <= limitBytes)
    })
  }

  private room (): number {
    return [...this.inFlight].reduce((room, { keepalive, bytes }) => keepalive ? room - bytes : room, KEEPALIVE_IN_FLIGHT_BYTES)
  }

  private arrived (flight: Flight, answer: Answer): void {
    const { status, text, retryAfterMs } = answer
    if (status === 200) return this.taken(flight, text)
    const less = status === 413 ? smaller(flight.pushes) : undefined
    if (less) return this.sendLess(flight, less)
    const isRefusal = status >= 400 && status < 500 && status !== 429 && status !== 408
    this.again(flight, isRefusal ? 'refused' : 'retrying', `the service answered ${reasonOf(status, text)}`, retryAfterMs)
  }

  private taken (flight: Flight, text: string): void {
    const { sent, again, isAway, refused, reason } = outcomeOf(flight.pushes, text)
    this.inFlight.delete(flight)
    this.sent += sent
    this.dropped += refused
    // What could not be stored alone does not keep all others for longer and longer.
    this.failures = isAway ? sent > 0 ? 1 : this.failures + 1 : 0
    if (again.length > 0) this.retry(again, isAway ? this.backOffMs() : PAUSE_MS)
    else this.report('recording', reason === undefined ? undefined : `the service refused a push: ${reason}`)
    this.schedule()
  }

  private sendLess (flight: Flight, less: PushDraft[]): void {
    this.inFlight.delete(flight)
    this.retry(less, PAUSE_MS)
    this.schedule()
  }

  private failed (flight: Flight, error: unknown): void {
    this.again(flight, 'retrying', error instanceof Error ? error.message : String(error))
  }

  private again (flight: Flight, status: CaptureStatus, reason: string, retryAfterMs = 0): void {
    this.inFlight.delete(flight)
    this.failures++
    const backOffMs = status === 'refused' ? REFUSED_RETRY_MS : this.backOffMs()
    this.queue.dropped += flight.told
    this.dropped -= flight.told
    this.retry(flight.pushes, Math.max(backOffMs, Math.min(retryAfterMs, REFUSED_RETRY_MS)))
    if (!this.ended) this.report(status, reason)
    this.schedule()
  }

  private backOffMs (): number {
    return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.failures - 1))
  }

  private retry (pushes: PushDraft[], pauseMs: number): void {
    if (this.ended) return
    this.queue.giveBack(pushes)
    this.nextMs = this.host.now() + pauseMs
  }
}

interface Flight {
  pushes: PushDraft[]
  /** Counted of a `keepalive` one only. */
  bytes: number
  keepalive: boolean
  /** How many drops it tells of. */
  told: number
}
