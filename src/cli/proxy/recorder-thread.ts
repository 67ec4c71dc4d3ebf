// The recorder of the proxy, in a thread of its own, because masking and sending must not delay the requests that pass. Back-pressure: if
// too many bytes of events wait for the thread, new requests wait, too.
import { extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { LIMITS } from '../../web/capture/core/options.js'
import type { CaptureState } from '../../web/capture/core/state.js'
import { isStreamed } from '../../web/capture/core/body-messages.js'
import { EventWriter } from './event-writer.js'
import { epochMs, type FromThread, type RequestStart, type ThreadOptions, type ToThread } from './thread-events.js'

/** The time for which events are collected. Each message costs both threads as much as several requests. */
const COLLECT_MS = 20
/** A batch of this weight (see EventWriter) is posted at once. */
const MAX_BATCH_BYTES = 1024 * 1024
/** New requests wait while events of this weight are not taken yet. */
const MAX_UNTAKEN_BYTES = 64 * 1024 * 1024
/** From this weight on, the pieces of bodies of requests in progress are not recorded, only counted. */
const MAX_UNTAKEN_WITH_BODIES = 2 * MAX_UNTAKEN_BYTES
/** Records one request. After its end, calls do nothing. */
export interface RecordedCall {
  sends (piece: unknown): void
  /** `header`: raw, with its start line. `type`: the content type. */
  answers (header: string, type: string | undefined): void
  receives (piece: unknown): void
  ends (note?: string): void
  fails (reason: string): void
}

export class RecorderThread {
  onState: ((state: CaptureState) => void) | undefined
  /** Called if the thread fails: nothing is recorded any more. */
  onFailure: ((error: unknown) => void) | undefined
  private isOver = false
  private readonly worker: Worker
  private readonly writer = new EventWriter()
  /** The weight of what was posted, but not taken yet. */
  private untaken = 0
  private count = 0
  private waiting: (() => void)[] = []
  private timer: NodeJS.Timeout | undefined

  constructor (options: ThreadOptions) {
    const file = new URL(`./recorder-worker${extname(import.meta.url)}`, import.meta.url)
    this.worker = new Worker(file, { workerData: options })
      .on('message', (message: FromThread) => { this.onMessage(message) })
      .on('error', error => { this.onFailure?.(error) })
      .on('exit', () => { this.end() })
    // This thread must not keep the process alive, for example if the proxy cannot start.
    this.worker.unref()
  }

  begin (start: RequestStart): RecordedCall {
    const id = this.count++
    this.next()?.begins(id, epochMs(), start)
    return new ThreadCall(id, this)
  }

  /** Whether a new request must wait, with `whenRoom`. */
  get isFull (): boolean {
    return this.untaken + this.writer.weight >= MAX_UNTAKEN_BYTES
  }

  /** Calls `run` when there is room for a new request: at once, or later. */
  whenRoom (run: () => void): void {
    if (this.isFull) this.waiting.push(run)
    else run()
  }

  /** Whether there is room for a piece of a body. */
  get hasRoom (): boolean {
    return this.untaken + this.writer.weight < MAX_UNTAKEN_WITH_BODIES
  }

  /** The writer for the next event; undefined if nothing is recorded any more. */
  next (): EventWriter | undefined {
    if (this.isOver) return undefined
    if (this.writer.weight >= MAX_BATCH_BYTES) this.post()
    this.timer ??= setTimeout(() => { this.post() }, COLLECT_MS)
    return this.writer
  }

  /**
   * Ends the requests in progress with the reason, sends everything, and ends the thread. Waits at most `mostMs`: then it returns false,
   * and the rest is lost.
   */
  async leave (reason: string, mostMs: number): Promise<boolean> {
    // After a failure, there is nothing to wait for; `onFailure` has reported it.
    if (this.isOver) return true
    this.worker.ref()
    this.post()
    this.tell({ leave: reason })
    const ended = new Promise<boolean>(resolve => { this.worker.once('exit', () => resolve(true)) })
    const isDone = await Promise.race([ended, delay(mostMs, false, { ref: false })])
    if (!isDone) await this.worker.terminate()
    return isDone
  }

  private post (): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const { weight } = this.writer
    if (weight === 0) return
    const buffers = this.writer.take()
    this.untaken += weight
    this.tell({ batch: { buffers, weight } }, buffers.map(({ buffer }) => buffer))
  }

  private tell (message: ToThread, given: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, given)
  }

  private onMessage (message: FromThread): void {
    if ('state' in message) return this.onState?.(message.state)
    this.untaken -= message.taken
    if (!this.isFull) this.runWaiting()
  }

  private end (): void {
    this.isOver = true
    this.untaken = 0
    this.runWaiting()
  }

  private runWaiting (): void {
    for (const run of this.waiting.splice(0)) run()
  }
}

class ThreadCall implements RecordedCall {
  private readonly request = { bytes: 0, skipped: 0 }
  private readonly response = { bytes: 0, skipped: 0 }
  private isStreamed = false
  private isOver = false

  constructor (private readonly id: number, private readonly thread: RecorderThread) {}

  sends (piece: unknown): void {
    if (this.isOver || !(piece instanceof Uint8Array)) return
    if (this.takes(this.request, piece)) this.thread.next()?.sends(this.id, piece)
  }

  answers (header: string, type: string | undefined): void {
    if (this.isOver) return
    this.isStreamed = type !== undefined && isStreamed(type)
    this.thread.next()?.answers(this.id, header)
  }

  receives (piece: unknown): void {
    if (this.isOver || !(piece instanceof Uint8Array)) return
    if (this.takes(this.response, piece)) this.thread.next()?.receives(this.id, epochMs(), piece)
  }

  ends (note?: string): void {
    if (this.finish()) this.thread.next()?.ends(this.id, epochMs(), note)
  }

  fails (reason: string): void {
    if (this.finish()) this.thread.next()?.fails(this.id, epochMs(), reason)
  }

  private takes (which: ThreadCall['request'], piece: Uint8Array): boolean {
    const isWanted = which.bytes < LIMITS.bodyBytes || (which === this.response && this.isStreamed)
    // After a gap, nothing more is taken.
    const takes = isWanted && which.skipped === 0 && this.thread.hasRoom
    which.bytes += piece.byteLength
    if (!takes) which.skipped += piece.byteLength
    return takes
  }

  private finish (): boolean {
    if (this.isOver) return false
    this.isOver = true
    for (const which of ['request', 'response'] as const) {
      const { skipped } = this[which]
      if (skipped > 0) this.thread.next()?.skips(this.id, which, skipped)
    }
    return true
  }
}
