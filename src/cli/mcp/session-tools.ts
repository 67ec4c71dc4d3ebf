// The tools that look over a session: list_requests, wait_for_request, summarize_session.
import { filter } from '../../filter/entry-filter.js'
import type { Entry } from '../../schema/entry.js'
import type { ApiGroup } from '../../summary/api-group.js'
import { worstFirst } from '../../summary/api-table.js'
import { groupByApi } from '../api-groups.js'
import { strictFilter } from '../filter-option.js'
import { factsOf } from './request-facts.js'
import { z, type McpServer } from './sdk.js'
import type { SessionReader } from './session-reader.js'
import { ANNOTATIONS, answering, filterSchema, hints, type ToolKit } from './tool-kit.js'

const MOST_APIS = 200

export function addSessionTools (server: McpServer, reader: SessionReader, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('list_requests', {
    description: 'List the newest requests of a session that match, in order of arrival, without headers and bodies.',
    inputSchema: {
      session: sessionSchema,
      filter: filterSchema.optional(),
      last: z.number().int().min(1).max(200).default(20).describe('So many of the newest that match')
    },
    annotations: ANNOTATIONS
  }, answering(async ({ session, filter: text = '', last }) => {
    const wanted = strictFilter(text)
    const newest: Entry[] = []
    let matched = 0
    for await (const entry of reader.entries(sessionOf(session), wanted)) {
      matched++
      if (newest.push(entry) > last) newest.shift()
    }
    return { matched, shown: newest.length, requests: newest.map(factsOf), ...hints(wanted) }
  }))

  server.registerTool('wait_for_request', {
    description: 'Wait until a request that matches is there; those that are there already count. Says what came near where none came.',
    inputSchema: { session: sessionSchema, filter: filterSchema, timeout_seconds: z.number().min(0).max(300).default(30) },
    annotations: ANNOTATIONS
  }, answering(async ({ session, filter: text, timeout_seconds: seconds }) => {
    const wanted = strictFilter(text)
    const outcome = await reader.waitFor(sessionOf(session), wanted, seconds * 1000)
    if ('entry' in outcome) return { matched: true, request: factsOf(outcome.entry) }
    const near = outcome.near.map(entry => ({ ...factsOf(entry), lacks: wanted.missing(entry) }))
    return { matched: false, why: outcome.message, near, ...hints(wanted) }
  }))

  server.registerTool('summarize_session', {
    description: 'Per method, host and path (ids in paths as *): count, errors, duplicates within a second, bursts of ids (N+1), outcomes, time at p50 and p95 in ms, bytes answered. A good start.',
    inputSchema: { session: sessionSchema, filter: filterSchema.optional() },
    annotations: ANNOTATIONS
  }, answering(async ({ session, filter: text = '' }) => {
    const wanted = strictFilter(text)
    const groups = (await groupByApi(reader.entries(sessionOf(session), filter('')), { wanted })).sort(worstFirst)
    const apis = groups.slice(0, MOST_APIS).map(rowOf)
    return { apis, ...groups.length > MOST_APIS && { cut: `${MOST_APIS} of ${groups.length} apis` }, ...hints(wanted) }
  }))
}

function rowOf ({ method, host, path, count, pending, errors, duplicates, nPlusOne, outcomes, bytes, times }: ApiGroup): object {
  const api = `${method} ${host}${path}`
  return { api, count, pending, errors, duplicates, nPlusOne, outcomes: Object.fromEntries(outcomes), p50: times.percentile(50), p95: times.percentile(95), bytes }
}
