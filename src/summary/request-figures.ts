// The figures of one request for a summary: few, so that many fit into memory. They are computed in the thread that read the entry.
import type { ListedEntry } from '../exchange/held.js'
import { applicationErrorOf, isErrorVerdict, isPending, startMsOf, type Codes } from '../exchange/outcome.js'
import { FALSE_NAMES } from '../exchange/reply.js'
import { factsOf } from '../filter/facts.js'

export interface RequestFigures {
  method: string
  /** With its port; empty if unknown. */
  host: string
  /** With `*` in place of ids, which differ each time. */
  path: string
  /**
   * `200`, `500`, `canceled`, `pending`; if the reply itself reports an error, also its code or the member that reports it: `200 [1001]`,
   * `200 [success: false]`.
   */
  outcome: string
  isError: boolean
  /** Milliseconds; undefined while it is pending. */
  tookMs: number | undefined
  /** The size of the response's body. */
  bytes: number
  /** Milliseconds since the epoch. */
  startMs: number
  /** As `Repeats` decides. */
  isDuplicate: boolean
  isNPlusOne: boolean
}

/** Facts about the entry that the caller knows. */
export type KnownFacts = Partial<Pick<RequestFigures, 'isDuplicate' | 'isNPlusOne'>> & { codes?: Codes | undefined }

export function requestFiguresOf (entry: ListedEntry, { codes, isDuplicate = false, isNPlusOne = false }: KnownFacts = {}): RequestFigures {
  const facts = factsOf(entry)
  const { address, pattern, body } = facts
  return {
    method: entry.method,
    host: address.host,
    path: pattern,
    outcome: outcomeOf(entry, codes),
    // The time does not matter here: pending and no-answer are both no error.
    isError: isErrorVerdict(facts.verdict(0, codes)),
    tookMs: isPending(entry) ? undefined : entry.timeConsuming,
    bytes: body.size,
    startMs: startMsOf(entry),
    isDuplicate,
    isNPlusOne
  }
}

function outcomeOf (entry: ListedEntry, codes: Codes | undefined): string {
  const facts = factsOf(entry)
  const verdict = facts.verdict(0, codes)
  if (verdict === 'pending' || verdict === 'canceled') return verdict
  const status = String(facts.status?.code ?? 'no status')
  const error = applicationErrorOf(facts, codes)
  if (!error) return status
  // Not the error message, because it may differ each time.
  const { code } = facts.reply ?? {}
  const { by } = error
  return `${status} [${by === code?.name ? code.text : FALSE_NAMES.includes(by) ? `${by}: false` : by}]`
}
