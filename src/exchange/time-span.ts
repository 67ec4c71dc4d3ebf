// The time span from the start to the end of a request, and whether another time is near enough to belong to the request. All times are in
// milliseconds since the epoch.
import type { Entry } from '../schema/entry.js'
import { startMsOf } from './outcome.js'

export interface TimeSpan { fromMs: number, toMs: number }

/** A request this close to a screenshot belongs to it. */
export const NEARBY_MS = 5_000

/** From its start to its end; for a pending request, only its start. */
export function timeSpanOf (entry: Pick<Entry, 'startTime' | 'timestamp' | 'timeConsuming'>): TimeSpan {
  const fromMs = startMsOf(entry)
  return { fromMs, toMs: fromMs + entry.timeConsuming }
}

/** From the first start to the last end of both. */
export function joinedSpan (span: TimeSpan | undefined, other: TimeSpan): TimeSpan {
  return span ? { fromMs: Math.min(span.fromMs, other.fromMs), toMs: Math.max(span.toMs, other.toMs) } : other
}

export function isNearby ({ fromMs, toMs }: TimeSpan, ms: number): boolean {
  return ms >= fromMs - NEARBY_MS && ms <= toMs + NEARBY_MS
}
