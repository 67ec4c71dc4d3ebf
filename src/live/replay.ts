// What those who come back have missed, page by page. A page may hold whole entries until its viewer has taken it, and after an
// outage all come back at once: what all of them hold is bounded, and the others wait their turn.
import pLimit from 'p-limit'
import type { ChangeLog } from '../store/changes.js'
import type { Change } from '../store/codec.js'

export interface PageHolder {
  readonly hasLeft: boolean
  /** It takes too long with its page, and others wait. */
  endAsSlow(): void
}

export interface ReplayLimits {
  readsAtOnce: number
  /** Of all pages that are held; each reading in progress may add one. */
  maxBytes: number
  /** For so long a page may be held, where others wait. */
  patienceMs: number
}

interface Held { bytes: number, untilMs: number }

export class Replay {
  /** Who has held its page longest comes first. */
  private readonly held = new Map<PageHolder, Held>()
  private readonly waiting = new Set<() => void>()
  private readonly limit
  private bytes = 0

  constructor (private readonly changes: ChangeLog, private readonly limits: ReplayLimits) {
    this.limit = pLimit(limits.readsAtOnce)
  }

  /** As ChangeLog.since. The holder has its page until it asks for the next, or lets go. */
  next (holder: PageHolder, session: string, rev: string): Promise<Change[] | undefined> {
    this.release(holder)
    return this.limit(async () => {
      await this.room()
      if (holder.hasLeft) return undefined
      const page = await this.changes.since(session, rev)
      if (!holder.hasLeft) this.hold(holder, sizeOf(page ?? []))
      return page
    })
  }

  release (holder: PageHolder): void {
    this.bytes -= this.held.get(holder)?.bytes ?? 0
    this.held.delete(holder)
    for (const wake of this.waiting) wake()
  }

  private hold (holder: PageHolder, bytes: number): void {
    this.held.set(holder, { bytes, untilMs: performance.now() + this.limits.patienceMs })
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

function sizeOf (page: Change[]): number {
  let bytes = 0
  for (const { detail = [] } of page) {
    for (const value of detail) bytes += value ? value.length : 0
  }
  return bytes
}
