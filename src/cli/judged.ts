// An entry as machines get it: with what the API does not store, because it follows from the rest.
import { outcomeOf, type Codes, type Verdict } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'

/** `status`: 0 where there was no response; missing where none was recorded. */
export type JudgedEntry = Entry & { status?: number, verdict: Verdict }

/** `codes`: what the command line says of them. */
export function judged (entry: Entry, codes?: Codes): JudgedEntry {
  const { verdict, evidence: { status } } = outcomeOf(entry, Date.now(), codes)
  return { ...entry, ...status && { status: status.code }, verdict }
}
