// The pushes that wait to be sent, in order of arrival: one for each request, and the messages of streams. The queue is bounded. A full
// queue drops large bodies and messages first, then small ones, then whole requests; each time, the oldest first. Viewers see from gaps in
// the numbers that messages are missing.
import type { Limits } from './options.js'
import { isRequest, merged, weightOf, withoutBodies, type Draft, type PushDraft } from './push.js'

const FULL = 'body left out: the queue was full'
const LEFT = 'body not sent: page was left'

export class PushQueue {
  /** How many pushes were dropped and are not yet reported to the service. */
  dropped = 0
  private pushes = new Map<string, Draft>()
  private bytes = 0
  /** How many of them are messages. */
  private messages = 0

  constructor (private readonly limits: Limits) {}

  get size (): number {
    return this.pushes.size
  }

  /** Whether so many pushes wait, or so many bytes. */
  holds (pushes: number, bytes: number): boolean {
    return this.size >= pushes || this.bytes >= bytes
  }

  /** How long a body may be that is added now: not longer than the share of one push, if there is no room for a long one. */
  get bodyBytes (): number {
    const { bodyBytes, queueBytes, queuePushes } = this.limits
    const hasRoom = queueBytes - this.bytes >= Math.min(bodyBytes, queueBytes / 2)
    return hasRoom ? bodyBytes : Math.min(bodyBytes, Math.floor(queueBytes / queuePushes))
  }

  /** Whether a push of the same request waits. */
  has (push: Draft): boolean {
    return this.pushes.has(keyOf(push))
  }

  add (push: Draft): void {
    this.put(push)
    this.shrink()
  }

  /** Puts pushes that could not be sent back to the front, and merges each with a newer push of the same request. */
  giveBack (pushes: Draft[]): void {
    if (pushes.length === 0) return
    const later = [...this.pushes.values()]
    this.pushes = new Map()
    this.bytes = this.messages = 0
    for (const push of [...pushes, ...later]) this.put(push)
    this.shrink()
  }

  /** Removes and returns the oldest pushes, as long as `takes` returns true for the next one. */
  take (takes: (push: Draft) => boolean): Draft[] {
    const taken: Draft[] = []
    for (const push of this.pushes.values()) {
      if (!takes(push)) break
      taken.push(push)
    }
    for (const push of taken) this.remove(push)
    return taken
  }

  /** Removes bodies and messages, those of the largest pushes first, until all pushes fit into `roomBytes`. */
  trim (sizeOf: (push: Draft) => number, roomBytes: number): void {
    const sizes = [...this.pushes.values()].map(push => ({ push, size: sizeOf(push) })).sort((a, b) => b.size - a.size)
    let bytes = sizes.reduce((sum, { size }) => sum + size, 0)
    for (const { push, size } of sizes) {
      if (bytes <= roomBytes) return
      const rest = this.strip(push, LEFT)
      bytes -= size - (rest ? sizeOf(rest) : 0)
    }
  }

  private put (push: Draft): void {
    const earlier = this.pushes.get(keyOf(push))
    if (earlier) this.bytes -= weightOf(earlier)
    else if (!isRequest(push)) this.messages++
    const now = earlier ? merged(earlier, push) : push
    this.pushes.set(keyOf(push), now)
    this.bytes += weightOf(now)
  }

  private remove (push: Draft): void {
    this.pushes.delete(keyOf(push))
    if (!isRequest(push)) this.messages--
    this.bytes -= weightOf(push)
  }

  private shrink (): void {
    if (this.bytes > this.limits.queueBytes) this.dropBodies()
    // A full queue of requests only would be searched to its end for each push.
    if (this.messages > 0) this.dropMessages()
    this.dropRequests()
  }

  private get fits (): boolean {
    return this.bytes <= this.limits.queueBytes && this.size <= this.limits.queuePushes
  }

  private dropMessages (): void {
    for (const push of this.pushes.values()) {
      if (this.fits) return
      if (!isRequest(push)) this.remove(push)
    }
  }

  private dropRequests (): void {
    for (const push of this.pushes.values()) {
      if (this.fits) return
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

  private strip (push: Draft, why: string): PushDraft | undefined {
    if (!isRequest(push)) {
      this.remove(push)
      return undefined
    }
    const rest = withoutBodies(push, why)
    this.bytes += weightOf(rest) - weightOf(push)
    this.pushes.set(push.requestId, rest)
    return rest
  }
}

function keyOf (push: Draft): string {
  return push.key ?? push.requestId
}
