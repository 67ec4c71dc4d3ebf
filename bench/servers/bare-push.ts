// The push route without a store: the same schema and reply, but it stores nothing. Shows the cost of Fastify itself.
import Fastify from 'fastify'
import { PushSchema } from '../../src/schema/push.js'
import { PushReplySchema } from '../../src/schema/reply.js'
import { SessionQuerySchema } from '../../src/schema/session.js'

const app = Fastify()
app.post('/capture/raw-data', {
  schema: { querystring: SessionQuerySchema, body: PushSchema, response: { 200: PushReplySchema } }
}, async () => ({ code: '0' as const, message: 'ok', data: '1-000000000000' }))

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
