// Emulates an XMLHttpRequest that we answer, fail or delay. The page keeps its own object; as long as we emulate it, the browser does not
// send it, and its native state stays 1. We dispatch the events that the browser would dispatch, in the same order.
import { bytesOf, type Answer } from '../../../../rules/answer.js'
import { descriptorOf, startTimer, stopTimer, nowMs } from '../natives.js'
import { Answered } from './answered.js'
import type { Opened } from './opened.js'
import { inTask } from './tasks.js'

export type Ending = 'error' | 'timeout' | 'abort'

type Step = () => void

export interface Owner {
  /** Calls `rest` after the time, unless the request is given back to the browser before. Returns a function that cancels it. */
  wait (ms: number, rest: Step): Step
  /** Called once: no event follows. */
  done (): void
}

const { ProgressEvent, Event } = window
const dispatchEvent = descriptorOf(EventTarget.prototype, 'dispatchEvent')?.value as (event: Event) => boolean

/** When a browser reports that a small body was sent, unless the response came first. */
const UPLOAD_MS = 100

export class EmulatedXhr {
  readyState = 1
  /** From send() to state 4. */
  isSent = true
  private isOver = false
  private isHeld = false
  private hasLoaded = false
  private answered: Answered | undefined
  // Like in Chromium, also if nothing is uploaded.
  private isUploading = true
  private uploadedBytes = 0
  private cancelWait: Step | undefined
  private uploading: ReturnType<typeof startTimer> | undefined
  private timeoutTimer: ReturnType<typeof startTimer> | undefined
  private readonly sentMs = nowMs()

  /** `uploadBytes`: the size of the request body, if there is one. */
  constructor (
    private readonly xhr: XMLHttpRequest, private readonly opened: Opened, private readonly uploadBytes: number | undefined,
    private readonly owner: Owner
  ) {}

  /** The answer, once the page may see it. */
  get seen (): Answered | undefined {
    return this.readyState > 1 ? this.answered : undefined
  }

  /** A synchronous request gets its answer at once. */
  respond (answer: Answer, waitMs: number): void {
    const { isAsync, method, url } = this.opened
    const isHead = method === 'HEAD'
    const answered = new Answered(answer, isHead ? new Uint8Array() : bytesOf(answer.content), url, this.xhr)
    const size = answered.bytes.length
    const total = isHead ? Number(answered.headers.get('content-length')) : size
    const end = [() => this.finish(answered), () => this.load(size, total), () => this.loadend(size, total)]
    if (!isAsync) {
      run(end)
      // The page has aborted it.
      if (this.readyState === 0) throw this.networkError
      return
    }
    this.start()
    if (waitMs > UPLOAD_MS) this.uploading = startTimer(() => this.upload(), UPLOAD_MS)
    this.wait(waitMs, () => {
      this.upload()
      inTask(this.step(() => this.enter(2, answered)))
      if (size > 0) inTask(this.step(() => this.enter(3, answered)), this.step(() => this.fire('progress', size, total)))
      inTask(...end)
    })
  }

  /** A synchronous request throws what the browser throws. */
  fail (ending: Ending, waitMs: number): void {
    if (!this.opened.isAsync) {
      this.readyState = 4
      this.isSent = false
      this.end()
      throw this.networkError
    }
    this.start()
    // After a timeout, nothing comes until its own, or until the page aborts it.
    this.wait(ending === 'timeout' ? Infinity : waitMs, () => this.failLater(ending))
  }

  /** Waits until the browser may send the request itself. Its `loadstart` comes then. */
  hold (waitMs: number, send: Step): void {
    this.isHeld = true
    this.timeoutChanged()
    this.wait(waitMs, () => inTask(this.step(send)))
  }

  get waitedMs (): number {
    return nowMs() - this.sentMs
  }

  /** The page has set the timeout, which counts from send(). */
  timeoutChanged (): void {
    stopTimer(this.timeoutTimer)
    const { timeout } = this.xhr
    if (!this.isSent || !this.opened.isAsync || timeout === 0) return
    this.timeoutTimer = startTimer(() => this.failLater('timeout'), Math.max(0, timeout - this.waitedMs))
  }

  /** The page calls abort(). */
  abort (): void {
    if (this.isSent) run(this.failing('abort'))
    if (this.readyState === 4) this.readyState = 0
    this.answered = undefined
    this.end()
  }

  /** No event comes any more: the page opens it again, or the browser sends it itself. */
  end (): void {
    if (this.isOver) return
    this.isOver = true
    this.isSent = false
    this.cancelWait?.()
    stopTimer(this.uploading)
    stopTimer(this.timeoutTimer)
    this.owner.done()
  }

  private get networkError (): DOMException {
    return new DOMException(`Failed to execute 'send' on 'XMLHttpRequest': Failed to load '${this.opened.url}'.`, 'NetworkError')
  }

  private start (): void {
    this.timeoutChanged()
    this.fire('loadstart')
    if (!this.isOver && this.uploadBytes !== undefined) this.fireUpload('loadstart')
  }

  private wait (ms: number, rest: Step): void {
    if (this.isOver) return
    if (ms > 0) this.cancelWait = this.owner.wait(ms, () => { if (!this.isOver) rest() })
    else rest()
  }

  private upload (): void {
    stopTimer(this.uploading)
    const size = this.uploadBytes
    if (!size || !this.isUploading) return
    let hasLoaded = false
    inTask(
      this.step(() => {
        this.uploadedBytes = size
        this.fireUpload('progress', size)
      }),
      this.step(() => {
        this.isUploading = false
        hasLoaded = true
        this.fireUpload('load', size)
      }),
      () => { if (hasLoaded) this.fireUpload('loadend', size) }
    )
  }

  private failLater (ending: Ending): void {
    const [first, ...more] = this.failing(ending)
    let isLate = false
    inTask(() => { if (!(isLate = !this.isSent)) first?.() }, ...more.map(step => () => { if (!isLate) step() }))
  }

  // The steps of an error go on even if the page opens it again meanwhile.
  private failing (ending: Ending): Step[] {
    let isUploading = false
    return [
      () => { if (this.isHeld) this.start() },
      () => {
        isUploading = this.isUploading
        this.isUploading = false
        this.finish(undefined)
      },
      () => { if (isUploading) this.fireUpload(ending, this.uploadedBytes, this.uploadedBytes) },
      () => { if (isUploading) this.fireUpload('loadend', this.uploadedBytes, this.uploadedBytes) },
      () => this.fire(ending),
      () => {
        this.fire('loadend')
        this.end()
      }
    ]
  }

  private finish (answered: Answered | undefined): void {
    if (this.isOver) return
    this.isSent = false
    stopTimer(this.timeoutTimer)
    this.enter(4, answered)
  }

  private load (size: number, total: number): void {
    if (this.isOver) return
    this.hasLoaded = true
    this.fire('load', size, total)
  }

  // It follows `load` even if the page has opened or aborted the request there.
  private loadend (size: number, total: number): void {
    if (!this.hasLoaded) return
    if (this.isOver) return this.fire('loadend')
    this.fire('loadend', size, total)
    this.end()
  }

  /** Does nothing if the page has aborted the request, or opened it again, meanwhile. */
  private step (run: Step): Step {
    return () => { if (!this.isOver) run() }
  }

  private enter (state: number, answered: Answered | undefined): void {
    this.answered = answered
    this.readyState = state
    dispatch(this.xhr, new Event('readystatechange'))
  }

  private fire (type: string, loaded = 0, total = 0): void {
    dispatch(this.xhr, new ProgressEvent(type, { lengthComputable: total > 0, loaded, total }))
  }

  private fireUpload (type: string, loaded = 0, total = this.uploadBytes ?? 0): void {
    const lengthComputable = total === this.uploadBytes
    dispatch(this.xhr.upload, new ProgressEvent(type, { lengthComputable, loaded, total }))
  }
}

export function dispatch (target: EventTarget, event: Event): void {
  dispatchEvent.call(target, event)
}

function run (steps: Step[]): void {
  for (const step of steps) step()
}
