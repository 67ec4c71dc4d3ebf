// How much a session may hold and for how long, as the stores and their scripts take it.
import type { Constants } from './scripts.js'

export interface SessionLimits {
  retentionMs: number
  maxEntries: number
  maxSessionBytes: number
  /** So many keys one run of a script touches at most. */
  slice?: number
}

/** About so many changes stay readable for those who come back. */
const LOG_LENGTH = 2000

// It takes Redis some milliseconds; what is more waits for the next run, so that others get their turn.
const SLICE_KEYS = 250

/** What the scripts that write to a session are loaded with. */
export function writingConstants ({ retentionMs, maxSessionBytes, slice = SLICE_KEYS }: Omit<SessionLimits, 'maxEntries'>): Constants {
  return { RETENTION_MS: retentionMs, MAX_BYTES: maxSessionBytes, LOG_LENGTH, SLICE: slice }
}
