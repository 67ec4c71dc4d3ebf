// Sends the queue to the service in batches, one at a time. Batches are 200 ms apart, but a full batch is sent without a pause, and so is
// the first batch after an idle time. A flush sends everything at once. A batch that did not arrive is sent again; duplicates do no harm,
// because the requestIds stay the same.
import { batchOf, outcomeOf, smaller } from './batch.js'
import type { BatchAnswer, Host, Transport } from './host.js'
import { exactSize, isRequest, weightOf, type Draft } from './push.js'
import type { PushQueue } from './queue.js'
import { backOffMs, faultOf, refusalOf, retryMs, sentenceOf, type Fault } from './retrying.js'
import type { CaptureStatus } from './state.js'

const PAUSE_MS = 200
const MAX_PUSHES = 400
/** Browsers allow 64 KB of bodies in flight for all keepalive requests and beacons of a page. */
const KEEPALIVE_BYTES = 48 * 1024
const KEEPALIVE_IN_FLIGHT_BYTES = 60 * 1024
/** With less room than this, a keepalive request is not worth sending. */
const MIN_FREE_BYTES = 1024
const MAX_BYTES = 1024 * 1024

export type Report = (status: CaptureStatus, reason?: string) => void

export class Sender {
  sent = 0
  dropped = 0
  /** While it is false, nothing is sent. */
  open = true
  private readonly inFlight = new Set<Flight>()
  private failures = 0
  private nextMs = -Infinity
  private cancelTimer: (() => void) | undefined
  private ended = false

  constructor (
    private readonly queue: PushQueue, private readonly transport: Transport, private readonly host: Host, private readonly report: Report,
    /** Runs the deferred jobs, which put pushes into the queue. */
    private readonly gather: () => void
  ) {}

  /** How many pushes wait or are in flight. */
  get queued (): number {
    this.gather()
    return [...this.inFlight].reduce((sum, { pushes }) => sum + pushes.length, this.queue.size)
  }

  /**
   * Sends all that waits, now, by requests that outlive the page, as far as the browser's limit allows. `leaving`: bodies beyond that
   * limit are left out.
   */
  flush (leaving: boolean): void {
    if (!this.open) return
    this.cancel()
    this.gather()
    this.sendAgain(leaving)
    if (leaving) {
      const all = this.queue.take(() => true)
      if (this.transport.keepAll?.(batchOf(all, this.host.now(), 0), all)) return
      this.queue.giveBack(all)
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

  /** Sends everything once, without retries. */
  end (): void {
    this.flush(false)
    this.ended = true
  }

  /** Ends without sending: drops all that waits. */
  close (): void {
    this.cancel()
    this.ended = true
    this.open = false
  }

  private cancel (): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
  }

  /**
   * Puts pushes that are in flight back into the queue: duplicates do no harm. If the page is left: those of plain requests, which can be
   * aborted with it. Always: those whose request has a newer push in the queue. Batches may overtake each other, and the service ignores a
   * pending push that arrives after the complete one, so fields that only the pending push has would be lost.
   */
  private sendAgain (leaving: boolean): void {
    const { queue, inFlight } = this
    queue.giveBack([...inFlight].flatMap(({ pushes, keepalive }) => pushes.filter(push => (leaving && !keepalive) || queue.has(push))))
  }

  // Only a flush is `lasting`: keepalive requests use up the browser's limit, which the app's own beacons need, too.
  private send (lasting: boolean): void {
    const keepalive = lasting && this.room() > MIN_FREE_BYTES
    const pushes = keepalive
      ? this.take(Math.min(KEEPALIVE_BYTES, this.room()), push => exactSize(push, this.host))
      : this.take(this.batchBytes, weightOf)
    if (pushes.length === 0) return
    const told = pushes.some(isRequest) ? this.queue.dropped : 0
    const body = batchOf(pushes, this.host.now(), told)
    const bytes = keepalive ? this.host.utf8Bytes(body) : 0
    const flight: Flight = { pushes, bytes, keepalive: keepalive && bytes <= this.room(), told }
    this.queue.dropped -= told
    this.dropped += told
    this.inFlight.add(flight)
    // Pauses make batches larger. If a whole batch waits already, a pause would only fill the queue.
    this.nextMs = this.host.now() + (this.queue.holds(MAX_PUSHES, this.batchBytes) ? 0 : PAUSE_MS)
    this.transport.send(body, { keepalive: flight.keepalive, pushes })
      .then(answer => this.arrived(flight, answer), (error: unknown) => this.failed(flight, error))
      .catch(() => {})
  }

  private get batchBytes (): number {
    return this.transport.batchBytes ?? MAX_BYTES
  }

  /** Takes at least one push, and more up to the limits. */
  private take (limitBytes: number, sizeOf: (push: Draft) => number): Draft[] {
    let bytes = 0
    let count = 0
    return this.queue.take(push => {
      bytes += sizeOf(push)
      return count++ === 0 || (count <= MAX_PUSHES && bytes <= limitBytes)
    })
  }

  private room (): number {
    return [...this.inFlight].reduce((room, { keepalive, bytes }) => keepalive ? room - bytes : room, KEEPALIVE_IN_FLIGHT_BYTES)
  }

  private arrived (flight: Flight, answer: BatchAnswer): void {
    const { status, text, isKept } = answer
    if (status === 200) return this.taken(flight, text, isKept)
    const less = status === 413 ? smaller(flight.pushes) : undefined
    if (less) return this.sendLess(flight, less)
    this.again(flight, ...faultOf(answer))
  }

  private taken (flight: Flight, text: string, isKept = false): void {
    const { sent, again, isAway, refused, reason } = outcomeOf(flight.pushes, text)
    this.inFlight.delete(flight)
    if (!isKept) this.sent += sent
    this.dropped += refused
    // If the service stored some pushes, the back-off starts again: one push that cannot be stored must not delay all others.
    this.failures = isAway ? sent > 0 ? 1 : this.failures + 1 : 0
    if (again.length > 0) this.retry(again, isAway ? backOffMs(this.failures) : PAUSE_MS)
    else if (!isKept) this.report('recording', refusalOf(reason))
    this.schedule()
  }

  private sendLess (flight: Flight, less: Draft[]): void {
    this.inFlight.delete(flight)
    this.retry(less, PAUSE_MS)
    this.schedule()
  }

  private failed (flight: Flight, error: unknown): void {
    this.again(flight, 'retrying', sentenceOf(error))
  }

  private again (flight: Flight, ...[status, reason, retryAfterMs]: Fault): void {
    this.inFlight.delete(flight)
    this.queue.dropped += flight.told
    this.dropped -= flight.told
    this.retry(flight.pushes, retryMs(status, ++this.failures, retryAfterMs))
    if (!this.ended) this.report(status, reason)
    this.schedule()
  }

  private retry (pushes: Draft[], pauseMs: number): void {
    if (this.ended) return
    this.queue.giveBack(pushes)
    this.nextMs = this.host.now() + pauseMs
  }
}

interface Flight {
  pushes: Draft[]
  /** The size of the body; 0 for a plain request, whose size does not matter. */
  bytes: number
  keepalive: boolean
  /** How many dropped pushes it reports. */
  told: number
}
