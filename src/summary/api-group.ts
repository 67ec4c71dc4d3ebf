// The requests that ask for one thing: one method, host and path, in which ids count as one another.
import type { Asked } from './asked.js'
import { Ascending } from './ascending.js'

/** So many of the newest are kept in order. */
export const RECENT = 40

export class ApiGroup {
  /** Another one after each change. */
  version = 0
  count = 0
  pending = 0
  errors = 0
  /** Requests of which the same was asked within a second. */
  duplicates = 0
  /** Requests of bursts that differ in ids alone. */
  nPlusOne = 0
  /** Of the bodies of the responses. */
  bytes = 0
  /** How many ended in which way: see Asked. */
  readonly outcomes = new Map<string, number>()
  /** Milliseconds, of those that are complete. */
  readonly times = new Ascending()
  readonly members = new Set<Asked>()
  /** The newest by their start; undefined where one of them went. */
  #recent: Asked[] | undefined = []

  constructor (readonly method: string, readonly host: string, readonly path: string) {}

  /** In order of their start, the last ones. */
  get recent (): readonly Asked[] {
    this.#recent ??= newestOf(this.members)
    return this.#recent
  }

  /** When the last one started, in milliseconds since the epoch; 0 where there is none. */
  get lastMs (): number {
    return this.recent.at(-1)?.startMs ?? 0
  }

  add (asked: Asked): void {
    this.members.add(asked)
    this.#count(asked, 1)
    if (asked.tookMs !== undefined) this.times.add(asked.tookMs)
    if (this.#recent) insert(this.#recent, asked)
  }

  /** One that was added. */
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
