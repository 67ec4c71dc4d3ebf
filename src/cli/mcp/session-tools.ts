// The tools about a session as a whole: summarize_session, create_session.
import type { Entry } from '../../schema/entry.js'
import { worstFirst } from '../../summary/api-table.js'
import type { RequestFigures } from '../../summary/request-figures.js'
import { counted } from '../../text/count.js'
import { visibleHead } from '../../text/visible.js'
import type { Service } from '../service.js'
import { newSession } from '../session-id.js'
import { apiOf, apiSchema, lineOf, type CountedRequest } from './api-rows.js'
import { noRequests } from './list-tools.js'
import { oddityOf } from './oddities.js'
import { commonHost, roomFor, shortId } from './request-rows.js'
import { z, type McpServer } from './sdk.js'
import type { SessionReader } from './session-reader.js'
import { ANNOTATIONS, answering, argumentsOf, filterSchema, label, type ToolKit } from './tool-kit.js'

export function addSessionTools (server: McpServer, reader: SessionReader, service: Service, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('summarize_session', {
    description: 'Start here. One line for each method, host and path (ids in paths as *), the worst first: count, outcomes (' +
      'with the id of the last failure), errors, duplicates within a second, bursts that differ only in ids (N+1), p50, p95, responses ' +
      'that are incomplete or of a wrong type, the ids of the first and the last request.',
    inputSchema: argumentsOf({ session: sessionSchema, filter: filterSchema.optional() }),
    outputSchema: z.object({
      label,
      session: z.string(),
      page: z.string().describe('The URL of the session in the viewer, for people'),
      requests: z.number(),
      errors: z.number(),
      host: z.string().optional().describe('The host of all endpoints in which the host is left out'),
      apis: z.array(apiSchema),
      cut: z.string().optional(),
      evicted: z.string().optional().describe('How many older requests were evicted, as a sentence'),
      hint: z.string().optional()
    }),
    annotations: ANNOTATIONS
  }, answering(async ({ session: given, filter: text = '' }) => {
    const session = sessionOf(given)
    const seen = new Map<RequestFigures, CountedRequest>()
    const onCounted = (entry: Entry, figures: RequestFigures) => { seen.set(figures, { id: shortId(entry), odd: oddityOf(entry) }) }
    const groups = (await reader.groups(session, { wanted: await reader.filter(session, text), onCounted })).sort(worstFirst)
    const host = commonHost(groups.map(group => group.host))
    const all = groups.map(group => apiOf(group, host, seen))
    const apis = all.slice(0, roomFor(all.map(api => JSON.stringify(api)).reverse()))
    const nothing = text ? 'No request matches; without the filter there may be some' : noRequests(session)
    const data = {
      session,
      page: service.page(session),
      requests: seen.size,
      errors: groups.reduce((sum, { errors }) => sum + errors, 0),
      ...host !== undefined && { host: visibleHead(host) },
      apis,
      ...apis.length < all.length && { cut: `The worst ${apis.length} of ${all.length} endpoints; use a filter to see others` },
      ...await reader.evicted(session),
      ...seen.size === 0 && { hint: nothing }
    }
    return { text: [headOf(data), ...apis.map(lineOf)].join('\n'), data }
  }))

  server.registerTool('create_session', {
    description: 'Create a session: get its id, its link in the viewer for people, and how an app records to it. Nothing is stored yet.',
    inputSchema: argumentsOf({}),
    outputSchema: z.object({ label, session: z.string(), page: z.string(), record: z.record(z.string(), z.string()) }),
    annotations: ANNOTATIONS
  }, answering(async () => {
    const session = newSession()
    // Checks that the service is there, so that the link works.
    await service.ask('/capture/online', session)
    const record = {
      'web page, first script in its head': `<script src="${service.url}/earshot.js" data-session="${session}" crossorigin></script>`,
      'Node program': `earshot record --url ${service.url} --session ${session} -- node app.js`,
      'any program in which the base URL of its API can be set':
        `earshot proxy https://api.example.com --url ${service.url} --session ${session}`
    }
    const data = { session, page: service.page(session), record }
    const lines = Object.entries(record).map(([name, value]) => `${name}: ${value}`)
    return { text: [`Session ${session}`, `Link for people: ${data.page}`, ...lines].join('\n'), data }
  }))
}

interface Head { page: string, requests: number, errors: number, host?: string, cut?: string, evicted?: string, hint?: string }

function headOf ({ page, requests, errors, host, cut, evicted, hint }: Head): string {
  const sentences = [
    `${counted(requests, 'request')}, ${counted(errors, 'error')}; the worst first, ids of requests in brackets.`,
    ...host === undefined ? [] : [`Endpoints without a host are those of ${host}.`],
    `Link for people: ${page}`
  ]
  return [sentences.join(' '), ...[cut, evicted, hint].filter(line => line !== undefined)].join('\n')
}
