// Passes changes from Redis to the hub. For each session that has listeners on this replica, it subscribes once, and follows the session's
// chain of changes. If a change is missing, it is read from the change log; if the log no longer has it, the listeners are dropped, and
// must list the entries again.
import { CLOSE } from '../errors.js'
import type { Subscriber } from '../redis/subscriber.js'
import { decodeChanges } from '../store/codec.js'
import { keysOf } from '../store/keys.js'
import { Chain } from './chain.js'
import { Headcount } from './headcount.js'
import type { Hub, HubListener } from './hub.js'
import type { ChangeReader } from './change-reader.js'
import type { EncodeChange } from './message.js'

interface Followed {
  session: string
  channel: string
  chain: Chain
  /** Resolves once the subscription is established and the chain has begun. */
  ready: Promise<void>
}

const CHECK_MS = 5000
const CHECKS_AT_ONCE = 100

export class Feed {
  /** How often this replica read the log because a chain might be broken, and how often it dropped listeners nevertheless. */
  readonly tally = { catchUps: 0, resyncs: 0 }
  /** By channel. */
  private readonly followed = new Map<string, Followed>()
  private readonly headcount: Headcount
  private readonly timer: NodeJS.Timeout
  private checking = false

  constructor (
    private readonly subscriber: Subscriber,
    private readonly reader: ChangeReader,
    private readonly hub: Hub,
    private readonly encode: EncodeChange,
    private readonly onError: (error: unknown, session: string) => void
  ) {
    this.headcount = new Headcount(subscriber, hub)
    subscriber.listen({
      onMessage: (channel, text) => this.take(channel, text),
      onSubscribed: channel => this.followed.get(channel)?.chain.suspectGap()
    })
    this.timer = setInterval(() => this.checkNow(), CHECK_MS)
  }

  /**
   * Resolves when all changes from then on will reach the listener. Rejects with `unavailable` if Redis is unreachable; then the
   * listener is removed.
   */
  async watch (session: string, listener: HubListener): Promise<void> {
    this.hub.add(session, listener)
    this.headcount.note(session)
    const { channel } = keysOf(session)
    // Listeners that join while the subscription is being established wait for the same one.
    const { ready } = this.followed.get(channel) ?? this.follow(session, channel)
    try {
      await ready
    } catch (error) {
      this.unwatch(session, listener)
      throw error
    }
  }

  unwatch (session: string, listener: HubListener): void {
    this.headcount.note(session)
    if (!this.hub.remove(session, listener)) return
    const followed = this.followed.get(keysOf(session).channel)
    if (followed) this.unfollow(followed)
  }

  close (): void {
    clearInterval(this.timer)
    this.headcount.close()
    for (const { chain } of this.followed.values()) chain.end()
    this.followed.clear()
  }

  /** Compares every chain with the head of its log. */
  async check (): Promise<void> {
    const all = [...this.followed.values()]
    // A limited number at a time: thousands of commands at once cost several times as much, and delay pushes.
    for (let first = 0; first < all.length; first += CHECKS_AT_ONCE) {
      await Promise.all(all.slice(first, first + CHECKS_AT_ONCE).map(({ chain }) => chain.compareWithHead()))
    }
  }

  // One check at a time, however long Redis takes to reply.
  private checkNow (): void {
    if (this.checking) return
    this.checking = true
    this.check().finally(() => { this.checking = false }).catch(() => undefined)
  }

  private take (channel: string, text: string): void {
    const chain = this.followed.get(channel)?.chain
    if (chain) chain.take(decodeChanges(text))
  }

  private follow (session: string, channel: string): Followed {
    const chain = new Chain(session, this.reader, {
      onChange: change => this.hub.broadcast(session, this.encode(session, change)),
      onCaughtUp: () => { this.tally.catchUps++ },
      onBroken: error => this.dropListeners(followed, error)
    })
    const followed = { session, channel, chain, ready: chain.begin(this.subscriber.subscribe(channel)) }
    this.followed.set(channel, followed)
    return followed
  }

  private unfollow ({ channel, chain }: Followed): void {
    chain.end()
    this.followed.delete(channel)
    this.subscriber.unsubscribe(channel)
  }

  private dropListeners (followed: Followed, error: unknown): void {
    this.tally.resyncs++
    if (error !== undefined) this.onError(error, followed.session)
    this.unfollow(followed)
    this.hub.disconnectSession(followed.session, CLOSE.resync)
    this.headcount.note(followed.session)
  }
}
