// When a request ran, and what is close enough to belong to it. In milliseconds since the epoch.
import type { Entry } from '../schema/entry.js'
import { startMsOf } from './outcome.js'

export interface TimeSpan { fromMs: number, toMs: number }

/** What happened this close to a screenshot belongs to what it shows. */
export const NEARBY_MS = 5_000

/** From its start to its end; of a pending one, only its start. */
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
