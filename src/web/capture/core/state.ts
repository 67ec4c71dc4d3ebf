// What the recorder says of itself: to the app, and to whoever looks why a session is empty.

/**
 * - `recording`: what is recorded is sent
 * - `waiting`: nobody watches, so it is kept
 * - `retrying`: the service did not answer, or could not; it is tried again
 * - `refused`: the service said no; it is tried again, seldom
 * - `blocked`: the page's policy, or the platform, forbids to send
 * - `stopped`
 */
export type CaptureStatus = 'recording' | 'waiting' | 'retrying' | 'refused' | 'blocked' | 'stopped'

export interface CaptureState {
  status: CaptureStatus
  session: string
  /** Why it is not recording, in a sentence. */
  reason?: string
  /** Requests that were begun. */
  requests: number
  /** Pushes that wait to be sent, or for an answer. */
  queued: number
  /** Pushes that the service has taken. */
  sent: number
  /** Pushes that were given up: the queue was full, or the service refused them. */
  dropped: number
}
