// One channel that is wanted: how far its subscription has come, and who waits for it.
import { ApiError } from '../errors.js'
import type { Link } from './link.js'

/** A new object for each step, so that a late reply sees that it is outdated. */
export type Subscription =
  /** For its owner to be known, or to be connected. */
  { phase: 'waiting' } |
  /** Asked: sent, without an answer yet. Refused: the node is not asked again at once. */
  { phase: 'asked' | 'subscribed' | 'refused', link: Link }

const PATIENCE_MS = 2000

export class Channel {
  subscription: Subscription = { phase: 'waiting' }
  /** Settled by the first success, or by the end of patience. */
  readonly first: Promise<void>
  private resolve = () => {}
  private reject = (_error: ApiError) => {}
  private readonly timer: NodeJS.Timeout

  /** `onLate`: there was no success within two seconds. */
  constructor (readonly name: string, onLate: () => void) {
    this.first = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    // All subscribers are told; but they may be gone by then.
    this.first.catch(() => undefined)
    this.timer = setTimeout(onLate, PATIENCE_MS)
  }

  /** The connection on which its messages are expected. */
  get link (): Link | undefined {
    const { subscription } = this
    return subscription.phase === 'asked' || subscription.phase === 'subscribed' ? subscription.link : undefined
  }

  /** Whether this node said no when it was asked last. */
  isRefusedBy (link: Link): boolean {
    return this.subscription.phase === 'refused' && this.subscription.link === link
  }

  succeed (link: Link): void {
    this.subscription = { phase: 'subscribed', link }
    clearTimeout(this.timer)
    this.resolve()
  }

  /** Ends the subscription, where there is one. */
  leave (): void {
    this.link?.unsubscribe(this.name)
    this.subscription = { phase: 'waiting' }
  }

  /** For a channel that is wanted no more. */
  giveUp (): void {
    this.leave()
    clearTimeout(this.timer)
    this.reject(new ApiError('unavailable'))
  }
}
