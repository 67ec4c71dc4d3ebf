// The requests of one API: one method, host and path, in which all ids count as equal.
import type { RequestFigures } from './request-figures.js'
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
  /** Requests that are N+1: see repeats.ts. */
  nPlusOne = 0
  /** The size of all response bodies. */
  bytes = 0
  /** How many requests ended with each outcome: see RequestFigures. */
  readonly outcomes = new Map<string, number>()
  /** The times of the complete requests, in milliseconds. */
  readonly times = new Ascending()
  readonly members = new Set<RequestFigures>()
  /** The newest by their start; undefined after one of them was removed. */
  #recent: RequestFigures[] | undefined = []

  constructor (readonly method: string, readonly host: string, readonly path: string) {}

  /** The newest requests, in order of their start. */
  get recent (): readonly RequestFigures[] {
    this.#recent ??= newestOf(this.members)
    return this.#recent
  }

  /** When the last one started, in milliseconds since the epoch; 0 if there is none. */
  get lastMs (): number {
    return this.recent.at(-1)?.startMs ?? 0
  }

  add (figures: RequestFigures): void {
    this.members.add(figures)
    this.#count(figures, 1)
    if (figures.tookMs !== undefined) this.times.add(figures.tookMs)
    if (this.#recent) insert(this.#recent, figures)
  }

  /** Removes a request that was added. */
  remove (figures: RequestFigures): void {
    if (!this.members.delete(figures)) return
    this.#count(figures, -1)
    if (figures.tookMs !== undefined) this.times.remove(figures.tookMs)
    if (this.#recent?.includes(figures)) this.#recent = undefined
  }

  #count ({ outcome, isError, isDuplicate, isNPlusOne, tookMs, bytes }: RequestFigures, by: 1 | -1): void {
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

function insert (recent: RequestFigures[], figures: RequestFigures): void {
  const at = recent.findLastIndex(({ startMs }) => startMs <= figures.startMs) + 1
  if (at === 0 && recent.length >= RECENT) return
  recent.splice(at, 0, figures)
  if (recent.length > RECENT) recent.shift()
}

function newestOf (members: Iterable<RequestFigures>): RequestFigures[] {
  const newest: RequestFigures[] = []
  for (const figures of members) insert(newest, figures)
  return newest
}
