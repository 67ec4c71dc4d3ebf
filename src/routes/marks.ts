// Marks on entries, which all viewers see (docs/api.md, "Marks").
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { readMark } from '../exchange/mark.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { describeInvalid } from '../http/validation.js'
import { EntryParamsSchema } from '../schema/entry.js'
import { MarkSchema } from '../schema/mark.js'
import { SuccessSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { EntryStore } from '../store/entries.js'

export interface MarksOptions {
  entries: EntryStore
}

// Enough for the longest note if each of its characters is written as an escape such as \u0000.
const MAX_BYTES = 16 * 1024

export const markRoutes: FastifyPluginAsyncTypebox<MarksOptions> = async (app, { entries }) => {
  const schema = { params: EntryParamsSchema, querystring: SessionQuerySchema, response: { 200: SuccessSchema } }

  app.put('/entries/:id/mark', {
    config: { operation: OPERATIONS.markEntry },
    schema: { ...schema, body: MarkSchema },
    schemaErrorFormatter: (errors, where) => describeInvalid(errors, where, 'pinned, color and note, each of them optional'),
    bodyLimit: MAX_BYTES
  }, async ({ params, query, body }) => {
    if (!await entries.mark(query.sessionId, params.id, readMark(body))) throw new ApiError('not_found')
    return { success: true as const }
  })

  app.delete('/entries/:id/mark', {
    config: { operation: OPERATIONS.unmarkEntry },
    schema
  }, async ({ params, query }) => {
    if (!await entries.mark(query.sessionId, params.id, undefined)) throw new ApiError('not_found')
    return { success: true as const }
  })
}
