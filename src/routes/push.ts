// Push an entry (specification §4.1): its start, its end, or both in one.
import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OPERATIONS } from '../http/documents/operations.js'
import { replyWithPushError } from '../http/errors.js'
import type { Redactor } from '../redact/redactor.js'
import { PushSchema } from '../schema/push.js'
import { PushReplySchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { EntryStore } from '../store/entries.js'
import { readFormPush, readJsonPush } from './push-body.js'
import type { PushTally } from './push-tally.js'

export interface PushOptions {
  entries: EntryStore
  pushes: PushTally
  /** Takes secrets out of a push before anything is stored or announced. */
  redact: Redactor | undefined
}

export const pushRoute: FastifyPluginAsyncTypebox<PushOptions> = async (app, { entries, pushes, redact }) => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  // A browser's sendBeacon sends JSON as text/plain.
  app.addContentTypeParser<string>(['application/json', 'text/plain'], { parseAs: 'string' },
    async (_request: unknown, body: string) => readJsonPush(pushes.read(body)))
  await app.register(formbody, { parser: body => readFormPush(pushes.read(body)) })

  app.post('/raw-data', {
    config: { operation: OPERATIONS.pushEntry, access: ['push'] },
    schema: { querystring: SessionQuerySchema, body: PushSchema, response: { 200: PushReplySchema } },
    errorHandler: (error, request, reply) => { pushes.refused[replyWithPushError(error, request, reply)]++ }
  }, async ({ query, body }) => {
    const id = await entries.push(query.sessionId, redact ? redact(body) : body)
    return { code: '0' as const, message: 'ok', data: id }
  })
}
