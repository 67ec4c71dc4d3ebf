// Screenshots and the requests around them.
import type { Held } from '../../../exchange/held.js'
import { startMsOf } from '../../../exchange/outcome.js'

/** What happened this close to a screenshot belongs to what it shows. */
export const NEARBY_MS = 5_000

export interface Times { fromMs: number, toMs: number }

/** Those that ran within five seconds around a moment. */
export function entriesAround (entries: readonly Held[], ms: number): Held[] {
  return entries.filter(entry => startMsOf(entry) <= ms + NEARBY_MS && startMsOf(entry) + entry.timeConsuming >= ms - NEARBY_MS)
}

/** All that there is, with a little room at both ends. */
export function timesOf (entries: readonly Held[], screenshots: readonly { timestamp: number }[]): Times {
  let [fromMs, toMs] = [Infinity, -Infinity]
  const add = (ms: number) => {
    if (!Number.isFinite(ms)) return
    fromMs = Math.min(fromMs, ms)
    toMs = Math.max(toMs, ms)
  }
  for (const entry of entries) {
    add(startMsOf(entry))
    add(startMsOf(entry) + entry.timeConsuming)
  }
  for (const { timestamp } of screenshots) add(timestamp)
  if (fromMs > toMs) return { fromMs: 0, toMs: 1 }
  const room = Math.max(500, (toMs - fromMs) / 50)
  return { fromMs: fromMs - room, toMs: toMs + room }
}
