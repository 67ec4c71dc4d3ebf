// Hands each push, as soon as it is made, to whoever sends it: to another process through a file, or to the main thread. After that, the
// push no longer depends on its own process or thread, so it is not lost when a pool ends a worker, or a signal ends a process.
import { Delivery, type Deliver } from '../core/delivery.js'
import { NO_RESPONSE } from '../core/exchange.js'
import { quiet, type Host, type Transport } from '../core/host.js'
import { limitsOf, type CaptureOptions } from '../core/options.js'
import { detached, isRequest, merged, withNote, type Draft, type MessagesDraft, type PushDraft } from '../core/push.js'
import { PushQueue } from '../core/queue.js'
import type { Report } from '../core/sender.js'
import { soon, wallClockMs } from './natives.js'

/** One push as JSON, masked. Unlike in a PushDraft, `startMs` is in milliseconds since the epoch. Messages have none. */
export type HandedPush = PushDraft | HandedMessages
type HandedMessages = Pick<MessagesDraft, 'requestId' | 'key' | 'timeConsuming' | 'messages'>

/** Can be sent again. `nowMs`: by this process's clock, and `wallMs`: since the epoch. */
export function received (handed: HandedPush, nowMs: number, wallMs: number): Draft {
  return handed.key === undefined ? { ...handed, startMs: nowMs - (wallMs - handed.startMs) } : detached(handed)
}

/** The final push of a request whose process or thread has ended. `nowMs`: by the clock of its `startMs`. */
export function ended (push: PushDraft, nowMs: number): PushDraft {
  return withNote({ responseHeader: NO_RESPONSE, ...push, timeConsuming: Math.max(1, nowMs - push.startMs) }, ENDED)
}

export const ENDED = 'the process ended'

/** A line instead of a push: the process sends its pushes itself from now on. */
export const LEFT = 'null\n'

export interface Sink {
  /** `lines`: one push on each. False if they are not taken: then this recorder sends them. */
  write (lines: string): boolean
  /** Under load, pushes may wait a moment, until some are written together. */
  readonly mayWait?: boolean
  /** It takes no more, ever. */
  readonly isOver?: boolean
}

/** How long pushes may wait for others under load: code that runs for many at once is faster, and most requests are complete by then. */
const WAIT_MS = 20
/** The longest run of writes without a wait. */
const MAX_AT_ONCE = 200
/** How long it takes until one more is allowed. */
const CREDIT_MS = 5

/** Collects pushes for one write. If the sink does not take them, they are queued, and this process sends them itself. */
class HandingQueue extends PushQueue {
  private unwritten = new Map<string, Draft>()

  constructor (options: CaptureOptions, private readonly sink: Sink, private readonly host: Host) {
    super(limitsOf(options))
  }

  override add (push: Draft): void {
    const key = push.key ?? push.requestId
    const earlier = this.unwritten.get(key)
    this.unwritten.set(key, earlier ? merged(earlier, push) : push)
  }

  write (): void {
    if (this.unwritten.size === 0) return
    const unwritten = [...this.unwritten.values()]
    this.unwritten.clear()
    if (this.sink.isOver) return this.keep(unwritten)
    const epochMs = wallClockMs() - this.host.now()
    const handed = unwritten.map(push => isRequest(push) ? { ...push, startMs: epochMs + push.startMs } : push)
    const lines = handed.map(push => `${JSON.stringify(push)}\n`).join('')
    if (!this.sink.write(lines)) this.keep(unwritten)
  }

  private keep (pushes: Draft[]): void {
    for (const push of pushes) super.add(push)
  }
}

class HandingDelivery extends Delivery {
  private isDue = false
  private credit = MAX_AT_ONCE
  private creditedMs = 0

  constructor (
    options: CaptureOptions, transport: Transport, private readonly host: Host, report: Report, gather: () => void, queue: HandingQueue,
    private readonly mayWait: boolean
  ) {
    super(options, transport, host, report, () => {
      gather()
      queue.write()
    }, queue)
  }

  /** Writes what the app has done in this turn before its code runs on: the process or the thread may end at any time. */
  override schedule (): void {
    if (this.isDue) return
    this.isDue = true
    const write = () => {
      this.isDue = false
      quiet(() => super.schedule())
    }
    if (this.hasCredit()) soon(write)
    else this.host.setTimer(write, WAIT_MS)
  }

  private hasCredit (): boolean {
    if (!this.mayWait) return true
    const nowMs = this.host.now()
    this.credit = Math.min(MAX_AT_ONCE, this.credit + (nowMs - this.creditedMs) / CREDIT_MS)
    this.creditedMs = nowMs
    if (this.credit < 1) return false
    this.credit--
    return true
  }
}

export function handedTo (sink: Sink, options: CaptureOptions, transport: Transport, host: Host): Deliver {
  const { mayWait = false } = sink
  return (report, gather) => new HandingDelivery(options, transport, host, report, gather, new HandingQueue(options, sink, host), mayWait)
}
