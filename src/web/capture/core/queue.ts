// The pushes that wait to be sent: one for each request, in order of arrival, bounded. A full queue drops large bodies first, then small
// ones, then whole pushes, each from the oldest push on.
import type { Limits } from './options.js'
import { merged, weightOf, withoutBodies, type PushDraft } from './push.js'

const FULL = 'body left out: the queue was full'
const LEFT = 'body left out: the page was left'

export class PushQueue {
  /** How many pushes were dropped and are not yet reported to the service. */
  dropped = 0
  private pushes = new Map<string, PushDraft>()
  private bytes = 0

  constructor (private readonly limits: Limits) {}

  get size (): number {
    return this.pushes.size
  }

  /** How long a body may be that is added now: not longer than the share of one push, if there is no room for a long one. */
  get bodyBytes (): number {
    const { bodyBytes, queueBytes, queuePushes } = this.limits
    const hasRoom = queueBytes - this.bytes >= Math.min(bodyBytes, queueBytes / 2)
    return hasRoom ? bodyBytes : Math.min(bodyBytes, Math.floor(queueBytes / queuePushes))
  }

  add (push: PushDraft): void {
    this.put(push)
    this.shrink()
  }

  /** Puts pushes that could not be sent back to the front, and merges each with a newer push of the same request. */
  giveBack (pushes: PushDraft[]): void {
    const later = [...this.pushes.values()]
    this.pushes = new Map()
    this.bytes = 0
    for (const push of [...pushes, ...later]) this.put(push)
    this.shrink()
  }

  /** Removes and returns the oldest pushes, as long as `takes` returns true for the next one. */
  take (takes: (push: PushDraft) => boolean): PushDraft[] {
    const taken: PushDraft[] = []
    for (const push of this.pushes.values()) {
      if (!takes(push)) break
      taken.push(push)
    }
    for (const push of taken) this.remove(push)
    return taken
  }

  /** Removes bodies, those of the largest pushes first, until all pushes fit into `roomBytes`. */
  trim (sizeOf: (push: PushDraft) => number, roomBytes: number): void {
    const sizes = [...this.pushes.values()].map(push => ({ push, size: sizeOf(push) })).sort((a, b) => b.size - a.size)
    let bytes = sizes.reduce((sum, { size }) => sum + size, 0)
    for (const { push, size } of sizes) {
      if (bytes <= roomBytes) return
      bytes -= size - sizeOf(this.strip(push, LEFT))
    }
  }

  private put (push: PushDraft): void {
    const earlier = this.pushes.get(push.requestId)
    if (earlier) this.bytes -= weightOf(earlier)
    const now = earlier ? merged(earlier, push) : push
    this.pushes.set(push.requestId, now)
    this.bytes += weightOf(now)
  }

  private remove (push: PushDraft): void {
    this.pushes.delete(push.requestId)
    this.bytes -= weightOf(push)
  }

  private shrink (): void {
    if (this.bytes > this.limits.queueBytes) this.dropBodies()
    for (const push of this.pushes.values()) {
      if (this.bytes <= this.limits.queueBytes && this.size <= this.limits.queuePushes) return
      this.remove(push)
      this.dropped++
    }
  }

  private dropBodies (): void {
    const { queueBytes, queuePushes } = this.limits
    // The share of one push when the queue holds as many pushes as it may.
    const shareBytes = queueBytes / queuePushes
    for (const least of [shareBytes, 0]) {
      for (const push of this.pushes.values()) {
        if (this.bytes <= queueBytes) return
        if (weightOf(push) > least) this.strip(push, FULL)
      }
    }
  }

  private strip (push: PushDraft, why: string): PushDraft {
    const rest = withoutBodies(push, why)
    this.bytes += weightOf(rest) - weightOf(push)
    this.pushes.set(push.requestId, rest)
    return rest
  }
}
