// Recordings as files (contract §12).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { holdOf } from '../http/intake/intake.js'
import { SessionQuerySchema, type SessionQuery } from '../schema/session.js'
import type { ReadPush } from './batch-body.js'
import { PushBodies } from './push-bodies.js'
import { recordEach, replyWith, type Told } from './push-list.js'
import type { PushOptions } from './push.js'

// What others ask of Redis comes between.
const AT_ONCE = 100

export const harRoute: FastifyPluginAsyncTypebox<PushOptions> = async (app, options) => {
  const { entries, pushes, intake } = options
  const bodies = new PushBodies(options)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/plain'], bodies.parserOf('har'))

  app.post<{ Body: ReadPush[] | undefined, Querystring: SessionQuery }>('/har', {
    config: { operation: OPERATIONS.importHar, access: ['push'] },
    schema: { querystring: SessionQuerySchema },
    onRequest: intake.admit,
    errorHandler: bodies.refuse
  }, async request => {
    const { body, query } = request
    if (!body) throw new ApiError('bad_request', 'The body is empty')
    const told: Told[] = []
    for (let at = 0; at < body.length; at += AT_ONCE) {
      // Nobody waits for the rest where the client has hung up.
      if (at > 0 && holdOf(request).isReleased) break
      told.push(...await recordEach(body.slice(at, at + AT_ONCE), query.sessionId, request, entries))
    }
    request.hold?.release()
    return replyWith(told, pushes)
  })
}
