// The summary of a session, by method, host and path.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { OPERATIONS } from '../http/documents/operations.js'
import type { Readers } from '../reading/readers.js'
import { readingFor, sendParts } from '../reading/response.js'
import { selectionOf } from '../reading/selection.js'
import { summary } from '../reading/summary.js'
import { SelectionQuerySchema } from '../schema/listing.js'
import { SummarySchema } from '../schema/summary.js'

export interface SummaryOptions {
  readers: Readers
}

export const summaryRoute: FastifyPluginAsyncTypebox<SummaryOptions> = async (app, { readers }) => {
  // The response is bytes: the schema is only for the API documents, and the code that builds the response has its type.
  const summarizing = {
    config: { operation: OPERATIONS.summarizeSession }, schema: { querystring: SelectionQuerySchema, response: { 200: SummarySchema } }
  }

  // Registered before GET: otherwise Fastify derives HEAD from GET, which does all the work only to drop the result.
  app.head('/summary', summarizing, async ({ query: { filter, last } }, reply) => {
    selectionOf({ filter, last })
    return withSummaryHeaders(reply).send()
  })

  app.get('/summary', summarizing, async (request, reply) => {
    const { sessionId, filter, last } = request.query
    const selection = selectionOf({ filter, last })
    const reading = readingFor(request, reply, readers, sessionId)
    return sendParts(request, withSummaryHeaders(reply), reading, await summary(reading, sessionId, selection))
  })
}

function withSummaryHeaders (reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8')
}
