// What one request says for a summary: few figures, so that many can be held, and worked out where the entry is.
import type { Held } from '../exchange/held.js'
import { applicationErrorOf, isErrorVerdict, isPending, startMsOf, type Codes } from '../exchange/outcome.js'
import { factsOf } from '../filter/facts.js'

export interface Asked {
  method: string
  /** With its port; empty where nobody knows it. */
  host: string
  /** With `*` for what is an id: a new one each time. */
  path: string
  /**
   * `200`, `500`, `canceled`, `pending`; where the reply itself says that it is an error, its code or what says it: `200 [1001]`, `200
   * [success]`.
   */
  outcome: string
  isError: boolean
  /** Milliseconds; undefined while it is pending. */
  tookMs: number | undefined
  /** Of the response's body. */
  bytes: number
  /** Milliseconds since the epoch. */
  startMs: number
  /** As `Repeats` has it. */
  isDuplicate: boolean
  isNPlusOne: boolean
}

/** What is known of the entry elsewhere. */
export type Known = Partial<Pick<Asked, 'isDuplicate' | 'isNPlusOne'>> & { codes?: Codes | undefined }

export function askedOf (entry: Held, { codes, isDuplicate = false, isNPlusOne = false }: Known = {}): Asked {
  const facts = factsOf(entry)
  const { address, pattern, body } = facts
  return {
    method: entry.method,
    host: address.host,
    path: pattern,
    outcome: outcomeOf(entry, codes),
    // Whether it is still waited for is no matter here.
    isError: isErrorVerdict(facts.verdict(0, codes)),
    tookMs: isPending(entry) ? undefined : entry.timeConsuming,
    bytes: body.size,
    startMs: startMsOf(entry),
    isDuplicate,
    isNPlusOne
  }
}

function outcomeOf (entry: Held, codes: Codes | undefined): string {
  const facts = factsOf(entry)
  const verdict = facts.verdict(0, codes)
  if (verdict === 'pending' || verdict === 'canceled') return verdict
  const status = String(facts.status?.code ?? 'no status')
  const error = applicationErrorOf(facts, codes)
  if (!error) return status
  // Not what it says in words: those differ from one time to the next.
  const { code } = facts.reply ?? {}
  return `${status} [${error.by === code?.name ? code.text : error.by}]`
}
