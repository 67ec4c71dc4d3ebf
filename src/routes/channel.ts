// The live channel (specification §4.7 and §6): joins a WebSocket to the feed of its session.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError, CLOSE } from '../errors.js'
import { Connection, type Sources } from '../live/connection.js'
import type { Heartbeat } from '../live/heartbeat.js'
import { ChannelQuerySchema } from '../schema/session.js'

export interface ChannelOptions extends Sources {
  heartbeat: Heartbeat
}

export const channelRoute: FastifyPluginAsyncTypebox<ChannelOptions> = async (app, { heartbeat, ...sources }) => {
  app.route({
    method: 'GET',
    url: '/ws',
    schema: { querystring: ChannelQuerySchema },
    handler: async () => { throw new ApiError('bad_request', 'This path is a WebSocket: connect with an upgrade') },
    wsHandler: (socket, request) => {
      const { sessionId: session, since } = request.query
      const connection = new Connection(session, socket, sources)
      // Before the first await: what comes earlier than its listener is lost.
      socket.on('message', (data: Buffer, isBinary: boolean) => { if (!isBinary) connection.hear(data.toString()) })
      socket.on('pong', () => { connection.beatAnswered() })
      socket.on('close', () => {
        heartbeat.remove(connection)
        connection.leave()
      })
      heartbeat.add(connection)
      connection.join(since).catch((error: unknown) => {
        connection.leave()
        // One that has left in the meantime is no fault.
        if (socket.readyState !== socket.OPEN) return
        const known = error instanceof ApiError
        request.log[known ? 'warn' : 'error']({ session, err: known ? error.cause : error }, 'a viewer could not join')
        socket.close(CLOSE.serviceRestart)
      })
    }
  })
}
