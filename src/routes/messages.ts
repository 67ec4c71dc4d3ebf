// The messages of an entry that is a stream (docs/api.md, "Messages").
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OPERATIONS } from '../http/documents/operations.js'
import { clientLeft } from '../reading/client-left.js'
import { restFrom } from '../reading/listing.js'
import type { Readers } from '../reading/readers.js'
import { formatOf, LIST_TYPES, readingFor, sendParts, vary } from '../reading/response.js'
import { EntryParamsSchema } from '../schema/entry.js'
import { MessagesQuerySchema } from '../schema/message.js'
import { Type } from '../schema/typebox.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { Start } from '../store/entry-pages.js'

export interface MessagesOptions {
  readers: Readers
}

const QuerySchema = Type.Object({ ...SessionQuerySchema.properties, ...MessagesQuerySchema.properties })

export const messageRoutes: FastifyPluginAsyncTypebox<MessagesOptions> = async (app, { readers }) => {
  app.get('/entries/:id/messages', {
    config: { operation: OPERATIONS.readMessages },
    schema: { params: EntryParamsSchema, querystring: QuerySchema }
  }, async (request, reply) => {
    const { params: { id }, query: { sessionId: session, after = '0', last } } = request
    const format = formatOf(request)
    const reading = readingFor(request, reply, readers, session)
    let count = 0
    const next = async (start: Start) => {
      const newest = count === 0 && last !== undefined ? Number(last) : undefined
      const result = await reading.slice(bytes => ({ kind: 'messages', session, id, start, last: newest, format, count, bytes }))
      count += result?.count ?? 0
      return result
    }
    const first = await next({ after })
    if (!first) throw clientLeft()
    vary(reply, 'Accept')
    reply.header('cache-control', 'no-cache').type(LIST_TYPES[format])
    return sendParts(request, reply, reading, first.bytes, first.next && restFrom(first.next, next, reading))
  })
}
