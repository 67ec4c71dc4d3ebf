// How long a feed waits for what, in milliseconds. Heartbeat and retry are the specification's (§8).
export interface Timing {
  /** Between pings; after two without any answer the connection is dropped at the next. */
  heartbeatMs: number
  /** After a close, before the next try. */
  retryMs: number
  /** The same where the service refuses: only somebody's doing can change that. */
  refusedMs: number
  /** At most so long before an immediate try, so that the viewers of a replica that leaves do not all come in one instant. */
  jitterMs: number
  /** Until the first message of a new connection. */
  welcomeMs: number
  /** For more of the lists to arrive, however little; not for all of them. */
  listMs: number
}

export const TIMING: Timing = {
  heartbeatMs: 30_000,
  retryMs: 3000,
  refusedMs: 10_000,
  jitterMs: 250,
  welcomeMs: 10_000,
  listMs: 120_000
}
