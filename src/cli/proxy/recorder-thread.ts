// The recorder of the proxy, in a thread of its own: masking and sending must not delay the requests that pass. What the thread has not
// taken yet is bounded: if it is too much, new requests wait.
import { extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { LIMITS } from '../../web/capture/core/options.js'
import type { CaptureState } from '../../web/capture/core/state.js'
import { isStreamed } from '../../web/capture/core/body-messages.js'
import { Bytes } from './bytes.js'
import { epochMs, type FromThread, type ThreadEvent, type ThreadOptions, type ToThread } from './thread-events.js'

/** The time for which events are collected. */
const COLLECT_MS = 3
/** New requests wait while this much has not been taken. */
const MOST_WEIGHT = 64 * 1024 * 1024
/** From here on, the pieces of requests in progress are only counted. */
const MOST_WITH_BODIES = 2 * MOST_WEIGHT
/** About what an event takes besides its texts. */
const EVENT_WEIGHT = 200

/** What the proxy knows of a request when it starts. */
export interface Begun {
  method: string
  /** The address at the target. */
  api: string
  /** Raw, with its start line. */
  header: string
  via?: string
}

/** One request on its way. Calls after its end do no harm. */
export interface Recorded {
  sends (piece: unknown): void
  /** `header`: raw, with its start line. `type`: its content type. */
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
  private readonly bytes = new Bytes()
  private events: ThreadEvent[] = []
  private weight = 0
  private untaken = 0
  private count = 0
  private waiting: (() => void)[] = []
  private timer: NodeJS.Timeout | undefined

  constructor (options: ThreadOptions) {
    const file = new URL(`./recorder-worker${extname(import.meta.url)}`, import.meta.url)
    this.worker = new Worker(file, { workerData: options })
      .on('message', (said: FromThread) => { this.hear(said) })
      .on('error', error => { this.onFailure?.(error) })
      .on('exit', () => { this.end() })
    // This thread must not keep the process alive, for example if the proxy cannot start.
    this.worker.unref()
  }

  begin ({ method, api, header, via }: Begun): Recorded {
    const id = this.count++
    this.add(['begins', id, epochMs(), method, api, header, via], api.length + header.length)
    return new ThreadCall(id, this)
  }

  /** Calls `run` when there is room for a new request: at once, or later. */
  whenRoom (run: () => void): void {
    if (this.untaken < MOST_WEIGHT) run()
    else this.waiting.push(run)
  }

  /** Whether there is room for a piece of a body. */
  get hasRoom (): boolean {
    return this.untaken < MOST_WITH_BODIES
  }

  add (event: ThreadEvent, chars = 0, piece?: Uint8Array): void {
    if (this.isOver) return
    const weight = EVENT_WEIGHT + chars + (piece?.byteLength ?? 0)
    this.untaken += weight
    this.weight += weight
    this.events.push(event)
    if (piece) this.bytes.add(piece)
    this.timer ??= setTimeout(() => { this.post() }, COLLECT_MS)
  }

  /**
   * Records the requests in progress with the reason, sends everything, and ends the thread. At most for `mostMs`: returns false if that
   * was not enough, and the rest is lost.
   */
  async leave (reason: string, mostMs: number): Promise<boolean> {
    // After a failure, which its owner has been told, there is nothing to wait for.
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
    const { events, weight } = this
    if (events.length === 0) return
    this.events = []
    this.weight = 0
    const bytes = this.bytes.take()
    this.tell({ batch: { events, bytes, weight } }, [bytes.buffer as ArrayBuffer])
  }

  private tell (message: ToThread, given: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, given)
  }

  private hear (said: FromThread): void {
    if ('state' in said) return this.onState?.(said.state)
    this.untaken -= said.taken
    if (this.untaken < MOST_WEIGHT) this.letGo()
  }

  private end (): void {
    this.isOver = true
    this.untaken = 0
    this.letGo()
  }

  private letGo (): void {
    for (const run of this.waiting.splice(0)) run()
  }
}

class ThreadCall implements Recorded {
  private readonly request = { bytes: 0, skipped: 0 }
  private readonly response = { bytes: 0, skipped: 0 }
  private isStreamed = false
  private isOver = false

  constructor (private readonly id: number, private readonly thread: RecorderThread) {}

  sends (piece: unknown): void {
    if (this.isOver || !(piece instanceof Uint8Array)) return
    if (this.takes(this.request, piece)) this.thread.add(['sends', this.id, piece.byteLength], 0, piece)
  }

  answers (header: string, type: string | undefined): void {
    if (this.isOver) return
    this.isStreamed = isStreamed(type ?? '')
    this.thread.add(['answers', this.id, header], header.length)
  }

  receives (piece: unknown): void {
    if (this.isOver || !(piece instanceof Uint8Array)) return
    if (this.takes(this.response, piece)) this.thread.add(['receives', this.id, piece.byteLength, epochMs()], 0, piece)
  }

  ends (note?: string): void {
    if (this.over()) this.thread.add(['ends', this.id, epochMs(), note])
  }

  fails (reason: string): void {
    if (this.over()) this.thread.add(['fails', this.id, epochMs(), reason])
  }

  private takes (which: ThreadCall['request'], piece: Uint8Array): boolean {
    const isWanted = which.bytes < LIMITS.bodyBytes || (which === this.response && this.isStreamed)
    // After a gap, nothing more is taken.
    const takes = isWanted && which.skipped === 0 && this.thread.hasRoom
    which.bytes += piece.byteLength
    if (!takes) which.skipped += piece.byteLength
    return takes
  }

  private over (): boolean {
    if (this.isOver) return false
    this.isOver = true
    for (const which of ['request', 'response'] as const) {
      const { skipped } = this[which]
      if (skipped > 0) this.thread.add(['skips', this.id, which, skipped])
    }
    return true
  }
}
