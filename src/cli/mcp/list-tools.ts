// The tools that find requests: list_requests, search_text, wait_for_request.
import type { EntryFilter } from '../../filter/entry-filter.js'
import type { Entry, FullEntry } from '../../schema/entry.js'
import { counted } from '../../text/count.js'
import { EXIT, Failure } from '../failure.js'
import { factsOf } from './request-facts.js'
import { lineOf, roomFor, rowSchema, rowsOf, shortId, type RequestRows } from './request-rows.js'
import { z, type McpServer } from './sdk.js'
import { agentFilter, type SessionReader } from './session-reader.js'
import { PLACES, searchIn } from './text-search.js'
import { ANNOTATIONS, answering, argumentsOf, asJson, filterSchema, label, type ToolKit } from './tool-kit.js'

const MAX_ROWS = 200
const MAX_FOUND = 50

const cursorSchema = z.string().regex(/^\d{1,15}$/, 'A cursor is a number: `next` of the previous result').optional()
  .describe('`next` of the previous result: lists only older requests')
const timeoutSchema = z.number().min(0).max(300).default(30).describe('How long to wait for new requests; 0: check only the recorded ones')
const found = {
  label,
  session: z.string(),
  matched: z.number().describe('How many requests of the whole session match'),
  shown: z.number(),
  next: z.string().optional().describe('The cursor for older requests'),
  host: z.string().optional().describe('The host of all rows in which the host is left out'),
  evicted: z.string().optional().describe('How many older requests were evicted, as a sentence'),
  hint: z.string().optional()
}

const foundSchema = rowSchema.extend({ found: z.array(z.object({ place: z.enum(PLACES), around: z.string() })) })

export function addListTools (server: McpServer, reader: SessionReader, kit: ToolKit): void {
  addList(server, reader, kit)
  addSearch(server, reader, kit)
  addWait(server, reader, kit)
}

function addList (server: McpServer, reader: SessionReader, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('list_requests', {
    description: 'List the newest matching requests of a session, in order of arrival, one short line each: id, method, status, time, ' +
      'URL, what is wrong. The cursor leads to older ones.',
    inputSchema: argumentsOf({
      session: sessionSchema,
      filter: filterSchema.optional(),
      last: z.number().int().min(1).max(MAX_ROWS).default(20).describe('How many of the newest matching requests to list'),
      cursor: cursorSchema
    }),
    outputSchema: z.object({ ...found, requests: z.array(rowSchema) }),
    annotations: ANNOTATIONS
  }, answering(async ({ session: given, filter: text = '', last, cursor }) => {
    const session = sessionOf(given)
    const wanted = await reader.filter(session, text)
    const newest = await newestOf(reader.entries(session, wanted), { isWanted: wanted, last, cursor })
    const { host, rows, lines } = rowsOf(newest.entries, reader.codes)
    const hint = await hintOf(reader, session, { wanted, newest, text })
    const data = {
      session, ...countsOf(newest, rows), host, ...await reader.evicted(session), requests: rows, ...hint !== undefined && { hint }
    }
    return { text: textOf(data, host, lines), data }
  }))
}

function addSearch (server: McpServer, reader: SessionReader, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('search_text', {
    description: 'Look for a literal text in all requests of a session, ignoring case: URLs, headers, bodies, notes. Shows ' +
      'the newest requests that contain it, where it is, and the text around it.',
    inputSchema: argumentsOf({
      session: sessionSchema,
      text: z.string().min(1).max(500).describe('Searched literally: neither a filter nor a regular expression'),
      places: z.array(z.enum(PLACES)).min(1).default(PLACES.filter(place => place !== 'storage')).describe('Where to look'),
      last: z.number().int().min(1).max(MAX_FOUND).default(10),
      cursor: cursorSchema
    }),
    outputSchema: z.object({ ...found, requests: z.array(foundSchema) }),
    annotations: ANNOTATIONS
  }, answering(async ({ session: given, text, places, last, cursor }) => {
    const session = sessionOf(given)
    const search = searchIn(text, places)
    const newest = await newestOf(reader.entries(session), { isWanted: entry => search(entry).length > 0, last, cursor })
    const { host, rows } = rowsOf(newest.entries, reader.codes)
    const entries = new Map(newest.entries.map(entry => [shortId(entry), entry]))
    const all = rows.map(row => {
      const entry = entries.get(row.id)
      return { ...row, found: entry ? search(entry) : [] }
    })
    const shown = all.slice(all.length - roomFor(all.map(row => JSON.stringify(row))))
    const nowhere = `${noneOf(newest.total, 'has this text', 'have this text')}; searched: ${places.join(', ')}`
    const hint = newest.total === 0 ? noRequests(session) : newest.matched === 0 ? nowhere : undefined
    const data = {
      session, ...countsOf(newest, shown), host, ...await reader.evicted(session), requests: shown, ...hint !== undefined && { hint }
    }
    const lines = shown.flatMap(({ found, ...row }) => [lineOf(row), ...found.map(({ place, around }) => `  ${place}: ${around}`)])
    return { text: textOf(data, host, lines), data }
  }))
}

function addWait (server: McpServer, reader: SessionReader, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('wait_for_request', {
    description: 'Wait until a matching request is recorded. Requests that are already recorded count, too: they are checked first. If ' +
      'none matches in time, it shows the requests that came closest.',
    inputSchema: argumentsOf({ session: sessionSchema, filter: filterSchema, timeout_seconds: timeoutSchema }),
    outputSchema: z.looseObject({ label, matched: z.boolean(), request: z.looseObject({ id: z.string() }).optional() }),
    annotations: ANNOTATIONS
  }, answering(async ({ session, filter: text, timeout_seconds: seconds }) => {
    const of = sessionOf(session)
    const wanted = agentFilter(text, { codes: reader.codes })
    if (wanted.needsSession) {
      const sentence = 'is:duplicate and is:n+1 compare requests with each other, so wait_for_request does not take them: use list_requests'
      throw new Failure(sentence, EXIT.usage)
    }
    const outcome = await reader.waitFor(of, wanted, seconds * 1000)
    if ('entry' in outcome) return asJson({ matched: true, request: factsOf(outcome.entry, reader.codes) })
    const near = outcome.near.map(entry => ({ ...factsOf(entry, reader.codes), lacks: wanted.missing(entry) }))
    return asJson({ matched: false, why: outcome.message, near })
  }))
}

interface Newest {
  /** All requests of the session, whether they match or not. */
  total: number
  matched: number
  /** How many matching requests are older than the cursor. */
  left: number
  entries: Entry[]
}

interface NewestOptions { isWanted: (entry: FullEntry) => boolean, last: number, cursor: string | undefined }

async function newestOf (entries: AsyncIterable<FullEntry>, { isWanted, last, cursor }: NewestOptions): Promise<Newest> {
  const newest: Newest = { total: 0, matched: 0, left: 0, entries: [] }
  for await (const full of entries) {
    newest.total++
    if (!isWanted(full)) continue
    // Its messages may be a megabyte.
    const { messageList: _, ...entry } = full
    newest.matched++
    if (cursor !== undefined && Number(shortId(entry)) >= Number(cursor)) continue
    newest.left++
    if (newest.entries.push(entry) > last) newest.entries.shift()
  }
  return newest
}

interface Counts { matched: number, shown: number, next?: string }

function countsOf ({ matched, left }: Newest, shown: readonly { id: string }[]): Counts {
  const [oldest] = shown
  return { matched, shown: shown.length, ...oldest && left > shown.length && { next: oldest.id } }
}

interface HintInput { wanted: EntryFilter, newest: Newest, text: string }

/** Explains an empty list, so that the agent knows what to change. */
async function hintOf (reader: SessionReader, session: string, { wanted, newest, text }: HintInput): Promise<string | undefined> {
  if (newest.left > 0) return undefined
  if (newest.total === 0) return noRequests(session)
  if (newest.matched > 0) return 'No older requests match'
  const without = new Map<string, number>()
  for await (const entry of reader.entries(session, wanted)) {
    const [only, other] = wanted.missing(entry)
    if (only !== undefined && other === undefined) without.set(only, (without.get(only) ?? 0) + 1)
  }
  const parts = [...without].filter(([part]) => part !== text.trim()).map(([part, count]) => `without ${part}, ${count} would match`)
  return [noneOf(newest.total, 'matches', 'match'), ...parts, 'summarize_session shows what is there'].join('; ')
}

function noneOf (total: number, does: string, notDo: string): string {
  return total === 1 ? `The only request does not ${notDo}` : `None of ${counted(total, 'request')} ${does}`
}

export function noRequests (session: string): string {
  return `There is no request in session ${session}: nothing was recorded yet, all requests were deleted, the session has expired, or ` +
    'the id is wrong. The URL of the session in the viewer contains the id, which is case-sensitive; create_session makes a new session'
}

interface ListSummary extends Counts { evicted?: string, hint?: string }

function textOf ({ matched, shown, next, evicted, hint }: ListSummary, host: RequestRows['host'], lines: string[]): string {
  const head = [
    `${counted(matched, 'request matches', 'requests match')}, ${shown} shown, the newest last.`,
    ...next === undefined ? [] : [`For older requests, pass cursor ${next}.`],
    ...host === undefined ? [] : [`Rows without a host are requests to ${host}.`],
    ...evicted === undefined ? [] : [evicted],
    ...hint === undefined ? [] : [`${hint}.`]
  ]
  return [head.join(' '), ...lines].join('\n')
}
