// List, delete and clear entries (specification §4.2 to 4.4).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Readable } from 'node:stream'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { EntryParamsSchema, type Entry } from '../schema/entry.js'
import { SuccessSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ChangeLog } from '../store/changes.js'
import type { EntryStore } from '../store/entries.js'
import { matchesETag } from './etag.js'

export interface EntriesOptions {
  entries: EntryStore
  changes: ChangeLog
}

export const entryRoutes: FastifyPluginAsyncTypebox<EntriesOptions> = async (app, { entries, changes }) => {
  // Some clients send a content type, or even a body, with a DELETE; it has no meaning and does no harm.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })

  app.get('/entries', {
    config: { operation: OPERATIONS.listEntries },
    schema: { querystring: SessionQuerySchema }
  }, async (request, reply) => {
    const session = request.query.sessionId
    const known = request.headers['if-none-match']
    if (known !== undefined) {
      const rev = await changes.head(session)
      if (matchesETag(known, rev)) return reply.code(304).header('etag', `"${rev}"`).send()
    }
    const { rev, pages } = await entries.list(session)
    return reply
      .header('etag', `"${rev}"`)
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(Readable.from(jsonArray(pages), { objectMode: false }))
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

// One chunk a page, so that memory holds one page, however long the list.
async function * jsonArray (pages: AsyncIterable<Entry[]>): AsyncGenerator<string> {
  let opening = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield opening + JSON.stringify(page).slice(1, -1)
    opening = ','
  }
  yield opening === '[' ? '[]' : ']'
}
