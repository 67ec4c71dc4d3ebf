// What one request says for a summary: few figures, so that many can be held, and worked out where the entry is.
import { isSuccess } from '../exchange/application-code.js'
import type { Held } from '../exchange/held.js'
import { isPending, startMsOf } from '../exchange/outcome.js'
import { factsOf } from '../filter/facts.js'

export interface Asked {
  method: string
  /** With its port; empty where nobody knows it. */
  host: string
  /** With `*` for what is an id: a new one each time. */
  path: string
  /** `200`, `500`, `200 [1001]` where the application says that it failed, `pending`. */
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
export type Known = Partial<Pick<Asked, 'isError' | 'isDuplicate' | 'isNPlusOne'>>

export function askedOf (entry: Held, { isError = factsOf(entry).isError, isDuplicate = false, isNPlusOne = false }: Known = {}): Asked {
  const { address, pattern, body } = factsOf(entry)
  return {
    method: entry.method,
    host: address.host,
    path: pattern,
    outcome: outcomeOf(entry),
    isError,
    tookMs: isPending(entry) ? undefined : entry.timeConsuming,
    bytes: body.size,
    startMs: startMsOf(entry),
    isDuplicate,
    isNPlusOne
  }
}

function outcomeOf (entry: Held): string {
  if (isPending(entry)) return 'pending'
  const { status, code } = factsOf(entry)
  return `${status?.code ?? 'no status'}${code === undefined || isSuccess(code) ? '' : ` [${code}]`}`
}
