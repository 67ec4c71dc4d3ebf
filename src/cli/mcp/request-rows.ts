// Requests as lines of a list: what an agent needs to choose one, in few bytes. Each line exists as text and as JSON.
import { addressOf } from '../../exchange/address.js'
import { outcomeOf, VERDICTS, type Codes } from '../../exchange/outcome.js'
import { utf8Size } from '../../exchange/size.js'
import type { Entry } from '../../schema/entry.js'
import { durationText } from '../../text/duration.js'
import { headOf, visible } from '../../text/visible.js'
import { oddityOf } from './oddities.js'
import { z } from './sdk.js'

export const rowSchema = z.object({
  id: z.string().describe('The id for get_request and the tools that compare'),
  method: z.string(),
  url: z.string().describe("Host, path and query. The host is left out if it is the result's `host`; a long URL is cut"),
  status: z.number().optional().describe('0 where there was no response'),
  verdict: z.enum(VERDICTS).optional().describe('How the request ended; missing if all is fine'),
  ms: z.number().optional(),
  why: z.string().optional().describe('What is wrong with it, or what its recorder noted'),
  rule: z.string().optional().describe('The name of the last rule that applied to the request')
})
export type RequestRow = z.infer<typeof rowSchema>

export interface RequestRows {
  /** The host whose name the rows omit. */
  host: string | undefined
  rows: RequestRow[]
  lines: string[]
}

/** The size limit of an answer, in each of its two forms. */
export const MAX_BYTES = 20_000
/** Reserved for the text around the rows. */
const HEAD_BYTES = 1200
// How many bytes a row has besides its URL, as JSON and as text.
const [VALUE_BYTES, LINE_BYTES] = [70, 30]
// In characters.
const [MIN_URL, MAX_URL, MAX_WHY] = [24, 300, 100]
const MAX_ADDRESS_LENGTH = 2000

/** As many of the newest requests as fit, in the same order. If their URLs have a usual length, all of them fit. */
export function rowsOf (entries: readonly Entry[], codes: Codes | undefined): RequestRows {
  const host = commonHost(entries.map(entry => addressOf({ ...entry, api: entry.api.slice(0, MAX_ADDRESS_LENGTH) }).host))
  const share = Math.floor((MAX_BYTES - HEAD_BYTES) / Math.max(1, entries.length))
  const made = entries.map(entry => rowOf(entry, { host, codes }))
  const rows = made.map(row => fitted(row, share - VALUE_BYTES))
  const lines = made.map(row => lineOf(fitted(row, share - LINE_BYTES)))
  const count = Math.min(roomFor(rows.map(row => JSON.stringify(row))), roomFor(lines))
  return { host: host && visible(host).slice(0, MAX_URL), rows: rows.slice(rows.length - count), lines: lines.slice(lines.length - count) }
}

/** The id as lists show it: the number, without the random part that makes it unique for all time. */
export function shortId ({ id }: Pick<Entry, 'id'>): string {
  return id.slice(0, id.indexOf('-'))
}

/** The most frequent host, which the rows can omit; undefined if no host is known. */
export function commonHost (hosts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const host of hosts) if (host) counts.set(host, (counts.get(host) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0]
}

/** How many of the last texts fit into an answer. */
export function roomFor (texts: string[]): number {
  let [left, count] = [MAX_BYTES - HEAD_BYTES, 0]
  for (const text of texts.toReversed()) {
    left -= utf8Size(text) + 1
    if (left < 0) break
    count++
  }
  return count
}

/** A row as text, such as `231 POST 500 1.20 s /orders/7 [http-error: no such item]`. */
export function lineOf ({ id, method, url, status, verdict, ms, why, rule }: RequestRow): string {
  const said = [verdict, why, rule && `rule: ${rule}`].filter(part => part !== undefined).join(': ')
  const took = ms === undefined ? [] : [durationText(ms).replaceAll(' ', '')]
  return [id, method, status ?? '-', ...took, url, ...said ? [`[${said}]`] : []].join(' ')
}

function rowOf (entry: Entry, { host: common, codes }: { host: string | undefined, codes: Codes | undefined }): RequestRow {
  const { host, path, query } = addressOf({ ...entry, api: entry.api.slice(0, MAX_ADDRESS_LENGTH) })
  const { verdict, reason, evidence: { status, reply } } = outcomeOf(entry, Date.now(), codes)
  // The row already shows the status of an HTTP error; the error message of the body helps more than the name of the status.
  const said = verdict === 'http-error' ? reply?.error?.message : verdict === 'fine' ? oddityOf(entry) : reason
  const why = said ?? entry.note
  return {
    id: shortId(entry),
    method: entry.method,
    url: visible((host === common ? '' : host) + path + query),
    ...status && { status: status.code },
    ...verdict !== 'fine' && { verdict },
    ...entry.timeConsuming > 0 && { ms: Number(entry.timeConsuming.toFixed(1)) },
    ...why !== undefined && { why: visible(why) },
    ...entry.rule && { rule: visible(entry.rule.name) }
  }
}

function fitted (row: RequestRow, room: number): RequestRow {
  const why = row.why === undefined ? undefined : short(row.why, Math.min(MAX_WHY, Math.max(MIN_URL, room >> 1)))
  const url = short(row.url, Math.min(MAX_URL, Math.max(MIN_URL, room - (why?.length ?? 0))))
  return { ...row, url, ...why !== undefined && { why } }
}

function short (text: string, most: number): string {
  return text.length <= most ? text : `${headOf(text, most - 1)}…`
}
