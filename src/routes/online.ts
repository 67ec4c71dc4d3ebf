// Whether anyone watches a session, and how many do.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { OPERATIONS } from '../http/documents/operations.js'
import { OnlineSchema, ViewersSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { SessionStore } from '../store/sessions.js'

export interface OnlineOptions {
  sessions: SessionStore
}

export const onlineRoute: FastifyPluginAsyncTypebox<OnlineOptions> = async (app, { sessions }) => {
  app.get('/online', {
    // Apps use it to push only while somebody watches; viewers use it, too.
    config: { operation: OPERATIONS.getOnline, access: ['push', 'view'] },
    schema: { querystring: SessionQuerySchema, response: { 200: OnlineSchema } }
  }, async ({ query }) => ({ online: await sessions.online(query.sessionId) }))

  app.get('/viewers', {
    config: { operation: OPERATIONS.countViewers },
    schema: { querystring: SessionQuerySchema, response: { 200: ViewersSchema } }
  }, async ({ query }) => ({ viewers: await sessions.viewers(query.sessionId) }))
}
