// The data that a matcher needs besides the query and the entries.
import type { ListedEntry, LightEntry } from '../exchange/held.js'
import type { Codes } from '../exchange/outcome.js'

export type Match = (entry: ListedEntry) => boolean

export interface FilterContext {
  nowMs: number
  /** From how long a response counts as slow; 1,000 if absent. */
  slowMs?: number
  /** Which application codes mean success, as a user has set it. */
  codes?: Codes
  /** Only a caller that has all entries can give these two. Without them, `is:duplicate` and `is:n+1` match nothing. */
  isDuplicate?: Match
  isNPlusOne?: Match
  /** The results of regular expressions that ran elsewhere, by the terms that `regexTerms` lists. If given, none runs here. */
  regexMatches?: (term: string, entry: ListedEntry) => boolean
  /** The results, found elsewhere, for entries whose long texts were dropped, by the terms that `longTextTerms` lists. */
  lightMatches?: (term: string, entry: LightEntry) => boolean
  /** The results, found elsewhere, of the terms that `messageTerms` lists. Without it, an entry must have its `messageList`. */
  messageMatches?: (term: string, entry: ListedEntry) => boolean
}
