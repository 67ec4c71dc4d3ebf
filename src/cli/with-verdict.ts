// The JSON form of an entry in the output of commands: with its status and verdict, which are computed, not stored.
import { outcomeOf, type Codes, type Verdict } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'

/** `status`: 0 if there was no response; missing if no status was recorded. */
export type EntryWithVerdict = Entry & { status?: number, verdict: Verdict }

/** `codes`: the --ok-codes of the command line. */
export function withVerdict (entry: Entry, codes?: Codes): EntryWithVerdict {
  const { verdict, evidence: { status } } = outcomeOf(entry, Date.now(), codes)
  return { ...entry, ...status && { status: status.code }, verdict }
}
