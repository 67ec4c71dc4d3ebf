// The recorder's state: for the app, and for a developer who wants to know why a session is empty.

/**
 * - `recording`: what is recorded is sent
 * - `waiting`: nobody watches the session, so what is recorded is kept
 * - `retrying`: the service did not answer, or reported a temporary error; the recorder retries
 * - `refused`: the service rejected a batch (4xx); the recorder retries every 30 seconds
 * - `blocked`: the page's policy, or the platform, forbids sending; the recorder does not retry
 * - `stopped`
 */
export type CaptureStatus = 'recording' | 'waiting' | 'retrying' | 'refused' | 'blocked' | 'stopped'

export interface CaptureState {
  status: CaptureStatus
  session: string
  /** Why it is not recording, or why the service refused a push, in a sentence. */
  reason?: string | undefined
  /** How many requests have started. */
  requests: number
  /** Pushes that wait to be sent, or for the service's answer. */
  queued: number
  /** Pushes that the service has stored. */
  sent: number
  /** Pushes that were dropped: the queue was full, or the service refused them. */
  dropped: number
}
