// Push an entry: its start, its end, or both in one; or messages of an entry.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OPERATIONS } from '../http/documents/operations.js'
import { rulesHeader } from '../http/rules-header.js'
import { PushReplySchema } from '../schema/reply.js'
import { SessionQuerySchema, type SessionQuery } from '../schema/session.js'
import type { EntryStore } from '../store/entries.js'
import type { ReadPush } from '../pushes/batch-body.js'
import { PushBodies, type PushBodyOptions } from '../pushes/bodies.js'
import { recordOne } from '../pushes/list.js'

/** What every route that takes pushes needs. */
export interface PushOptions extends PushBodyOptions {
  entries: EntryStore
  /** Whether the service has rules: then responses have the header of rules-header.ts. */
  rulesAreOn: boolean
}

export const pushRoute: FastifyPluginAsyncTypebox<PushOptions> = async (app, options) => {
  const { entries, intake, rulesAreOn } = options
  const bodies = new PushBodies(options)
  app.removeAllContentTypeParsers()
  // A browser's sendBeacon sends JSON as text/plain.
  app.addContentTypeParser(['application/json', 'text/plain'], bodies.parserOf('json'))
  app.addContentTypeParser('application/x-www-form-urlencoded', bodies.parserOf('form'))

  app.post<{ Body: ReadPush | undefined, Querystring: SessionQuery }>('/raw-data', {
    config: { operation: OPERATIONS.pushEntry, access: ['push'] },
    schema: { querystring: SessionQuerySchema, response: { 200: PushReplySchema } },
    ...intake.hooks,
    errorHandler: bodies.refuse
  }, async (request, reply) => {
    const onRules = rulesHeader(reply, rulesAreOn)
    const id = await recordOne(request.body ?? { push: undefined }, request.query.sessionId, request, entries, onRules)
    return { code: '0' as const, message: 'ok', data: id }
  })
}
