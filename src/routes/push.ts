// Push an entry (specification §4.1): its start, its end, or both in one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OPERATIONS } from '../http/documents/operations.js'
import { PushSchema } from '../schema/push.js'
import { PushReplySchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { EntryStore } from '../store/entries.js'
import { PushBodies, type PushBodyOptions } from '../pushes/bodies.js'

/** What every route that takes pushes needs. */
export interface PushOptions extends PushBodyOptions {
  entries: EntryStore
}

export const pushRoute: FastifyPluginAsyncTypebox<PushOptions> = async (app, options) => {
  const { entries, intake } = options
  const bodies = new PushBodies(options)
  app.removeAllContentTypeParsers()
  // A browser's sendBeacon sends JSON as text/plain.
  app.addContentTypeParser(['application/json', 'text/plain'], bodies.parserOf('json'))
  app.addContentTypeParser('application/x-www-form-urlencoded', bodies.parserOf('form'))

  app.post('/raw-data', {
    config: { operation: OPERATIONS.pushEntry, access: ['push'] },
    schema: { querystring: SessionQuerySchema, body: PushSchema, response: { 200: PushReplySchema } },
    ...intake.hooks,
    errorHandler: bodies.refuse
  }, async request => {
    const id = await entries.push(request.query.sessionId, request.body)
    return { code: '0' as const, message: 'ok', data: id }
  })
}
