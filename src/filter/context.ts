// What a query is matched against, beside the entries.
import type { Entry } from '../schema/entry.js'

export type Match = (entry: Entry) => boolean

export interface Context {
  nowMs: number
  /** From how long a response counts as slow; 1,000 if absent. */
  slowMs?: number
  /** What counts as an error where somebody has said more of it than `exchange/outcome.ts` knows. */
  isError?: Match
  /** What the viewer keeps about entries. Without these, `is:pinned`, `is:duplicate` and `mark:` match nothing. */
  isPinned?: Match
  isDuplicate?: Match
  /** Colours and notes. */
  marksOf?: (entry: Entry) => readonly string[]
  /** The results of expressions that ran elsewhere, by the terms that `regexTerms` lists. With it, none runs here. */
  regexMatches?: (term: string, entry: Entry) => boolean
}
