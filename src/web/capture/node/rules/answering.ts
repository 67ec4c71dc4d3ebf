// One request of undici or fetch that a rule answers or fails. The dispatcher is not called. Instead, we call the handler of the request as
// if a server had answered, or as if the request had failed.
import { bytesOf, type Answer, type Original } from '../../../../rules/answer.js'
import { quiet } from '../../core/host.js'
import { later, never } from '../natives.js'
import type { AppHandler } from './app-handler.js'
import { headersTimeoutError, networkError, requestAbortedError, ruleAbortError } from './errors.js'
import { destroyBody, readBody } from './sent-body.js'

export type End = { type: 'respond', answer: Answer } | { type: 'fail', how: 'network' | 'timeout' | 'abort' }

/** The recorder of the request. */
export interface Recorded {
  sends (chunk: unknown): void
  answered (head: Original): void
  receives (chunk: unknown): void
  end (): void
  fail (reason: unknown): void
}

export interface Given { method: string, body: unknown, headersTimeoutMs: number }

export class Answering {
  /** Called when the request ends in another way than by `leave`. */
  onOver = (): void => {}
  private isOver = false
  private isHeld = false
  private goOn: (() => void) | undefined
  private timer: NodeJS.Timeout | undefined

  constructor (private readonly given: Given, private readonly app: AppHandler, private readonly record: Recorded) {}

  run (end: End): void {
    queueMicrotask(() => {
      this.safely(() => this.app.start(reason => this.stop(reason ?? requestAbortedError())))
      if (!this.isOver) this.proceed(end).catch((error: unknown) => this.stop(error))
    })
  }

  /** Gives up the request, so that the caller can handle it. Its body was not read if no answer has begun. */
  leave (): boolean {
    if (this.isOver) return false
    this.isOver = true
    never(this.timer)
    return true
  }

  private async proceed (end: End): Promise<void> {
    const { given, app, record } = this
    if (end.type === 'fail' && end.how === 'timeout') return await this.hang()
    await readBody(given.body, () => this.isOver, chunk => {
      record.sends(chunk)
      if (!this.isOver) this.safely(() => app.bodySent(chunk))
    })
    if (this.isOver) return
    this.safely(() => app.requestSent())
    // As with a server, the answer comes in another turn of the event loop.
    await this.wait(0)
    if (end.type === 'respond') await this.answer(end.answer)
    else this.stop(end.how === 'abort' ? ruleAbortError() : networkError())
  }

  private async hang (): Promise<void> {
    const { headersTimeoutMs } = this.given
    await this.wait(headersTimeoutMs > 0 ? headersTimeoutMs : FOREVER_MS)
    this.stop(headersTimeoutError())
  }

  // All in one turn, as undici's parser does with a short response that has arrived, unless the app wants no more at the moment.
  private async answer (answer: Answer): Promise<void> {
    const { app, record } = this
    const bytes = Buffer.from(this.given.method === 'HEAD' ? [] : bytesOf(answer.content))
    const head = this.isHeldAfter(() => {
      record.answered(answer)
      return app.head(answer.status, answer.headers, answer.statusText, this.resume)
    })
    if (head) await this.released()
    const data = bytes.length > 0 && this.isHeldAfter(() => {
      record.receives(bytes)
      return app.data(bytes)
    })
    if (data) await this.released()
    if (this.isOver) return
    this.isOver = true
    this.onOver()
    record.end()
    try {
      app.end()
    } catch (error) {
      app.fail(error)
    }
  }

  /** Ends with an error, once. */
  private stop (error: unknown): void {
    if (this.isOver) return
    this.isOver = true
    this.onOver()
    never(this.timer)
    this.goOn?.()
    this.record.fail(error)
    destroyBody(this.given.body, error)
    quiet(() => this.app.fail(error))
  }

  private readonly resume = (): void => {
    this.isHeld = false
    this.goOn?.()
  }

  /** Calls the app, and returns whether it wants no more until `resume` is called. */
  private isHeldAfter (call: () => boolean): boolean {
    if (this.isOver) return false
    // The app may call `resume` before it returns.
    this.isHeld = true
    const wants = this.safely(call)
    return wants === false && this.isHeld && !this.isOver
  }

  private released (): Promise<void> {
    return new Promise(resolve => { this.goOn = resolve })
  }

  private async wait (ms: number): Promise<void> {
    if (this.isOver) return
    await new Promise<void>(resolve => {
      this.goOn = resolve
      this.timer = later(resolve, Math.min(ms, FOREVER_MS))
    })
  }

  /** What undici does when a method of a handler throws: the request fails with the error. */
  private safely<Result> (call: () => Result): Result | undefined {
    try {
      return call()
    } catch (error) {
      this.stop(error)
      return undefined
    }
  }
}

// The longest timer that Node has.
const FOREVER_MS = 2 ** 31 - 1
