// The state that a feed reports.

/**
 * `reason` is text for people. Unless the state is `live`, the copy is the last known one, or the part of the first list that has arrived.
 * `listing` is reported again whenever entries have arrived: `listed` of `of` entries, as far as known. `retryAt`: milliseconds since the
 * epoch.
 */
export type FeedState =
  | { name: 'connecting' | 'live' | 'closed' }
  | { name: 'listing', listed: number, of: number }
  | { name: 'waiting', retryAt: number, reason: string } | { name: 'refused', retryAt: number, reason: string, status: number }
