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
import type { EntryWork } from './entry-work.js'
import { pagedReply } from './paged-reply.js'
import { select, selectionOf } from './selection.js'

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
    const { sessionId, filter, last } = request.query
    const { turn, onTaken } = pagedReply(request, reply, budget)
    const { pages } = await select(entries.pages, work, sessionId, selectionOf({ filter, last }), turn)
    const table = new ApiTable()
    let count = 0
    // Of whole entries, because no fields are chosen. Each goes as soon as it was looked at.
    for await (const page of pages as AsyncIterable<Entry[]>) {
      for (let entry = page.shift(); entry; entry = page.shift()) {
        table.add(await work.asked(entry))
        count++
        onTaken()
      }
    }
    reply.header('cache-control', 'no-cache')
    return { entries: count, apis: worstFirst(table.groups).map(rowOf) }
  })
}

function rowOf (group: ApiGroup): Summary['apis'][number] {
  const { method, host, path, count, pending, errors, outcomes, bytes, lastMs, times } = group
  const [p50, p95] = [times.percentile(50), times.percentile(95)]
  const known = { ...host !== '' && { host }, ...p50 !== undefined && { p50 }, ...p95 !== undefined && { p95 } }
  return { method, path, count, pending, errors, outcomes: Object.fromEntries(outcomes), bytes, last: lastMs, ...known }
}
