// Pages of sessions that are on their way to somebody: of a list, or of what a viewer has missed. Each holds whole entries until it
// was taken, and after an outage all come back at once: what all of them hold is bounded, and the others wait their turn.
import pLimit from 'p-limit'

export interface PageHolder {
  readonly hasLeft: boolean
  /** It takes too long with its page, and others wait. */
  endAsSlow(): void
}

export interface PageLimits {
  readsAtOnce: number
  /** Of all pages that are held; each reading in progress may add one. */
  maxBytes: number
  /** For so long a page may be held, or not be read on from, where others wait. */
  patienceMs: number
}

interface Held { bytes: number, untilMs: number, lastMs: number }

/** However slowly it is taken bit by bit, a page is held so many times as long as one of which nothing is taken. */
const MOST_PATIENCES = 10

export class PageBudget {
  /** Who has not touched its page for longest comes first. */
  private readonly held = new Map<PageHolder, Held>()
  private readonly waiting = new Set<() => void>()
  private readonly limit
  private bytes = 0

  constructor (private readonly limits: PageLimits) {
    this.limit = pLimit(limits.readsAtOnce)
  }

  /** Reads the holder's next page, which it has until it asks for one more, or lets go. Undefined where it has left. */
  next<Page> (holder: PageHolder, read: () => Promise<Page>, bytesOf: (page: Page) => number): Promise<Page | undefined> {
    this.release(holder)
    return this.limit(async () => {
      await this.room()
      if (holder.hasLeft) return undefined
      const page = await read()
      if (!holder.hasLeft) this.hold(holder, bytesOf(page))
      return page
    })
  }

  /** The holder has taken a part of its page. */
  touch (holder: PageHolder): void {
    const held = this.held.get(holder)
    if (!held) return
    this.held.delete(holder)
    this.held.set(holder, { ...held, untilMs: Math.min(held.lastMs, performance.now() + this.limits.patienceMs) })
  }

  release (holder: PageHolder): void {
    this.bytes -= this.held.get(holder)?.bytes ?? 0
    this.held.delete(holder)
    for (const wake of this.waiting) wake()
  }

  private hold (holder: PageHolder, bytes: number): void {
    const nowMs = performance.now()
    const { patienceMs } = this.limits
    this.held.set(holder, { bytes, untilMs: nowMs + patienceMs, lastMs: nowMs + MOST_PATIENCES * patienceMs })
    this.bytes += bytes
  }

  private async room (): Promise<void> {
    while (this.bytes >= this.limits.maxBytes) {
      const [longest] = this.held
      if (!longest) return
      const [holder, { untilMs }] = longest
      const leftMs = untilMs - performance.now()
      if (leftMs > 0) await this.releasedWithin(leftMs)
      else {
        this.release(holder)
        holder.endAsSlow()
      }
    }
  }

  private releasedWithin (ms: number): Promise<void> {
    return new Promise(resolve => {
      const wake = () => {
        clearTimeout(timer)
        this.waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.waiting.add(wake)
    })
  }
}
