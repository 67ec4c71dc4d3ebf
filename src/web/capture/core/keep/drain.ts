// Sends what is kept on the device until nothing is left: at the start of a page, when the service is back, and when somebody asks for it.
import type { Transport } from '../host.js'
import { refusalOf, retryMs } from '../retrying.js'
import type { Report } from '../sender.js'
import type { CaptureStatus } from '../state.js'
import { wallMs } from './clock.js'
import { BUSY_MS, type KeptHead } from './kept-batch.js'
import type { KeepContext } from './keep-context.js'
import type { Sending, SendResult } from './sending.js'

const OTHER_PAGE_MS = 2000

export class Drain {
  /** `queued`: of this page, as far as it knows. */
  readonly figures = { queued: 0, sent: 0, dropped: 0 }
  report: Report = () => {}
  /** Whether there may be something that must be sent before anything else. */
  hasBacklog = false
  /** Counts the batches that this page has kept, and those that may be sent again. */
  added = 0
  private readonly transport: Transport
  private isRunning = false
  private failures = 0
  private retryMs = 0
  private wakeUp: (() => void) | undefined
  private hasSeenBusy = false

  /** `isOpen`: whether anything may be sent. */
  constructor (private readonly sending: Sending, private readonly context: KeepContext, public isOpen: boolean) {
    this.transport = context.transportTo(context.service)
  }

  /** Sends in the background. */
  run (hasBacklog = this.hasBacklog): void {
    this.hasBacklog = hasBacklog
    this.wakeUp?.()
    if (this.isRunning) return
    this.isRunning = true
    this.sendAll().catch(() => { this.hasBacklog = false }).finally(() => { this.isRunning = false })
  }

  /** A batch could not be sent, and was kept. */
  failed (status: CaptureStatus, reason: string, retryAfterMs = 0): void {
    this.retryMs = retryMs(status, ++this.failures, retryAfterMs)
    this.report(status, reason)
    this.hasBacklog = true
    this.added++
    if (!this.isRunning) this.run()
  }

  /** Sends all to this session. Rejects if the service does not take it. */
  async sendTo (session: string): Promise<number> {
    const { figures } = this
    const transport = this.context.transportTo({ ...this.context.service, session })
    let stored = 0
    for (;;) {
      const sent = await this.sendOnce(session, transport)
      stored += sent.stored
      if (sent.state === 'failed') throw new Error(`Earshot could not send what it keeps: ${sent.reason}`)
      if (sent.state === 'none') {
        figures.queued = 0
        return stored
      }
      if (sent.state === 'busy') await this.pause(OTHER_PAGE_MS)
    }
  }

  private async sendAll (): Promise<void> {
    const { context: { recorder, service, host }, figures } = this
    while (this.isOpen && !recorder.isOver) {
      const { retryMs, added } = this
      this.retryMs = 0
      if (retryMs > 0) await this.pause(retryMs)
      this.hasSeenBusy = false
      const { state, status, reason, retryAfterMs } = await this.sendOnce(service.session, this.transport)
      if (state === 'busy') await this.pause(OTHER_PAGE_MS)
      else if (state === 'failed') this.failed(status ?? 'retrying', reason ?? '', retryAfterMs)
      else {
        this.failures = 0
        this.report('recording', refusalOf(reason))
        if (state === 'sent' || added !== this.added) continue
        figures.queued = 0
        this.hasBacklog = false
        if (this.hasSeenBusy) host.setTimer(() => this.run(), BUSY_MS)
        return
      }
    }
  }

  private async sendOnce (session: string, transport: Transport): Promise<SendResult> {
    const sent = await this.sending.send(head => this.isWanted(head, session), transport)
    const { figures } = this
    figures.queued = Math.max(0, figures.queued - sent.gone)
    figures.sent += sent.stored
    figures.dropped += sent.refused
    return sent
  }

  private isWanted (head: KeptHead, session: string): boolean {
    const nowMs = wallMs()
    const isOurs = head.session === '' || (head.session === session && head.base === this.context.service.base)
    const isBusy = head.busyUntilMs > nowMs && head.busyUntilMs < nowMs + 2 * BUSY_MS
    if (isOurs && isBusy) this.hasSeenBusy = true
    return isOurs && !isBusy && head.endMs > nowMs
  }

  private async pause (ms: number): Promise<void> {
    await new Promise<void>(resolve => {
      const cancel = this.context.host.setTimer(resolve, ms)
      this.wakeUp = () => { cancel(); resolve() }
    })
    this.wakeUp = undefined
  }
}
