// The requests of a session by what they ask: method and path, in which ids count as one another.
import type { Asked } from './asked.js'

export interface ApiGroup {
  /** `GET /orders/*`. */
  name: string
  method: string
  path: string
  count: number
  pending: number
  errors: number
  /** How many ended in which way: see Asked. */
  outcomes: Map<string, number>
  /** Milliseconds, of those that are complete. */
  times: number[]
  /** Of the bodies of the responses. */
  bytes: number
  /** When the last one started, in milliseconds since the epoch. */
  lastMs: number
}

export class ApiTable {
  /** In the order in which they were first asked. */
  readonly groups = new Map<string, ApiGroup>()

  add ({ method, path, outcome, isError, tookMs, bytes, startMs }: Asked): void {
    const name = `${method} ${path}`
    const group = this.groups.get(name) ??
      { name, method, path, count: 0, pending: 0, errors: 0, outcomes: new Map<string, number>(), times: [], bytes: 0, lastMs: startMs }
    this.groups.set(name, group)
    group.count++
    group.outcomes.set(outcome, (group.outcomes.get(outcome) ?? 0) + 1)
    group.bytes += bytes
    group.lastMs = Math.max(group.lastMs, startMs)
    if (tookMs === undefined) group.pending++
    else group.times.push(tookMs)
    if (isError) group.errors++
  }
}

/** Those with most errors first, then those with most requests. */
export function worstFirst (groups: Iterable<ApiGroup>): ApiGroup[] {
  return [...groups].sort((a, b) => b.errors - a.errors || b.count - a.count)
}

/** So many percent took no longer, each after the other; undefined where none is complete. */
export function percentiles ({ times }: ApiGroup, ...percents: number[]): (number | undefined)[] {
  const ascending = [...times].sort((a, b) => a - b)
  return percents.map(percent => ascending[Math.max(0, Math.ceil(ascending.length * percent / 100) - 1)])
}
