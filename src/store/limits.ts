// The limits of a session (how much it may hold, and for how long), in the form that the stores and their scripts use.
import type { Constants } from './scripts.js'

export interface SessionLimits {
  retentionMs: number
  maxEntries: number
  maxSessionBytes: number
  /** Messages that an entry keeps. */
  maxMessages?: number
  /** How many entries one run of a script may touch at most. */
  slice?: number
}

/** About how many changes stay readable for viewers that come back. */
const LOG_LENGTH = 2000

// Redis needs some milliseconds for this many. The rest waits for the next run, so that other clients get their turn.
const SLICE_ENTRIES = 250

/** The constants of the scripts that write to a session. */
export function writingConstants ({ retentionMs, maxSessionBytes, slice = SLICE_ENTRIES }: Omit<SessionLimits, 'maxEntries'>): Constants {
  return { RETENTION_MS: retentionMs, MAX_BYTES: maxSessionBytes, LOG_LENGTH, SLICE: slice }
}
