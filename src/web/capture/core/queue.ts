// What waits to be sent: one push a request, in order of arrival, bounded. Where it is full, large bodies of the oldest go first, then
// their small ones, then the oldest.
import type { Limits } from './options.js'
import { merged, weightOf, withoutBodies, type PushDraft } from './push.js'

const FULL = 'body left out: the queue was full'
const LEFT = 'body left out: the page was left'

export class PushQueue {
  /** Those that had to be given up and were not told of yet. */
  dropped = 0
  private pushes = new Map<string, PushDraft>()
  private bytes = 0

  constructor (private readonly limits: Pick<Limits, 'queueBytes' | 'queuePushes'>) {}

  get size (): number {
    return this.pushes.size
  }

  add (push: PushDraft): void {
    this.put(push)
    this.shrink()
  }

  /** What could not be sent, in front of all others. What came since holds. */
  giveBack (pushes: PushDraft[]): void {
    const later = [...this.pushes.values()]
    this.pushes = new Map()
    this.bytes = 0
    for (const push of [...pushes, ...later]) this.put(push)
    this.shrink()
  }

  /** The oldest, as long as `takes` says yes to the next. */
  take (takes: (push: PushDraft) => boolean): PushDraft[] {
    const taken: PushDraft[] = []
    for (const push of this.pushes.values()) {
      if (!takes(push)) break
      taken.push(push)
    }
    for (const push of taken) this.remove(push)
    return taken
  }

  /** Leaves bodies out until all of it has room, those first that take more than their share. */
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
    // Were all to wait that may, each would have so much.
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
