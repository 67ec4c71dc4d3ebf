// How much a session may hold and for how long, as the stores and their scripts take it.
import type { Constants } from './scripts.js'

export interface SessionLimits {
  retentionMs: number
  maxEntries: number
  maxSessionBytes: number
}

/** About so many changes stay readable for those who come back. */
const LOG_LENGTH = 2000

// A slice of this size takes Redis about 3 ms: what is more waits for the next run, so that others get their turn.
const SLICE = 500

/** What the scripts that write to a session are loaded with. */
export function writingConstants ({ retentionMs, maxSessionBytes }: Pick<SessionLimits, 'retentionMs' | 'maxSessionBytes'>): Constants {
  return { RETENTION_MS: retentionMs, MAX_BYTES: maxSessionBytes, LOG_LENGTH, SLICE }
}
