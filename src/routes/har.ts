// Exports a session as a HAR, and imports HAR files of any tool (docs/api.md, "A recording").
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { reservationOf } from '../http/intake/intake.js'
import { VERSION } from '../http/version.js'
import { ExportQuerySchema } from '../schema/listing.js'
import { SessionQuerySchema, type SessionQuery } from '../schema/session.js'
import { listing } from '../reading/listing.js'
import type { Readers } from '../reading/readers.js'
import { asFile, readingFor, sendParts } from '../reading/response.js'
import { selectionOf } from '../reading/selection.js'
import { PushBodies } from '../pushes/bodies.js'
import { recordEach, countedReply, type PushResult } from '../pushes/list.js'
import { pushesIn } from '../pushes/pages.js'
import type { PushOptions } from './push.js'

export interface HarOptions extends PushOptions {
  readers: Readers
}

export const harRoutes: FastifyPluginAsyncTypebox<HarOptions> = async (app, options) => {
  const { entries, pushes, intake, readers } = options
  const bodies = new PushBodies(options)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/plain'], bodies.parserOf('har'))

  const exporting = { config: { operation: OPERATIONS.exportHar }, schema: { querystring: ExportQuerySchema } }

  // Registered before GET: otherwise Fastify derives HEAD from GET, which reads the session only to drop it.
  app.head('/har', exporting, async ({ query: { sessionId, filter, last } }, reply) => {
    selectionOf({ filter, last })
    return asFile(reply, sessionId, 'har').send()
  })

  app.get('/har', exporting, async (request, reply) => {
    const { sessionId, filter, last, secrets = 'redact' } = request.query
    const selection = selectionOf({ filter, last })
    const reading = readingFor(request, reply, readers, sessionId)
    const { first, rest } = await listing(reading, sessionId, selection, {
      name: 'har', title: `Session ${sessionId}`, version: VERSION, secrets
    })
    return sendParts(request, asFile(reply, sessionId, 'har'), reading, first, rest)
  })

  app.post<{ Body: Uint8Array[] | undefined, Querystring: SessionQuery }>('/har', {
    config: { operation: OPERATIONS.importHar, access: ['push'] },
    schema: { querystring: SessionQuerySchema },
    ...intake.hooks,
    errorHandler: bodies.refuse
  }, async request => {
    const { body, query } = request
    if (!body) throw new ApiError('bad_request', 'The body is empty')
    const results: PushResult[] = []
    for (const page of body) {
      // If the client has hung up, nobody waits for the rest: it is not stored.
      if (results.length > 0 && reservationOf(request).isReleased) break
      const reads = pushesIn(page)
      const each = await recordEach(reads, query.sessionId, request, entries)
      // One result for each entry: its messages have none of their own.
      results.push(...each.filter((_, n) => !('messages' in (reads[n] ?? {}))))
    }
    return countedReply(results, pushes)
  })
}
