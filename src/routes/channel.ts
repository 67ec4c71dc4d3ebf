// The live channel (specification §4.7 and §6): joins a WebSocket to the feed of its session.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { WebSocket } from 'ws'
import { ApiError, CLOSE } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
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
    config: { operation: OPERATIONS.watchSession },
    schema: { querystring: ChannelQuerySchema },
    handler: async () => { throw new ApiError('bad_request', 'This path is a WebSocket: connect with an upgrade') },
    wsHandler: (socket, { query, log }) => {
      const connection = new Connection(query.sessionId, socket, sources)
      // Before the first await: what comes earlier than its listener is lost.
      listen(socket, connection, heartbeat)
      connection.join(query.since).catch((error: unknown) => {
        connection.leave()
        // One that has left in the meantime is no fault.
        if (socket.readyState !== socket.OPEN) return
        const known = error instanceof ApiError
        log[known ? 'warn' : 'error']({ session: query.sessionId, err: known ? error.cause : error }, 'a viewer could not join')
        connection.drop(CLOSE.serviceRestart, 'unavailable')
      })
    }
  })
}

// Apart from the handler: what these listeners see lives as long as the viewer, and must not be the whole request.
function listen (socket: WebSocket, connection: Connection, heartbeat: Heartbeat): void {
  // The plugin's own listener holds request and reply; a viewer that breaks the protocol is of no interest.
  socket.removeAllListeners('error')
  socket.on('error', () => { socket.terminate() })
  socket.on('message', (data: Buffer, isBinary: boolean) => { if (!isBinary) connection.hear(data.toString()) })
  socket.on('pong', () => { connection.beatAnswered() })
  socket.on('close', () => {
    heartbeat.remove(connection)
    connection.leave()
  })
  heartbeat.add(connection)
}
