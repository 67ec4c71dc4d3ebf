// What was recorded, on its way to the service: drafts of pushes, the queue that bounds them, and batches. Apart from the recorder, which
// pages have from their first line on, so that they can load this behind it.
import { Drafts } from './drafts.js'
import type { Host, Transport } from './host.js'
import { limitsOf, type CaptureOptions } from './options.js'
import { PushQueue } from './queue.js'
import { Sender, type Report } from './sender.js'
import { watching } from './watching.js'

/** Makes one for a recorder. `gather`: puts into drafts what was put off. */
export type Deliver = (report: Report, gather: () => void) => Delivery

export class Delivery {
  readonly drafts: Drafts
  private readonly sender: Sender
  private readonly endWatching: (() => void) | undefined

  constructor (
    options: CaptureOptions, transport: Transport, host: Host, report: Report, gather: () => void,
    private readonly queue = new PushQueue(limitsOf(options))
  ) {
    this.drafts = new Drafts(options.mask, queue, limitsOf(options).bodyBytes, host.utf8Bytes)
    const sender = this.sender = new Sender(queue, transport, host, report, gather)
    const online = options.when === 'watched' ? transport.online?.bind(transport) : undefined
    report(online ? 'waiting' : 'recording')
    if (!online) return
    sender.open = false
    this.endWatching = watching(online, host, isWatched => {
      if (isWatched === sender.open) return
      sender.open = isWatched
      report(isWatched ? 'recording' : 'waiting')
      sender.schedule()
    })
  }

  get queued (): number {
    return this.sender.queued
  }

  get sent (): number {
    return this.sender.sent
  }

  get dropped (): number {
    return this.sender.dropped + this.queue.dropped
  }

  /** So many were not recorded before. */
  missed (count: number): void {
    this.queue.dropped += count
  }

  schedule (): void {
    this.sender.schedule()
  }

  flush (leaving: boolean): void {
    this.sender.flush(leaving)
  }

  /** Sends everything; pushes that do not arrive are given up. */
  stop (): void {
    this.endWatching?.()
    this.sender.end()
  }

  /** Gives up all that waits. */
  close (): void {
    this.endWatching?.()
    this.sender.close()
  }
}
