// How many watch a session, over all replicas, with nothing stored: a replica is subscribed to the session's channel, which counts for one
// viewer, and for what it has beyond one to a channel for each binary digit of that number. Redis can be asked how many are subscribed to
// each, and what dies with a replica is not counted.
import type { Subscriber } from '../redis/subscriber.js'
import { viewerChannels, VIEWER_DIGITS } from '../store/keys.js'
import type { Hub } from './hub.js'

/** Many come and go in one moment, when a replica ends. */
const CALM_MS = 100
const MOST = 2 ** VIEWER_DIGITS - 1

export class Headcount {
  /** Viewers beyond the first, by session, as they are told. */
  private readonly told = new Map<string, number>()
  private readonly changed = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor (private readonly subscriber: Pick<Subscriber, 'subscribe' | 'unsubscribe'>, private readonly hub: Pick<Hub, 'viewersOf'>) {}

  /** A viewer of the session came or went. */
  note (session: string): void {
    this.changed.add(session)
    this.timer ??= setTimeout(() => this.tellAll(), CALM_MS)
  }

  close (): void {
    clearTimeout(this.timer)
  }

  private tellAll (): void {
    this.timer = undefined
    for (const session of this.changed) this.tell(session, Math.min(Math.max(this.hub.viewersOf(session) - 1, 0), MOST))
    this.changed.clear()
  }

  private tell (session: string, beyond: number): void {
    const before = this.told.get(session) ?? 0
    if (before === beyond) return
    viewerChannels(session).forEach((channel, digit) => {
      const [was, is] = [before, beyond].map(count => (count >> digit) % 2 === 1)
      // Redis is away: its viewers are cut off soon, or the next one who comes or goes counts anew.
      if (is && !was) this.subscriber.subscribe(channel).catch(() => {})
      if (was && !is) this.subscriber.unsubscribe(channel)
    })
    if (beyond > 0) this.told.set(session, beyond)
    else this.told.delete(session)
  }
}
