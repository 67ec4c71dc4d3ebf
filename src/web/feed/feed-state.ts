// What a feed says of itself.

/**
 * For a person. Outside of `live` the copy is what was last known, or what there is of the first list. Entering `listing` is told again
 * whenever entries have arrived: so many, of so many in all, as far as known. `retryAt` is in milliseconds since the epoch.
 */
export type FeedState =
  | { name: 'connecting' | 'live' | 'closed' }
  | { name: 'listing', listed: number, of: number }
  | { name: 'waiting', retryAt: number, reason: string } | { name: 'refused', retryAt: number, reason: string, status: number }
