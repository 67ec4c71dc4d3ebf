// The recorder's core: requests that begin and end become pushes, masked and bounded, and pushes leave in batches. Nothing that is called
// here ever throws into the app.
import { Backlog } from './backlog.js'
import { pushedBody, sizeOf, type BodyRecord } from './body.js'
import { OpenExchange, type Exchange, type Ledger } from './exchange.js'
import { quiet, type Context, type Host, type Transport } from './host.js'
import { textOf, type LateText } from './late-text.js'
import { maskerOf, type Masker } from './mask.js'
import { pushedMethod } from './method.js'
import { LIMITS, type CaptureOptions, type Limits } from './options.js'
import { joined, type PushDraft } from './push.js'
import { PushQueue } from './queue.js'
import { Sender } from './sender.js'
import type { CaptureState, CaptureStatus } from './state.js'
import { watching } from './watching.js'

export interface Start {
  method: string
  /** The absolute address. */
  api: string
  /** Raw, with or without a start line. */
  requestHeader: LateText
  request?: BodyRecord | undefined
  via?: string | undefined
}

const LONGEST_SOURCE = 128

export class Recorder {
  /** Called when the status, or its reason, is another. */
  onState: ((state: CaptureState) => void) | undefined
  private readonly limits: Limits
  private readonly mask: Masker
  private readonly sender: Sender
  private readonly queue: PushQueue
  private readonly backlog = new Backlog()
  private readonly prefix: string
  private readonly open = new Set<OpenExchange>()
  private readonly endWatching: (() => void) | undefined
  private readonly ledger: Ledger
  private count = 0
  private isEditing = false
  private lastStorage: string | undefined
  private status: CaptureStatus = 'recording'
  private reason: string | undefined

  constructor (private readonly options: CaptureOptions, transport: Transport, private readonly host: Host) {
    this.limits = { ...LIMITS, ...options.limits }
    this.mask = maskerOf(options.mask)
    this.prefix = host.random()
    this.queue = new PushQueue(this.limits)
    this.sender = new Sender(this.queue, transport, host, (status, reason) => this.turn(status, reason), () => this.backlog.run())
    this.ledger = this.ledgerOf()
    const online = transport.online?.bind(transport)
    if (options.when !== 'watched' || !online) return
    this.status = 'waiting'
    this.sender.open = false
    this.endWatching = watching(online, host, watched => this.watched(watched))
  }

  get state (): CaptureState {
    const { reason, sender } = this
    return {
      status: this.status,
      session: this.options.session,
      ...(reason !== undefined && { reason }),
      requests: this.count,
      queued: sender.queued,
      sent: sender.sent,
      dropped: sender.dropped + this.queue.dropped
    }
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
    // What an app asks for while it edits would be edited, and asked for, without an end.
    const isRecorded = !this.isOver() && !this.isEditing
    const exchange = new OpenExchange(push, this.ledger, isRecorded)
    if (!isRecorded) return exchange
    this.open.add(exchange)
    const context = quiet(() => this.host.context?.()) ?? {}
    const storageChars = context.storage === this.lastStorage ? 0 : context.storage?.length ?? 0
    this.later(() => this.opened(push, start, context), sizeOf(start.request) + storageChars)
    return exchange
  }

  /** The page goes: requests under way are marked so. */
  leave (): void {
    for (const exchange of [...this.open]) exchange.mark()
  }

  /** Sends what there is, now. `leaving`: the page goes. */
  flush (leaving: boolean): void {
    if (this.isOver()) return
    if (leaving) this.leave()
    quiet(() => this.sender.flush(leaving))
  }

  /** Nothing is recorded any more. What was recorded is sent, as far as the service takes it at once. */
  stop (): void {
    if (this.status === 'stopped') return
    for (const exchange of [...this.open]) exchange.fail('recorder stopped')
    if (this.status !== 'blocked') quiet(() => this.sender.end())
    this.end('stopped', undefined)
  }

  /** It is forbidden to send, which only somebody's doing can change: nothing is tried any more. */
  block (reason: string): void {
    if (this.isOver()) return
    this.sender.close()
    this.end('blocked', reason)
    quiet(() => this.host.warn?.(`Earshot does not record: ${reason}`))
  }

  private end (status: CaptureStatus, reason: string | undefined): void {
    this.endWatching?.()
    this.turn(status, reason)
    this.open.clear()
  }

  private isOver (): boolean {
    return this.status === 'stopped' || this.status === 'blocked'
  }

  private turn (status: CaptureStatus, reason: string | undefined): void {
    if (this.isOver() || (this.status === status && this.reason === reason)) return
    if (status === 'refused' && this.status !== 'refused') quiet(() => this.host.warn?.(`Earshot: ${reason}`))
    this.status = status
    this.reason = reason
    quiet(() => this.onState?.(this.state))
  }

  private watched (online: boolean): void {
    if (online === this.sender.open) return
    this.sender.open = online
    this.turn(online ? 'recording' : 'waiting', undefined)
    this.sender.schedule()
  }

  private later (job: () => void, chars: number): void {
    quiet(() => {
      this.backlog.add(job, chars)
      this.sender.schedule()
    })
  }

  private opened (push: PushDraft, start: Start, context: Context): void {
    const { method, note } = pushedMethod(start.method)
    // Masked here, for all pushes of this request at once.
    push.api = this.mask.url(start.api)
    push.method = method
    push.requestHeader = this.mask.headers(textOf(start.requestHeader))
    this.ledger.noted(push, note)
    this.addContext(push, context)
    if (start.request) this.ledger.place(push, 'request', start.request)
    this.ledger.record(push)
    // The push that completes it need not bring them again.
    delete push.pageParams
    delete push.storage
  }

  private addContext (push: PushDraft, { pageParams, storage }: Context): void {
    if (pageParams !== undefined) push.pageParams = this.mask.page(pageParams)
    if (storage === undefined || storage === this.lastStorage) return
    this.lastStorage = storage
    this.ledger.place(push, 'storage', { text: storage })
  }

  private ledgerOf (): Ledger {
    const { host, limits, mask, queue, open, options } = this
    const edit = (options.mask || undefined)?.edit ?? (push => push)
    return {
      nowMs: () => host.now(),
      later: (job, chars) => this.later(job, chars),
      place (push, side, body) {
        const { text, note } = pushedBody(body, side, limits.bodyBytes, host.utf8Bytes)
        if (text !== undefined) push[side] = mask.text(text)
        this.noted(push, note)
      },
      noted (push, note) {
        if (note) push.note = joined(push.note, note)
      },
      record: push => {
        if (this.isOver()) return
        this.isEditing = true
        const edited = quiet(() => edit({ ...push }))
        this.isEditing = false
        if (edited) queue.add(edited)
      },
      masked: mask.headers,
      ended: exchange => { open.delete(exchange) }
    }
  }
}
