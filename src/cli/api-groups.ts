// The requests of a session by what they ask: method and path, in which ids count as one another, because they are new ones each time.
import { applicationCodeOf, isSuccess } from '../exchange/application-code.js'
import { addressOf } from '../exchange/address.js'
import { responseBodyOf } from '../exchange/body.js'
import { isError, isPending } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'
import { statusText } from './request-line.js'

export interface ApiGroup {
  /** `GET /orders/*`. */
  name: string
  count: number
  pending: number
  errors: number
  /** How many ended in which way: `200`, `500`, `200 [1001]` where the application says that it failed. */
  outcomes: Map<string, number>
  /** Of those that are complete, in ascending order. */
  times: number[]
  /** Of the bodies of the answers. */
  bytes: number
}

const LONGEST_PATH = 2000
// Numbers; UUIDs and the like; long texts of digits and letters.
const ID = /^(?:\d+|[\da-f]{8}-[\da-f-]{20,40}|[\da-f]{12,}|(?=[^/]*\d)[\w-]{20,})$/i

/** In the order in which they were first asked. */
export async function groupByApi (entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<Map<string, ApiGroup>> {
  const groups = new Map<string, ApiGroup>()
  for await (const entry of entries) {
    const name = apiOf(entry)
    const group = groups.get(name) ?? { name, count: 0, pending: 0, errors: 0, outcomes: new Map<string, number>(), times: [], bytes: 0 }
    groups.set(name, group)
    add(group, entry)
  }
  for (const { times } of groups.values()) times.sort((a, b) => a - b)
  return groups
}

/** So many percent are below it; undefined where there is none. */
export function percentile (ascending: number[], percent: number): number | undefined {
  return ascending[Math.max(0, Math.ceil(ascending.length * percent / 100) - 1)]
}

function apiOf (entry: Entry): string {
  const { path } = addressOf({ ...entry, api: entry.api.slice(0, LONGEST_PATH) })
  return `${entry.method} ${path.split('/').map(part => ID.test(part) ? '*' : part).join('/')}`
}

function add (group: ApiGroup, entry: Entry): void {
  const outcome = outcomeOf(entry)
  group.count++
  group.outcomes.set(outcome, (group.outcomes.get(outcome) ?? 0) + 1)
  group.bytes += responseBodyOf(entry).size
  if (isPending(entry)) group.pending++
  else group.times.push(entry.timeConsuming)
  if (isError(entry)) group.errors++
}

function outcomeOf (entry: Entry): string {
  if (isPending(entry)) return 'pending'
  const code = applicationCodeOf(entry)
  return `${statusText(entry) || 'no status'}${code === undefined || isSuccess(code) ? '' : ` [${code}]`}`
}
