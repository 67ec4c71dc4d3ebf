// Delivers recorded requests to the service: drafts of pushes, the bounded queue, and batches. This part is separate from the recorder so
// that a page can load it later; the recorder itself must run from the page's first line on.
import type { Converter } from './body.js'
import { Drafts } from './drafts.js'
import { quiet, type Host, type Transport } from './host.js'
import { limitsOf, type CaptureOptions } from './options.js'
import { PushQueue } from './queue.js'
import { Sender, type Report } from './sender.js'
import { watching } from './watching.js'

/** Makes the delivery of a recorder. `gather`: runs the deferred jobs of the recorder, which fill the drafts. */
export type Deliver = (report: Report, gather: () => void) => Delivery

/** The delivery that `deliver` makes, and a line in the console when the service begins to refuse what is sent. */
export function withWarning (deliver: Deliver, host: Host): Deliver {
  let isRefused = false
  return (report, gather) => deliver((status, reason) => {
    const wasRefused = isRefused
    isRefused = status === 'refused'
    const warning = `Earshot: nothing is stored (${reason}). Sending is retried every 30 seconds.`
    if (isRefused && !wasRefused) quiet(() => host.warn?.(warning))
    report(status, reason)
  }, gather)
}

export class Delivery {
  readonly drafts: Drafts
  private readonly sender: Sender
  private readonly endWatching: (() => void) | undefined

  constructor (
    options: CaptureOptions, transport: Transport, host: Host & Converter, report: Report, gather: () => void,
    private readonly queue = new PushQueue(limitsOf(options))
  ) {
    this.drafts = new Drafts(options.mask, queue, limitsOf(options).bodyBytes, host)
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

  /** How long a body may be at this moment: while there is no room for long ones, they are cut before they are copied and converted. */
  get bodyBytes (): number {
    return this.queue.bodyBytes
  }

  /** Adds `count` requests that could not be recorded before there was a delivery. */
  missed (count: number): void {
    this.queue.dropped += count
  }

  schedule (): void {
    this.sender.schedule()
  }

  flush (leaving: boolean): void {
    this.sender.flush(leaving)
  }

  /** Sends everything once, without retries. */
  stop (): void {
    this.endWatching?.()
    this.sender.end()
  }

  /** Ends without sending: drops all that waits. */
  close (): void {
    this.endWatching?.()
    this.sender.close()
  }
}
