// What a query is matched against, beside the entries.
import type { Held, LightEntry } from '../exchange/held.js'
import type { Codes } from '../exchange/outcome.js'

export type Match = (entry: Held) => boolean

export interface Context {
  nowMs: number
  /** From how long a response counts as slow; 1,000 if absent. */
  slowMs?: number
  /** What somebody has said of the codes of applications. */
  codes?: Codes
  /** Only who has all entries can say. Without them, `is:duplicate` and `is:n+1` match nothing. */
  isDuplicate?: Match
  isNPlusOne?: Match
  /** The results of expressions that ran elsewhere, by the terms that `regexTerms` lists. With it, none runs here. */
  regexMatches?: (term: string, entry: Held) => boolean
  /** What was found out elsewhere of entries whose long texts were let go, by the terms that `longTextTerms` lists. */
  lightMatches?: (term: string, entry: LightEntry) => boolean
}
