// The live channel (specification §4.7 and §6): joins a WebSocket to the feed of its session.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { ApiError, CLOSE } from '../errors.js'
import { Connection } from '../live/connection.js'
import type { Feed } from '../live/feed.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { SessionStore } from '../store/sessions.js'

export interface ChannelOptions {
  feed: Feed
  sessions: SessionStore
}

export const channelRoute: FastifyPluginAsyncTypebox<ChannelOptions> = async (app, { feed, sessions }) => {
  app.route({
    method: 'GET',
    url: '/ws',
    schema: { querystring: SessionQuerySchema },
    handler: async () => { throw new ApiError('bad_request', 'This path is a WebSocket: connect with an upgrade') },
    wsHandler: (socket, request) => {
      const session = request.query.sessionId
      const connection = new Connection(session, socket, feed, sessions)
      // Before the first await: what comes earlier than its listener is lost.
      socket.on('message', (data: Buffer, isBinary: boolean) => { if (!isBinary) connection.hear(data.toString()) })
      socket.on('close', () => { connection.leave() })
      connection.join().catch((error: unknown) => {
        logRefusal(request, session, error)
        connection.leave()
        socket.close(CLOSE.serviceRestart)
      })
    }
  })
}

function logRefusal (request: FastifyRequest, session: string, error: unknown): void {
  const known = error instanceof ApiError
  request.log[known ? 'warn' : 'error']({ session, err: known ? error.cause : error }, 'a viewer could not join')
}
