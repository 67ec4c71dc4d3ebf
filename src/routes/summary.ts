// A session in figures, by method, host and path.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OPERATIONS } from '../http/documents/operations.js'
import type { Entry } from '../schema/entry.js'
import { SelectionQuerySchema } from '../schema/listing.js'
import { SummarySchema, type Summary } from '../schema/summary.js'
import type { EntryStore } from '../store/entries.js'
import type { PageBudget } from '../store/page-budget.js'
import type { ApiGroup } from '../summary/api-group.js'
import { ApiTable, worstFirst } from '../summary/api-table.js'
import type { Asked } from '../summary/asked.js'
import { repeatableOf } from '../summary/repeatable.js'
import { Repeats, type Tracked } from '../summary/repeats.js'
import { eachEntry } from './each-entry.js'
import type { EntryWork, Filter } from './entry-work.js'
import { pagedReply } from './paged-reply.js'
import { informed, selectionOf } from './selection.js'

export interface SummaryOptions {
  entries: EntryStore
  pages: PageBudget
  work: EntryWork
}

export const summaryRoute: FastifyPluginAsyncTypebox<SummaryOptions> = async (app, { entries, pages: budget, work }) => {
  app.get('/summary', {
    config: { operation: OPERATIONS.summarizeSession },
    schema: { querystring: SelectionQuerySchema, response: { 200: SummarySchema } }
  }, async (request, reply): Promise<Summary> => {
    const { turn, onTaken } = pagedReply(request, reply, budget)
    const { sessionId, filter: text, last } = request.query
    const { filter, last: most } = selectionOf({ filter: text, last })
    const { pages } = entries
    const chosen = await askedIn((await pages.list(sessionId, {}, turn)).pages, work, filter && await informed(filter, pages, sessionId, turn), onTaken)
    const table = new ApiTable()
    const newest = most === undefined ? chosen : chosen.slice(-most)
    for (const { asked, tracked: { isDuplicate, isNPlusOne } } of newest) table.add({ ...asked, isDuplicate, isNPlusOne })
    reply.header('cache-control', 'no-cache')
    return { entries: newest.length, apis: table.groups.sort(worstFirst).map(rowOf) }
  })
}

/** Of those that match. All are looked at, because what is a duplicate depends on the others. Each entry goes as soon as it was looked at. */
async function askedIn (pages: AsyncIterable<Entry[]>, work: EntryWork, filter: Filter | undefined, onTaken: () => void): Promise<{ asked: Asked, tracked: Tracked }[]> {
  const [repeats, chosen]: [Repeats, { asked: Asked, tracked: Tracked }[]] = [new Repeats(), []]
  for await (const entry of eachEntry(pages, onTaken)) {
    const tracked = repeats.add(repeatableOf(entry))
    const [matching] = filter ? await work.matching([entry], filter) : [entry]
    if (matching) chosen.push({ asked: await work.asked(matching), tracked })
  }
  return chosen
}

function rowOf (group: ApiGroup): Summary['apis'][number] {
  const { method, host, path, count, pending, errors, duplicates, nPlusOne, outcomes, bytes, lastMs, times } = group
  const [p50, p95] = [times.percentile(50), times.percentile(95)]
  const known = { ...host !== '' && { host }, ...p50 !== undefined && { p50 }, ...p95 !== undefined && { p95 } }
  return { method, path, count, pending, errors, duplicates, nPlusOne, outcomes: Object.fromEntries(outcomes), bytes, last: lastMs, ...known }
}
