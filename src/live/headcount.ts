// Counts the viewers of a session over all replicas, with nothing stored. A replica with viewers subscribes to the session's channel, and
// this subscription counts as one viewer. The number of its further viewers is written in binary: there is one channel for each power of
// two, and the replica subscribes to those that add up to the number. With 6 viewers, 5 are further ones, so it subscribes to the channels
// for 1 and 4. Redis reports how many subscribers each channel has. The subscriptions of a replica end when it dies.
import type { Subscriber } from '../redis/subscriber.js'
import { viewerChannels, VIEWER_DIGITS } from '../store/keys.js'
import type { Hub } from './hub.js'

/** Changes within this time are reported together: when a replica ends, many viewers come or go almost at once. */
const BATCH_MS = 100
const MAX_COUNTED = 2 ** VIEWER_DIGITS - 1

export class Headcount {
  /** The last reported number of viewers beyond the first, by session. */
  private readonly reported = new Map<string, number>()
  private readonly changed = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor (private readonly subscriber: Pick<Subscriber, 'subscribe' | 'unsubscribe'>, private readonly hub: Pick<Hub, 'viewersOf'>) {}

  /** A viewer of the session came or went. */
  note (session: string): void {
    this.changed.add(session)
    this.timer ??= setTimeout(() => this.reportAll(), BATCH_MS)
  }

  close (): void {
    clearTimeout(this.timer)
  }

  private reportAll (): void {
    this.timer = undefined
    for (const session of this.changed) this.report(session, Math.min(Math.max(this.hub.viewersOf(session) - 1, 0), MAX_COUNTED))
    this.changed.clear()
  }

  private report (session: string, beyond: number): void {
    const before = this.reported.get(session) ?? 0
    if (before === beyond) return
    viewerChannels(session).forEach((channel, digit) => {
      const [was, is] = [before, beyond].map(count => (count >> digit) % 2 === 1)
      // Redis is unreachable: this digit is missing from the count until the number of viewers changes it again.
      if (is && !was) this.subscriber.subscribe(channel).catch(() => {})
      if (was && !is) this.subscriber.unsubscribe(channel)
    })
    if (beyond > 0) this.reported.set(session, beyond)
    else this.reported.delete(session)
  }
}
