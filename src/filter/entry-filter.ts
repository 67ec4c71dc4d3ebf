// `earshot/filter`: the filter language as a function of an entry, for programs that wait for requests. Times such as `after:5m` move with
// the clock.
import type { Codes } from '../exchange/outcome.js'
import type { Entry, FullEntry } from '../schema/entry.js'
import type { FilterContext } from './context.js'
import { faultsOf, type FilterFault } from './faults.js'
import { matcher } from './matcher.js'
import { messageTerms } from './message-terms.js'
import { nextChange } from './next-change.js'
import { parse } from './parse.js'
import { print } from './print.js'
import { dependsOnSession } from './session-dependence.js'
import { dependsOnTime } from './time-dependence.js'
import type { Query } from './query.js'

export type { Codes, Entry, FilterFault }

export interface FilterOptions {
  /** Which application codes mean success, as a user has set it; for `is:error` and `verdict:`. */
  codes?: Codes | undefined
  /** For a caller that knows the whole session; without these two, `is:duplicate` and `is:n+1` match nothing. */
  isDuplicate?: (entry: Pick<Entry, 'id'>) => boolean
  isNPlusOne?: (entry: Pick<Entry, 'id'>) => boolean
  /**
   * For a caller that finds matches in messages itself: whether a message of this entry matches the term, such as `message:shipped`.
   * Without it, an entry must have its `messageList`.
   */
  messageMatches?: ((term: string, entry: Pick<Entry, 'id'>) => boolean) | undefined
}

export interface EntryFilter {
  /** `messageList`: its messages, for `message:`. Without them, it has none. */
  (entry: FullEntry): boolean
  /** The text of the filter, as given. */
  readonly text: string
  readonly codes: Codes | undefined
  /** The parts of the filter that the entry does not match, as text. The fewer there are, the nearer the entry is. */
  readonly missing: (entry: FullEntry) => string[]
  /** When the result for an unchanged entry may next change, for filters such as `is:no-answer` or `before:5m`. Infinity: never. */
  readonly changesAt: (entry: Entry, nowMs: number) => number
  /** Likely mistakes in the filter, such as an unknown key: `statsu:200`. It is searched for as text. */
  readonly faults: FilterFault[]
  /** Whether it asks for duplicates or bursts, which one entry alone does not show. */
  readonly needsSession: boolean
  /** Whether it searches messages, which an entry has only if the caller has read them. */
  readonly needsMessages: boolean
}

/** Every text is a valid filter: text without a special meaning is a word to search for. An empty filter matches everything. */
export function filter (text: string, options: FilterOptions = {}): EntryFilter {
  const query = parse(text)
  const { codes, messageMatches, ...others } = options
  const known = { ...codes && { codes }, ...messageMatches && { messageMatches }, ...others }
  const parts = (query.type === 'all' ? query.of : [query]).map(part => ({ text: print(part), matches: upToDateMatcher(part, known) }))
  const missing = (entry: FullEntry) => parts.filter(({ matches }) => !matches(entry)).map(({ text }) => text)
  return Object.assign(upToDateMatcher(query, known), {
    text,
    codes,
    missing,
    changesAt: nextChange(query),
    faults: faultsOf(text),
    needsSession: dependsOnSession(query),
    needsMessages: messageTerms(query).length > 0
  })
}

/** A matcher keeps the time of its making; this one makes a new one when the time has changed. */
function upToDateMatcher (query: Query, known: Omit<FilterContext, 'nowMs'>): (entry: FullEntry) => boolean {
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
