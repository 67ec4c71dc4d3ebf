// Who pushes into a session: the apps by the names that they give themselves, worked out of what they have pushed.
import type { Held } from '../../../../exchange/held.js'
import { isPending, startMsOf } from '../../../../exchange/outcome.js'

export interface Source {
  name: string
  /** When something of it was recorded last, in milliseconds since the epoch by the service's clock. */
  lastMs: number
  pending: number
}

/** Who pushed last comes first. What names nobody is left out. */
export function sourcesOf (entries: readonly Held[]): Source[] {
  const sources = new Map<string, Source>()
  for (const entry of entries) {
    if (!entry.source) continue
    const source = sources.get(entry.source) ?? { name: entry.source, lastMs: 0, pending: 0 }
    sources.set(entry.source, source)
    source.lastMs = Math.max(source.lastMs, entry.timestamp, startMsOf(entry) + entry.timeConsuming)
    if (isPending(entry)) source.pending++
  }
  return [...sources.values()].sort((a, b) => b.lastMs - a.lastMs)
}
