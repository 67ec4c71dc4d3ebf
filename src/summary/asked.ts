// What one request says for a summary: few figures, so that many can be held, and worked out where the entry is.
import { applicationCodeOf, isSuccess } from '../exchange/application-code.js'
import { responseBodyOf } from '../exchange/body.js'
import { isError, isPending, startMsOf } from '../exchange/outcome.js'
import { pathPatternOf } from '../exchange/path-pattern.js'
import { statusOf } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'

export interface Asked {
  method: string
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
}

export function askedOf (entry: Entry): Asked {
  return {
    method: entry.method,
    path: pathPatternOf(entry),
    outcome: outcomeOf(entry),
    isError: isError(entry),
    tookMs: isPending(entry) ? undefined : entry.timeConsuming,
    bytes: responseBodyOf(entry).size,
    startMs: startMsOf(entry)
  }
}

function outcomeOf (entry: Entry): string {
  if (isPending(entry)) return 'pending'
  const status = statusOf(entry.responseHeader)
  const code = applicationCodeOf(entry)
  return `${status?.code ?? 'no status'}${code === undefined || isSuccess(code) ? '' : ` [${code}]`}`
}
