// List, read, delete and clear entries (docs/api.md).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { ApiError, short } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { EntryParamsSchema } from '../schema/entry.js'
import { EVICTED_HEADER } from '../schema/evicted-header.js'
import { ClearQuerySchema, ListQuerySchema } from '../schema/listing.js'
import { SuccessSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ChangeLog, SessionState } from '../store/changes.js'
import type { EntryStore } from '../store/entries.js'
import { listing } from '../reading/listing.js'
import type { Readers } from '../reading/readers.js'
import { formatOf, LIST_TYPES, readingFor, sendParts, vary } from '../reading/response.js'
import { selectionOf } from '../reading/selection.js'
import { matchesETag } from '../http/etag.js'

export interface EntriesOptions {
  entries: EntryStore
  changes: ChangeLog
  readers: Readers
}

export const entryRoutes: FastifyPluginAsyncTypebox<EntriesOptions> = async (app, { entries, changes, readers }) => {
  // Some clients send a content type, or even a body, with a DELETE: both are ignored.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })

  const listed = { config: { operation: OPERATIONS.listEntries }, schema: { querystring: ListQuerySchema } }

  // Registered before GET: otherwise Fastify derives HEAD from GET, which reads the whole list only to drop it.
  app.head('/entries', listed, async (request, reply) => {
    const { headers, query } = request
    selectionOf(query)
    const state = await changes.state(query.sessionId)
    describe(reply, state, formatOf(request))
    return matchesETag(headers['if-none-match'], state.rev) ? reply.code(304).send() : reply.send()
  })

  app.get('/entries', listed, async (request, reply) => {
    const { headers, query } = request
    const [selection, format] = [selectionOf(query), formatOf(request)]
    if (headers['if-none-match'] !== undefined) {
      const state = await changes.state(query.sessionId)
      if (matchesETag(headers['if-none-match'], state.rev)) return describe(reply, state, format).code(304).send()
    }
    const reading = readingFor(request, reply, readers, query.sessionId)
    const [{ rev, first, rest }, { evicted }] = await Promise.all([
      listing(reading, query.sessionId, selection, { name: format, fields: selection.fields }),
      changes.state(query.sessionId)
    ])
    describe(reply, { rev, evicted }, format)
    return sendParts(request, reply, reading, first, rest)
  })

  app.get('/entries/:id', {
    config: { operation: OPERATIONS.readEntry },
    schema: { params: EntryParamsSchema, querystring: SessionQuerySchema }
  }, async (request, reply) => {
    const { params: { id }, query: { sessionId: session } } = request
    const reading = readingFor(request, reply, readers, session)
    const read = await reading.slice(bytes => ({ kind: 'entry', session, id, bytes }))
    if (!read?.bytes.length) throw new ApiError('not_found')
    return sendParts(request, reply.type(LIST_TYPES.json), reading, read.bytes)
  })

  app.delete('/entries', {
    config: { operation: OPERATIONS.clearEntries },
    schema: { querystring: ClearQuerySchema, response: { 200: SuccessSchema } }
  }, async ({ query: { sessionId, through } }) => {
    if (!await entries.clear(sessionId, through)) {
      throw new ApiError('bad_request', `through must be the id of an entry of this session; ${short(through ?? '')} is not`)
    }
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

function describe (reply: FastifyReply, { rev, evicted }: SessionState, format: keyof typeof LIST_TYPES): FastifyReply {
  vary(reply, 'Accept')
  return reply.headers({ [EVICTED_HEADER]: evicted, etag: `"${rev}"`, 'cache-control': 'no-cache' }).type(LIST_TYPES[format])
}
