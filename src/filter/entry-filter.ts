// `earshot/filter`: the filter language as a function of an entry, for programs that wait for requests. Times such as `after:5m` go on with
// the clock.
import type { Codes } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'
import type { Context } from './context.js'
import { faultsOf, type Fault } from './faults.js'
import { matcher } from './matcher.js'
import { nextChange } from './next-change.js'
import { parse } from './parse.js'
import { print } from './print.js'
import { dependsOnSession } from './session-dependence.js'
import { dependsOnTime } from './time-dependence.js'
import type { Query } from './query.js'

export type { Codes, Entry, Fault }

export interface FilterOptions {
  /** What somebody has said of the codes of applications, for `is:error` and `verdict:`. */
  codes?: Codes | undefined
  /** For who knows the whole session; without them, `is:duplicate` and `is:n+1` match nothing. */
  isDuplicate?: (entry: Pick<Entry, 'id'>) => boolean
  isNPlusOne?: (entry: Pick<Entry, 'id'>) => boolean
}

export interface EntryFilter {
  (entry: Entry): boolean
  /** As it was given. */
  readonly text: string
  readonly codes: Codes | undefined
  /** What of the filter the entry does not match, each part as text: the fewer, the nearer. */
  readonly missing: (entry: Entry) => string[]
  /** When the entry may next be judged otherwise, though it stays as it is: `is:no-answer`, `before:5m`. Infinity: never. */
  readonly changesAt: (entry: Entry, nowMs: number) => number
  /** What it hardly means, such as a key that is none: `statsu:200`. It is searched for as text. */
  readonly faults: Fault[]
  /** It asks for duplicates or bursts, which an entry alone does not say. */
  readonly needsSession: boolean
}

/** Every text is a filter: what is no syntax is a word to look for. An empty one matches everything. */
export function filter (text: string, options: FilterOptions = {}): EntryFilter {
  const query = parse(text)
  const { codes, ...others } = options
  const known = { ...codes && { codes }, ...others }
  const parts = (query.type === 'all' ? query.of : [query]).map(part => ({ text: print(part), matches: timely(part, known) }))
  const missing = (entry: Entry) => parts.filter(({ matches }) => !matches(entry)).map(({ text }) => text)
  return Object.assign(timely(query, known), {
    text, codes, missing, changesAt: nextChange(query), faults: faultsOf(text), needsSession: dependsOnSession(query)
  })
}

/** A matcher knows the time of its making only. A millisecond later it may be wrong: who waits asks again just when it is. */
function timely (query: Query, known: Omit<Context, 'nowMs'>): (entry: Entry) => boolean {
  let madeMs = Date.now()
  let matches = matcher(query, { nowMs: madeMs, ...known })
  if (!dependsOnTime(query)) return matches
  return entry => {
    const nowMs = Date.now()
    if (nowMs !== madeMs) {
      madeMs = nowMs
      matches = matcher(query, { nowMs: madeMs, ...known })
    }
    return matches(entry)
  }
}
