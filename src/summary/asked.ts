// What one request says for a summary: few figures, so that many can be held, and worked out where the entry is.
import { addressOf } from '../exchange/address.js'
import { applicationCodeOf, isSuccess } from '../exchange/application-code.js'
import { responseBodyOf } from '../exchange/body.js'
import { isError, isPending, startMsOf } from '../exchange/outcome.js'
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

const LONGEST_PATH = 2000
// Numbers; UUIDs and the like; long texts of digits and letters.
const ID = /^(?:\d+|[\da-f]{8}-[\da-f-]{20,40}|[\da-f]{12,}|(?=[^/]*\d)[\w-]{20,})$/i

function pathPatternOf (entry: Entry): string {
  const { path } = addressOf({ ...entry, api: entry.api.slice(0, LONGEST_PATH) })
  return path.split('/').map(part => ID.test(part) ? '*' : part).join('/')
}

function outcomeOf (entry: Entry): string {
  if (isPending(entry)) return 'pending'
  const status = statusOf(entry.responseHeader)
  const code = applicationCodeOf(entry)
  return `${status?.code ?? 'no status'}${code === undefined || isSuccess(code) ? '' : ` [${code}]`}`
}
