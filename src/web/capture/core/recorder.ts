// The recorder's core: it follows requests from start to end, and reports its own state. Its delivery, which may be loaded later, processes
// what is recorded. No call here ever throws into the app.
import { Backlog, type Job } from './backlog.js'
import { sizeOf } from './body.js'
import type { Deliver, Delivery } from './delivery.js'
import { OpenExchange, type Exchange, type ExchangeOwner } from './exchange.js'
import { quiet, type Host } from './host.js'
import { limitsOf, type CaptureOptions, type Limits } from './options.js'
import { NoteCode } from './notes.js'
import type { PushDraft } from './push.js'
import type { CaptureState, CaptureStatus } from './state.js'
import type { Start } from './exchange-data.js'

/** A request that started before the delivery was loaded. */
export interface EarlyRequest {
  start: Start
  push: PushDraft
}

const MAX_SOURCE_LENGTH = 128
/** Limits the text that waits for the delivery, because the delivery processes all of it at once. */
const MAX_WAITING_CHARS = 2 * 1024 * 1024

export class Recorder {
  /** Called when the status or its reason changes. */
  onState: ((state: CaptureState) => void) | undefined
  /** Called when the page is left before the delivery is loaded. */
  onEarlyLeave: ((begun: EarlyRequest[]) => void) | undefined
  /** Set by the part for rules: gets the header `Earshot-Rules` of each answer to a batch that has it. */
  onRules: ((header: string) => void) | undefined
  /** Set by the delivery of a page: sends what is kept on the device to this session, and resolves with how many pushes that were. */
  onSend: ((session?: string) => Promise<number>) | undefined
  readonly limits: Limits
  private delivery: Delivery | undefined
  private backlog = new Backlog()
  private readonly idPrefix: string
  private readonly open = new Set<OpenExchange>()
  private readonly owner: ExchangeOwner
  private begunEarly: EarlyRequest[] = []
  private count = 0
  private missedRequests = 0
  private lastStorage: string | undefined
  private status: CaptureStatus = 'recording'
  private reason: string | undefined

  constructor (private readonly options: CaptureOptions, private readonly host: Host) {
    this.idPrefix = host.random()
    if (options.when === 'watched') this.status = 'waiting'
    this.limits = limitsOf(options)
    const { open } = this
    this.owner = {
      nowMs: () => host.now(),
      later: (job, chars) => this.later(job, chars),
      kept: body => this.isBacklogFull() ? { note: NoteCode.QueueFull } : body,
      ended: exchange => { open.delete(exchange) }
    }
  }

  get state (): CaptureState {
    const { reason, delivery, count, missedRequests } = this
    return {
      status: this.status,
      session: this.options.session,
      reason,
      requests: count,
      queued: delivery?.queued ?? count - missedRequests,
      sent: delivery?.sent ?? 0,
      dropped: delivery?.dropped ?? missedRequests
    }
  }

  /** How long a body may be at this moment. */
  get bodyBytes (): number {
    return (this.delivery ?? this.limits).bodyBytes
  }

  /** Whether the recorder has ended, so that nothing is recorded any more. */
  get isOver (): boolean {
    return this.status === 'stopped' || this.status === 'blocked'
  }

  /** Makes the delivery, which sends what was recorded before and what is recorded from now on. Called once. */
  deliverBy (deliver: Deliver): void {
    if (this.status === 'blocked') return
    const delivery = this.delivery = deliver((status, reason) => this.setStatus(status, reason), () => this.backlog.run())
    this.backlog.drafts = delivery.drafts
    this.begunEarly = []
    delivery.missed(this.missedRequests)
    if (this.isOver) delivery.stop()
    else delivery.schedule()
  }

  begin (start: Start): Exchange {
    // JSON leaves out what is undefined.
    const push = {
      api: '',
      method: '',
      requestId: `${this.idPrefix}-${(this.count++).toString(36)}`,
      startMs: start.startMs ?? this.host.now(),
      timeConsuming: 0,
      source: this.options.source?.slice(0, MAX_SOURCE_LENGTH),
      via: start.via
    } as PushDraft
    const isFull = this.isBacklogFull()
    if (isFull) this.missedRequests++
    const isRecorded = !isFull && !this.isOver && !this.delivery?.drafts.isEditing
    const exchange = new OpenExchange(push, this.owner, isRecorded)
    if (!isRecorded) return exchange
    this.open.add(exchange)
    if (!this.delivery) this.begunEarly.push({ start, push })
    const { pageParams, storage } = quiet(() => this.host.context?.()) ?? {}
    const isNew = storage !== this.lastStorage && storage !== undefined
    if (isNew) this.lastStorage = storage
    this.later(
      drafts => drafts.begin(push, start, { pageParams, storage: isNew ? storage : undefined }),
      sizeOf(start.request) + (isNew ? storage.length : 0)
    )
    return exchange
  }

  /** The page is left: records the requests in progress as complete for now. */
  leave (): void {
    for (const exchange of this.open) exchange.recordAsLeft()
  }

  /** Sends all that waits, now. `leaving`: the page is being left. */
  flush (leaving: boolean): void {
    if (this.isOver) return
    if (leaving) this.leave()
    quiet(() => {
      if (this.delivery) this.delivery.flush(leaving)
      else if (leaving) this.onEarlyLeave?.(this.begunEarly)
    })
  }

  /** Stops recording. What was recorded is sent once, without retries. */
  stop (): void {
    if (this.status === 'stopped') return
    for (const exchange of this.open) exchange.fail(NoteCode.RecorderStopped)
    if (this.status !== 'blocked') quiet(() => this.delivery?.stop())
    this.setStatus('stopped')
    this.open.clear()
  }

  /** Sending is forbidden until a person changes something, so the recorder does not try again. */
  block (reason: string): void {
    if (this.isOver) return
    this.delivery?.close()
    this.backlog = new Backlog()
    this.setStatus('blocked', reason)
    this.open.clear()
    quiet(() => this.host.warn?.(`Earshot does not record: ${reason}`))
  }

  setStatus (status: CaptureStatus, reason?: string): void {
    if (this.isOver || (this.status === status && this.reason === reason)) return
    this.status = status
    this.reason = reason
    quiet(() => this.onState?.(this.state))
  }

  /** Whether there is no room for more until the delivery is loaded. */
  private isBacklogFull (): boolean {
    return !this.delivery &&
      (this.begunEarly.length >= this.limits.queuePushes || this.backlog.chars >= Math.min(MAX_WAITING_CHARS, this.limits.queueBytes))
  }

  private later (job: Job, chars: number): void {
    if (this.isOver) return
    quiet(() => {
      this.backlog.add(job, chars)
      this.delivery?.schedule()
    })
  }
}
