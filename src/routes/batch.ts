// Push several entries at once (docs/api.md, "A batch"): for clients that can open only a few connections, that were offline, or that
// are about to end.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { rulesHeader } from '../http/rules-header.js'
import { SessionQuerySchema, type SessionQuery } from '../schema/session.js'
import type { ReadPush } from '../pushes/batch-body.js'
import { PushBodies } from '../pushes/bodies.js'
import { recordEach, countedReply } from '../pushes/list.js'
import type { PushOptions } from './push.js'

export const batchRoute: FastifyPluginAsyncTypebox<PushOptions> = async (app, options) => {
  const { entries, pushes, intake, rulesAreOn } = options
  const bodies = new PushBodies(options)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', bodies.parserOf('array'))
  app.addContentTypeParser('application/x-ndjson', bodies.parserOf('lines'))
  app.addContentTypeParser('text/plain', bodies.parserOf('beacon'))

  app.post<{ Body: ReadPush[] | undefined, Querystring: SessionQuery }>('/batch', {
    config: { operation: OPERATIONS.pushBatch, access: ['push'] },
    schema: { querystring: SessionQuerySchema },
    ...intake.hooks,
    errorHandler: bodies.refuse
  }, async (request, reply) => {
    if (!request.body) throw new ApiError('bad_request', 'The body is empty')
    const results = await recordEach(request.body, request.query.sessionId, request, entries, rulesHeader(reply, rulesAreOn))
    return countedReply(results, pushes)
  })
}
