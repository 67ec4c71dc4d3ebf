// One channel that the service wants to be subscribed to: the state of this subscription, and a promise for the callers that wait for it.
import { ApiError } from '../errors.js'
import type { Link } from './link.js'

/** Each step makes a new object, so that the code that handles a late reply sees that it is outdated. */
export type Subscription =
  /** Waits until its owner is known and connected. */
  { phase: 'waiting' } |
  /** Asked: the command was sent, without a reply yet. Refused: the next attempt at this node comes after a pause. */
  { phase: 'asked' | 'subscribed' | 'refused', link: Link }

const TIMEOUT_MS = 2000

export class Channel {
  subscription: Subscription = { phase: 'waiting' }
  /** Settles at the first success, or after TIMEOUT_MS. */
  readonly first: Promise<void>
  private resolve = () => {}
  private reject = (_error: ApiError) => {}
  private readonly timer: NodeJS.Timeout

  /** `onLate`: called if there was no success within two seconds. */
  constructor (readonly name: string, onLate: () => void) {
    this.first = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    // All callers get the rejection, but they may be gone by then: it must not count as unhandled.
    this.first.catch(() => undefined)
    this.timer = setTimeout(onLate, TIMEOUT_MS)
  }

  /** The connection on which its messages are expected. */
  get link (): Link | undefined {
    const { subscription } = this
    return subscription.phase === 'asked' || subscription.phase === 'subscribed' ? subscription.link : undefined
  }

  /** Whether this node refused the last attempt. */
  isRefusedBy (link: Link): boolean {
    return this.subscription.phase === 'refused' && this.subscription.link === link
  }

  succeed (link: Link): void {
    this.subscription = { phase: 'subscribed', link }
    clearTimeout(this.timer)
    this.resolve()
  }

  /** Ends the subscription, if there is one. */
  leave (): void {
    this.link?.unsubscribe(this.name)
    this.subscription = { phase: 'waiting' }
  }

  /** For a channel that is no longer wanted. */
  giveUp (): void {
    this.leave()
    clearTimeout(this.timer)
    this.reject(new ApiError('unavailable'))
  }
}
