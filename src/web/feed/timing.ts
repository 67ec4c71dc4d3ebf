// The delays and time limits of a feed, in milliseconds.
export interface Timing {
  /** Between pings. After two unanswered pings, the connection is dropped when the next one is due. */
  heartbeatMs: number
  /** After the connection is lost, before the next attempt. */
  retryMs: number
  /** After the service has refused, before the next attempt: only a person can change the reason. */
  refusedMs: number
  /** An immediate attempt waits a random time up to this, so that the viewers of a replica that shuts down do not all reconnect at once. */
  jitterMs: number
  /** How long the first message of a new connection may take. */
  welcomeMs: number
  /** How long reading the lists may go without new data; it does not limit the time for all of them. */
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
