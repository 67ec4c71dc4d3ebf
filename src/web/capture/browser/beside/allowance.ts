// Limits how many entries each kind of event may create in a time window, because a page may log an error in every animation frame. Events
// beyond the limit are counted, and the count is recorded.
import { startTimer, stopTimer } from '../natives.js'

export const WINDOW_SECONDS = 10

export class Allowance {
  private count = 0
  private timer: number | undefined

  /** `most`: in each window. `tell`: called at the end of a window in which there were more, with how many more. */
  constructor (private readonly most: number, private readonly tell: (missed: number) => void, over: AbortController) {
    // Before the recorder sends what it has: it listens without `capture`.
    window.addEventListener('pagehide', () => this.end(), { capture: true, signal: over.signal })
    over.signal.addEventListener('abort', () => this.end())
  }

  /** Whether one more may be recorded. */
  take (): boolean {
    this.timer ??= startTimer(() => this.end(), WINDOW_SECONDS * 1000)
    return this.count++ < this.most
  }

  private end (): void {
    const missed = this.count - this.most
    stopTimer(this.timer)
    this.timer = undefined
    this.count = 0
    if (missed > 0) this.tell(missed)
  }
}
