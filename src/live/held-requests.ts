// Long polling: requests of apps that wait for new rules. For them, a replica subscribes to a separate channel: if it subscribed to the
// changes of the session, they would count as viewers, and the replica would read every change only for them.
import type { Subscriber } from '../redis/subscriber.js'
import { keysOf } from '../store/keys.js'
import type { RuleStore } from '../store/rules.js'

/**
 * `timed-out`: also if the client is gone. `ending`: this replica shuts down. `full`: it holds too many requests already, so this one was
 * not held.
 */
export type HoldOutcome = 'changed' | 'timed-out' | 'ending' | 'full'

interface Waiter {
  /** The version that the client has. */
  version: string
  end (outcome: HoldOutcome): void
}

interface Waiting { session: string, waiters: Set<Waiter> }

/** `npm run bench -- held` measures what they need. */
const MAX_HELD = 10_000

export class HeldRequests {
  /** How many requests are held, and how many were not because there were too many. */
  readonly tally = { held: 0, refused: 0 }

  /** By channel. */
  private readonly waiting = new Map<string, Waiting>()
  private ending = false

  constructor (
    private readonly subscriber: Pick<Subscriber, 'listen' | 'subscribe' | 'unsubscribe'>,
    private readonly rules: Pick<RuleStore, 'readNote'>,
    private readonly most = MAX_HELD
  ) {
    subscriber.listen({
      onMessage: (channel, version) => { this.notify(channel, version) },
      // Messages may have been missed, so the version is read. If that fails, the next subscription reads it, or the wait times out.
      onSubscribed: channel => { this.check(channel).catch(() => undefined) }
    })
  }

  /**
   * Resolves when the session has rules of another version than the client, or after `waitMs`. `onGone` gets a function to call when the
   * client is gone. Rejects with `unavailable` if Redis is unreachable.
   */
  async hold (session: string, version: string, waitMs: number, onGone: (end: () => void) => void): Promise<HoldOutcome> {
    if (this.ending) return 'ending'
    if (this.tally.held >= this.most) {
      this.tally.refused++
      return 'full'
    }
    this.tally.held++
    const { rulesChannel: channel } = keysOf(session)
    let waiter: Waiter | undefined
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<HoldOutcome>((resolve, reject) => {
        waiter = { version, end: resolve }
        timer = setTimeout(resolve, waitMs, 'timed-out')
        onGone(() => { resolve('timed-out') })
        this.join(session, channel, waiter).catch(reject)
      })
    } finally {
      this.tally.held--
      clearTimeout(timer)
      if (waiter) this.leave(channel, waiter)
    }
  }

  /** All held requests end now, and later ones at once. */
  close (): void {
    this.ending = true
    for (const { waiters } of this.waiting.values()) {
      for (const waiter of waiters) waiter.end('ending')
    }
  }

  private async join (session: string, channel: string, waiter: Waiter): Promise<void> {
    const known = this.waiting.get(channel)
    if (known) known.waiters.add(waiter)
    else this.waiting.set(channel, { session, waiters: new Set([waiter]) })
    // First the subscription, then the version: so each write is published to this replica, or already part of the version.
    await this.subscriber.subscribe(channel)
    await this.check(channel)
  }

  private leave (channel: string, waiter: Waiter): void {
    const waiting = this.waiting.get(channel)
    if (!waiting?.waiters.delete(waiter) || waiting.waiters.size > 0) return
    this.waiting.delete(channel)
    this.subscriber.unsubscribe(channel)
  }

  private async check (channel: string): Promise<void> {
    const waiting = this.waiting.get(channel)
    if (waiting) this.notify(channel, (await this.rules.readNote(waiting.session)).version)
  }

  private notify (channel: string, version: string): void {
    for (const waiter of this.waiting.get(channel)?.waiters ?? []) {
      if (waiter.version !== version) waiter.end('changed')
    }
  }
}
