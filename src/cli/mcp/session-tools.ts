// The tools about a session as a whole: summarize_session, create_session.
import type { ApiGroup } from '../../summary/api-group.js'
import { worstFirst } from '../../summary/api-table.js'
import type { Asked } from '../../summary/asked.js'
import { durationText } from '../../text/duration.js'
import { sizeText } from '../../text/size.js'
import { visible } from '../../text/visible.js'
import type { Service } from '../service.js'
import { newSession } from '../session-id.js'
import { noRequests } from './list-tools.js'
import { oddityOf } from './oddities.js'
import { commonHost, roomFor, shortId } from './request-rows.js'
import { z, type McpServer } from './sdk.js'
import type { SessionReader } from './session-reader.js'
import { ANNOTATIONS, answering, argumentsOf, filterSchema, label, type ToolKit } from './tool-kit.js'

const LONGEST_API = 200

const apiSchema = z.object({
  api: z.string().describe('Method, host where it is another than `host`, and path; ids in paths are *'),
  count: z.number(),
  errors: z.number().optional(),
  pending: z.number().optional(),
  duplicates: z.number().optional().describe('The same was asked within a second: is:duplicate finds them'),
  nPlusOne: z.number().optional().describe('Five or more within a second that differ in ids alone: is:n+1 finds them'),
  outcomes: z.record(z.string(), z.number()).describe('How many ended in which way: a status, with [what said that it failed]'),
  lasts: z.record(z.string(), z.string()).optional().describe('The id of the last one that ended so, where it is no success'),
  odd: z.array(z.string()).optional().describe('Responses that are not what they say, with the id of the last one'),
  first: z.string().describe('The id of the first one; compare_requests with the last one tells what changed'),
  last: z.string(),
  p50: z.number().optional().describe('ms'),
  p95: z.number().optional().describe('ms'),
  bytes: z.number().describe('Of all response bodies')
})
type Api = z.infer<typeof apiSchema>

export function addSessionTools (server: McpServer, reader: SessionReader, service: Service, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('summarize_session', {
    description: 'Start here. One line for each method, host and path (ids in paths as *), the worst first: count, how they ended with the id of the last failure, errors, duplicates ' +
      'within a second, bursts of ids (N+1), time at p50 and p95, responses that are not what they say (cut, or of another type), the ids of the first and the last.',
    inputSchema: argumentsOf({ session: sessionSchema, filter: filterSchema.optional() }),
    outputSchema: z.object({
      label, session: z.string(), page: z.string().describe('For people'), requests: z.number(), errors: z.number(), host: z.string().optional(), apis: z.array(apiSchema), cut: z.string().optional(), hint: z.string().optional()
    }),
    annotations: ANNOTATIONS
  }, answering(async ({ session: given, filter: text = '' }) => {
    const session = sessionOf(given)
    const wanted = await reader.filter(session, text)
    const seen = new Map<Asked, Seen>()
    const told = (entry: Parameters<typeof oddityOf>[0], asked: Asked) => { seen.set(asked, { id: shortId(entry), odd: oddityOf(entry) }) }
    const groups = (await reader.groups(session, { wanted, told })).sort(worstFirst)
    const host = commonHost(groups.map(group => group.host))
    const all = groups.map(group => apiOf(group, host, seen))
    const count = roomFor(all.map(api => JSON.stringify(api)).reverse())
    const [apis, errors] = [all.slice(0, count), all.reduce((sum, { errors = 0 }) => sum + errors, 0)]
    const hint = seen.size > 0 ? undefined : text ? 'No request matches; without the filter there may be some' : noRequests(session)
    const cut = count < all.length ? `${count} of ${all.length} APIs, the worst; a filter leaves fewer` : undefined
    const data = { session, page: service.page(session), requests: seen.size, errors, ...host !== undefined && { host: visible(host).slice(0, LONGEST_API) }, apis, ...cut !== undefined && { cut }, ...hint !== undefined && { hint } }
    const head = [`${seen.size} requests, ${errors} errors; the worst first, ids of requests in brackets.${host === undefined ? '' : ` Host, where none is named: ${data.host}.`} For people: ${data.page}`, ...[cut, hint].filter(line => line !== undefined)]
    return { text: [...head, ...apis.map(lineOf)].join('\n'), data }
  }))

  server.registerTool('create_session', {
    description: 'Make a session: its id, the link of its page for people, and how an app records to it. Nothing is stored before the first request.',
    inputSchema: argumentsOf({}),
    outputSchema: z.object({ label, session: z.string(), page: z.string(), record: z.record(z.string(), z.string()) }),
    annotations: ANNOTATIONS
  }, answering(async () => {
    const session = newSession()
    // So that nobody gets a link that leads nowhere.
    await service.ask('/capture/online', session)
    const record = {
      'web page, first in its head': `<script src="${service.url}/earshot.js" data-session="${session}"></script>`,
      'Node program': `npx earshot record --url ${service.url} --session ${session} -- node app.js`,
      'any program whose base URL can be set': `npx earshot proxy https://api.example.com --url ${service.url} --session ${session}`
    }
    const data = { session, page: service.page(session), record }
    return { text: [`Session ${session}`, `Page: ${data.page}`, ...Object.entries(record).map(([name, value]) => `${name}: ${value}`)].join('\n'), data }
  }))
}

interface Seen { id: string, odd: string | undefined }

function apiOf (group: ApiGroup, common: string | undefined, seen: Map<Asked, Seen>): Api {
  const { method, host, path, count, pending, errors, duplicates, nPlusOne, outcomes, bytes, times } = group
  const lasts: Record<string, string> = {}
  const odd = new Map<string, Seen & { count: number }>()
  const ids: string[] = []
  for (const asked of group.members) {
    const { id, odd: what } = seen.get(asked) ?? { id: '', odd: undefined }
    ids.push(id)
    if (!/^2\d\d$/.test(asked.outcome)) lasts[visible(asked.outcome)] = id
    if (what !== undefined) odd.set(what, { id, odd: what, count: (odd.get(what)?.count ?? 0) + 1 })
  }
  return {
    api: visible(`${method} ${host === common ? '' : host}${path}`).slice(0, LONGEST_API),
    count,
    ...errors > 0 && { errors },
    ...pending > 0 && { pending },
    ...duplicates > 0 && { duplicates },
    ...nPlusOne > 0 && { nPlusOne },
    outcomes: Object.fromEntries([...outcomes].map(([outcome, count]) => [visible(outcome), count])),
    ...Object.keys(lasts).length > 0 && { lasts },
    ...odd.size > 0 && { odd: [...odd.values()].slice(-3).map(({ id, odd: what, count }) => `${visible(what ?? '')} x${count} (${id})`) },
    first: ids[0] ?? '',
    last: ids.at(-1) ?? '',
    p50: times.percentile(50),
    p95: times.percentile(95),
    bytes
  }
}

/** `GET shop.example/orders/* x40: 200 x38, 500 x2 (231); 2 errors; p50 30 ms, p95 1.20 s; 12 kB; (3) to (298)`. */
function lineOf ({ api, count, errors, pending, duplicates, nPlusOne, outcomes, lasts = {}, odd = [], first, last, p50, p95, bytes }: Api): string {
  const ended = Object.entries(outcomes).map(([outcome, count]) => `${outcome} x${count}${lasts[outcome] === undefined ? '' : ` (${lasts[outcome]})`}`)
  const parts = [
    ended.join(', '),
    ...errors === undefined ? [] : [`${errors} errors`],
    ...pending === undefined ? [] : [`${pending} pending`],
    ...duplicates === undefined ? [] : [`${duplicates} duplicates`],
    ...nPlusOne === undefined ? [] : [`${nPlusOne} n+1`],
    ...odd.map(what => `odd: ${what}`),
    ...p50 === undefined || p95 === undefined ? [] : [`p50 ${durationText(p50)}, p95 ${durationText(p95)}`],
    sizeText(bytes),
    `(${first}) to (${last})`
  ]
  return `${api} x${count}: ${parts.join('; ')}`
}
