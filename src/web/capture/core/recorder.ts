// The recorder's core: requests that begin and end, and what is told of the recorder itself. What is recorded is worked on by its delivery,
// which may come later. Nothing that is called here ever throws into the app.
import { Backlog, type Job } from './backlog.js'
import { sizeOf } from './body.js'
import type { Deliver, Delivery } from './delivery.js'
import { OpenExchange, type Exchange, type Ledger } from './exchange.js'
import { quiet, type Host } from './host.js'
import { limitsOf, type CaptureOptions, type Limits } from './options.js'
import type { PushDraft } from './push.js'
import type { CaptureState, CaptureStatus } from './state.js'
import type { Start } from './told.js'

/** A request that was begun before there was a delivery. */
export interface Begun {
  start: Start
  push: PushDraft
}

const LONGEST_SOURCE = 128
/** All of it is worked on at once when the delivery comes. */
const MOST_WAITING_CHARS = 2 * 1024 * 1024

export class Recorder {
  /** Called when the status, or its reason, is another. */
  onState: ((state: CaptureState) => void) | undefined
  /** Called when the page goes before the delivery has come. */
  onEarlyLeave: ((begun: Begun[]) => void) | undefined
  readonly limits: Limits
  private delivery: Delivery | undefined
  private backlog = new Backlog()
  private readonly prefix: string
  private readonly open = new Set<OpenExchange>()
  private readonly ledger: Ledger
  private begun: Begun[] = []
  private count = 0
  private missed = 0
  private lastStorage: string | undefined
  private status: CaptureStatus = 'recording'
  private reason: string | undefined

  constructor (private readonly options: CaptureOptions, private readonly host: Host) {
    this.prefix = host.random()
    if (options.when === 'watched') this.status = 'waiting'
    this.limits = limitsOf(options)
    const { open } = this
    this.ledger = {
      nowMs: () => host.now(),
      later: (job, chars) => this.later(job, chars),
      kept: body => this.isFull() ? { note: 'body left out: the queue was full' } : body,
      ended: exchange => { open.delete(exchange) }
    }
  }

  get state (): CaptureState {
    const { reason, delivery, count, missed } = this
    return {
      status: this.status,
      session: this.options.session,
      ...(reason !== undefined && { reason }),
      requests: count,
      queued: delivery?.queued ?? count - missed,
      sent: delivery?.sent ?? 0,
      dropped: delivery?.dropped ?? missed
    }
  }

  /** Nothing is recorded any more. */
  get isOver (): boolean {
    return this.status === 'stopped' || this.status === 'blocked'
  }

  /** What was recorded until now, and what will be, is delivered by what this makes. Called once. */
  deliverBy (deliver: Deliver): void {
    if (this.status === 'blocked') return
    const delivery = this.delivery = deliver((status, reason) => this.turn(status, reason), () => this.backlog.run())
    this.backlog.drafts = delivery.drafts
    this.begun = []
    delivery.missed(this.missed)
    if (this.isOver) delivery.stop()
    else delivery.schedule()
  }

  begin (start: Start): Exchange {
    const push: PushDraft = {
      api: '',
      method: '',
      requestId: `${this.prefix}-${(this.count++).toString(36)}`,
      startMs: this.host.now(),
      timeConsuming: 0,
      ...(this.options.source && { source: this.options.source.slice(0, LONGEST_SOURCE) }),
      ...(start.via && { via: start.via })
    }
    const isFull = this.isFull()
    if (isFull) this.missed++
    const isRecorded = !isFull && !this.isOver && !this.delivery?.drafts.isEditing
    const exchange = new OpenExchange(push, this.ledger, isRecorded)
    if (!isRecorded) return exchange
    this.open.add(exchange)
    if (!this.delivery) this.begun.push({ start, push })
    const { pageParams, storage } = quiet(() => this.host.context?.()) ?? {}
    const isNew = storage !== this.lastStorage && storage !== undefined
    if (isNew) this.lastStorage = storage
    this.later(
      drafts => drafts.begin(push, start, { pageParams, storage: isNew ? storage : undefined }),
      sizeOf(start.request) + (isNew ? storage.length : 0)
    )
    return exchange
  }

  /** The page goes: requests under way are marked so. */
  leave (): void {
    for (const exchange of [...this.open]) exchange.mark()
  }

  /** Sends what there is, now. `leaving`: the page goes. */
  flush (leaving: boolean): void {
    if (this.isOver) return
    if (leaving) this.leave()
    quiet(() => {
      if (this.delivery) this.delivery.flush(leaving)
      else if (leaving) this.onEarlyLeave?.(this.begun)
    })
  }

  /** Nothing is recorded any more. What was recorded is sent, as far as the service takes it at once. */
  stop (): void {
    if (this.status === 'stopped') return
    for (const exchange of [...this.open]) exchange.fail('recorder stopped')
    if (this.status !== 'blocked') quiet(() => this.delivery?.stop())
    this.turn('stopped')
    this.open.clear()
  }

  /** It is forbidden to send, which only somebody's doing can change: nothing is tried any more. */
  block (reason: string): void {
    if (this.isOver) return
    this.delivery?.close()
    this.backlog = new Backlog()
    this.turn('blocked', reason)
    this.open.clear()
    quiet(() => this.host.warn?.(`Earshot does not record: ${reason}`))
  }

  turn (status: CaptureStatus, reason?: string): void {
    if (this.isOver || (this.status === status && this.reason === reason)) return
    if (status === 'refused' && this.status !== 'refused') quiet(() => this.host.warn?.(`Earshot: ${reason}`))
    this.status = status
    this.reason = reason
    quiet(() => this.onState?.(this.state))
  }

  /** Nothing more can wait for the delivery. */
  private isFull (): boolean {
    return !this.delivery &&
      (this.begun.length >= this.limits.queuePushes || this.backlog.chars >= Math.min(MOST_WAITING_CHARS, this.limits.queueBytes))
  }

  private later (job: Job, chars: number): void {
    if (this.isOver) return
    quiet(() => {
      this.backlog.add(job, chars)
      this.delivery?.schedule()
    })
  }
}
