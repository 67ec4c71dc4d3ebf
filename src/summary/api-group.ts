// The requests of one API: one method, host and path, in which all ids count as equal.
import type { Asked } from './asked.js'
import { Ascending } from './ascending.js'

/** How many of the newest requests are kept in order. */
export const RECENT = 40

export class ApiGroup {
  /** Increases with each change. */
  version = 0
  count = 0
  pending = 0
  errors = 0
  /** Requests that were repeated within a second. */
  duplicates = 0
  /** Requests in bursts whose requests differ only in ids. */
  nPlusOne = 0
  /** The size of all response bodies. */
  bytes = 0
  /** How many requests ended with each outcome: see Asked. */
  readonly outcomes = new Map<string, number>()
  /** The times of the complete requests, in milliseconds. */
  readonly times = new Ascending()
  readonly members = new Set<Asked>()
  /** The newest by their start; undefined after one of them was removed. */
  #recent: Asked[] | undefined = []

  constructor (readonly method: string, readonly host: string, readonly path: string) {}

  /** The newest requests, in order of their start. */
  get recent (): readonly Asked[] {
    this.#recent ??= newestOf(this.members)
    return this.#recent
  }

  /** When the last one started, in milliseconds since the epoch; 0 if there is none. */
  get lastMs (): number {
    return this.recent.at(-1)?.startMs ?? 0
  }

  add (asked: Asked): void {
    this.members.add(asked)
    this.#count(asked, 1)
    if (asked.tookMs !== undefined) this.times.add(asked.tookMs)
    if (this.#recent) insert(this.#recent, asked)
  }

  /** Removes a request that was added. */
  remove (asked: Asked): void {
    if (!this.members.delete(asked)) return
    this.#count(asked, -1)
    if (asked.tookMs !== undefined) this.times.remove(asked.tookMs)
    if (this.#recent?.includes(asked)) this.#recent = undefined
  }

  #count ({ outcome, isError, isDuplicate, isNPlusOne, tookMs, bytes }: Asked, by: 1 | -1): void {
    this.version++
    this.count += by
    this.bytes += by * bytes
    if (tookMs === undefined) this.pending += by
    if (isError) this.errors += by
    if (isDuplicate) this.duplicates += by
    if (isNPlusOne) this.nPlusOne += by
    const count = (this.outcomes.get(outcome) ?? 0) + by
    if (count > 0) this.outcomes.set(outcome, count)
    else this.outcomes.delete(outcome)
  }
}

function insert (recent: Asked[], asked: Asked): void {
  const at = recent.findLastIndex(({ startMs }) => startMs <= asked.startMs) + 1
  if (at === 0 && recent.length >= RECENT) return
  recent.splice(at, 0, asked)
  if (recent.length > RECENT) recent.shift()
}

function newestOf (members: Iterable<Asked>): Asked[] {
  const newest: Asked[] = []
  for (const asked of members) insert(newest, asked)
  return newest
}
