// List, read, delete and clear entries (specification §4.2 to 4.4, contract §10).
import accepts from '@fastify/accepts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { EntryParamsSchema } from '../schema/entry.js'
import { ListQuerySchema } from '../schema/listing.js'
import { SuccessSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ChangeLog } from '../store/changes.js'
import type { EntryStore } from '../store/entries.js'
import type { PageBudget } from '../store/page-budget.js'
import type { EntryWork } from './entry-work.js'
import { matchesETag } from './etag.js'
import { JSON_ARRAY, NDJSON, jsonEntry, jsonList, type ListFormat } from './json-list.js'
import { pagedReply, textOrStream } from './paged-reply.js'
import { select, selectionOf } from './selection.js'

export interface EntriesOptions {
  entries: EntryStore
  changes: ChangeLog
  pages: PageBudget
  work: EntryWork
}

export const entryRoutes: FastifyPluginAsyncTypebox<EntriesOptions> = async (app, { entries, changes, pages: budget, work }) => {
  await app.register(accepts)
  // Some clients send a content type, or even a body, with a DELETE; it has no meaning and does no harm.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })

  const listing = { config: { operation: OPERATIONS.listEntries }, schema: { querystring: ListQuerySchema } }

  // Before GET: Fastify would make a HEAD of that, which reads the whole list to throw it away.
  app.head('/entries', listing, async (request, reply) => {
    const { headers, query } = request
    selectionOf(query)
    const rev = await changes.head(query.sessionId)
    listed(reply, rev, formatOf(request))
    return matchesETag(headers['if-none-match'], rev) ? reply.code(304).send() : reply.send()
  })

  app.get('/entries', listing, async (request, reply) => {
    const { headers, query } = request
    const [selection, format] = [selectionOf(query), formatOf(request)]
    if (headers['if-none-match'] !== undefined) {
      const rev = await changes.head(query.sessionId)
      if (matchesETag(headers['if-none-match'], rev)) return listed(reply, rev, format).code(304).send()
    }
    const { turn, onTaken } = pagedReply(request, reply, budget)
    const { rev, pages } = await select(entries.pages, work, query.sessionId, selection, turn)
    listed(reply, rev, format)
    return reply.send(await textOrStream(jsonList(pages, format, onTaken)))
  })

  app.get('/entries/:id', {
    config: { operation: OPERATIONS.readEntry },
    schema: { params: EntryParamsSchema, querystring: SessionQuerySchema }
  }, async ({ params, query }, reply) => {
    const entry = await entries.pages.read(query.sessionId, params.id)
    if (!entry) throw new ApiError('not_found')
    return reply.type(JSON_ARRAY.type).send(await textOrStream(jsonEntry(entry)))
  })

  app.delete('/entries', {
    config: { operation: OPERATIONS.clearEntries },
    schema: { querystring: SessionQuerySchema, response: { 200: SuccessSchema } }
  }, async ({ query }) => {
    await entries.clear(query.sessionId)
    return { success: true as const }
  })

  app.delete('/entries/:id', {
    config: { operation: OPERATIONS.deleteEntry },
    schema: { params: EntryParamsSchema, querystring: SessionQuerySchema, response: { 200: SuccessSchema } }
  }, async ({ params, query }) => {
    if (!await entries.remove(query.sessionId, params.id)) throw new ApiError('not_found')
    return { success: true as const }
  })
}

function listed (reply: FastifyReply, rev: string, { type }: ListFormat): FastifyReply {
  const vary = ['Accept', reply.getHeader('vary') ?? []].flat().join(', ')
  return reply.headers({ etag: `"${rev}"`, 'cache-control': 'no-cache', vary }).type(type)
}

/** An array, unless NDJSON is what the client would rather have. */
function formatOf (request: FastifyRequest): ListFormat {
  return request.accepts().type(['application/json', 'application/x-ndjson']) === 'application/x-ndjson' ? NDJSON : JSON_ARRAY
}
