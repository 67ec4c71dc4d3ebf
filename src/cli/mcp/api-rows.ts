// Endpoints as lines of a summary: how often each was requested, how the requests ended, and ids of requests to look at. Each line exists
// as text and as JSON.
import type { ApiGroup } from '../../summary/api-group.js'
import type { RequestFigures } from '../../summary/request-figures.js'
import { counted } from '../../text/count.js'
import { durationText } from '../../text/duration.js'
import { sizeText } from '../../text/size.js'
import { visible } from '../../text/visible.js'
import { z } from './sdk.js'

export const apiSchema = z.object({
  api: z.string().describe("Method, host and path. The host is left out if it is the result's `host`; ids in the path are *"),
  count: z.number(),
  errors: z.number().optional(),
  pending: z.number().optional(),
  duplicates: z.number().optional().describe('Requests sent more than once within a second: is:duplicate finds them'),
  nPlusOne: z.number().optional().describe('At least five requests within a second that differ only in their ids: is:n+1 finds them'),
  outcomes: z.record(z.string(), z.number()).describe('Requests by outcome, such as 200, or 200 [1001] if the body reports an error'),
  lasts: z.record(z.string(), z.string()).optional().describe('For each outcome that is not a success, the id of its last request'),
  odd: z.array(z.string()).optional().describe('Responses that are incomplete or of a wrong type, with the id of the last one'),
  first: z.string().describe('The id of the first request; compare_requests shows how the last one differs from it'),
  last: z.string(),
  p50: z.number().optional().describe('ms'),
  p95: z.number().optional().describe('ms'),
  bytes: z.number().describe('Bytes of all response bodies')
})
export type Api = z.infer<typeof apiSchema>

/** Facts about each counted request. */
export interface CountedRequest {
  id: string
  odd: string | undefined
}

/** In characters. */
const MAX_API_LENGTH = 200
const MAX_ODD_KINDS = 3

/** `host`: the host whose name is omitted. */
export function apiOf (group: ApiGroup, host: string | undefined, seen: Map<RequestFigures, CountedRequest>): Api {
  const { count, pending, errors, duplicates, nPlusOne, outcomes, bytes, times } = group
  const members = [...group.members].map(figures => {
    return { outcome: visible(figures.outcome), ...seen.get(figures) ?? { id: '', odd: undefined } }
  })
  const lasts = Object.fromEntries(members.filter(({ outcome }) => !/^2\d\d$/.test(outcome)).map(({ outcome, id }) => [outcome, id]))
  const odd = oddOf(members)
  return {
    api: visible(`${group.method} ${group.host === host ? '' : group.host}${group.path}`).slice(0, MAX_API_LENGTH),
    count,
    ...errors > 0 && { errors },
    ...pending > 0 && { pending },
    ...duplicates > 0 && { duplicates },
    ...nPlusOne > 0 && { nPlusOne },
    outcomes: Object.fromEntries([...outcomes].map(([outcome, count]) => [visible(outcome), count])),
    ...Object.keys(lasts).length > 0 && { lasts },
    ...odd.length > 0 && { odd },
    first: members[0]?.id ?? '',
    last: members.at(-1)?.id ?? '',
    p50: times.percentile(50),
    p95: times.percentile(95),
    bytes
  }
}

/** Such as `GET /orders/* x40: 200 x38, 500 x2 (231); 2 errors; p50 30 ms, p95 1.20 s; 12 kB; (3) to (298)`. */
export function lineOf (row: Api): string {
  const { errors, pending, duplicates, nPlusOne, lasts = {}, odd = [], p50, p95 } = row
  const ended = Object.entries(row.outcomes).map(([outcome, count]) => {
    const last = lasts[outcome]
    return `${outcome} x${count}${last === undefined ? '' : ` (${last})`}`
  })
  const parts = [
    ended.join(', '),
    ...errors === undefined ? [] : [counted(errors, 'error')],
    ...pending === undefined ? [] : [`${pending} pending`],
    ...duplicates === undefined ? [] : [counted(duplicates, 'duplicate')],
    ...nPlusOne === undefined ? [] : [`${nPlusOne} n+1`],
    ...odd.map(what => `odd: ${what}`),
    ...p50 === undefined || p95 === undefined ? [] : [`p50 ${durationText(p50)}, p95 ${durationText(p95)}`],
    sizeText(row.bytes),
    `(${row.first}) to (${row.last})`
  ]
  return `${row.api} x${row.count}: ${parts.join('; ')}`
}

/** The kinds of oddities that appeared last, at most MAX_ODD_KINDS, each with its count and its last id. */
function oddOf (members: CountedRequest[]): string[] {
  const kinds = new Map<string, { count: number, id: string }>()
  for (const { id, odd } of members) if (odd !== undefined) kinds.set(odd, { count: (kinds.get(odd)?.count ?? 0) + 1, id })
  return [...kinds].slice(-MAX_ODD_KINDS).map(([what, { count, id }]) => `${visible(what)} x${count} (${id})`)
}
