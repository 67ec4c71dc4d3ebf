// Finds the requests at about the time of a screenshot, and the time span of all requests and screenshots.
import type { ListedEntry } from '../../../exchange/held.js'
import { isPending } from '../../../exchange/outcome.js'
import { isNearby, timeSpanOf, type TimeSpan } from '../../../exchange/time-span.js'

/** The entries that ran within five seconds of a moment. */
export function entriesAround (entries: readonly ListedEntry[], ms: number): ListedEntry[] {
  return entries.filter(entry => isNearby(timeSpanOf(entry), ms))
}

/** The time span of all entries and screenshots, with a little room at both ends. A pending entry has no end, and may have begun long ago:
 * it counts only if there is nothing else. */
export function timesOf (entries: readonly ListedEntry[], screenshots: readonly { timestamp: number }[]): TimeSpan {
  let [fromMs, toMs] = [Infinity, -Infinity]
  const add = (ms: number) => {
    if (!Number.isFinite(ms)) return
    fromMs = Math.min(fromMs, ms)
    toMs = Math.max(toMs, ms)
  }
  const complete = entries.filter(entry => !isPending(entry))
  for (const entry of complete.length + screenshots.length > 0 ? complete : entries) {
    const span = timeSpanOf(entry)
    add(span.fromMs)
    add(span.toMs)
  }
  for (const { timestamp } of screenshots) add(timestamp)
  if (fromMs > toMs) return { fromMs: 0, toMs: 1 }
  const room = Math.max(500, (toMs - fromMs) / 50)
  return { fromMs: fromMs - room, toMs: toMs + room }
}
