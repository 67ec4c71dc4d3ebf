// The live channel (docs/api.md): connects a WebSocket to the feed of its session.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { WebSocket } from 'ws'
import { ApiError, CLOSE } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import type { Connection } from '../live/connection.js'
import type { Heartbeat } from '../live/heartbeat.js'
import type { Transport } from '../live/transport.js'
import { ChannelQuerySchema } from '../schema/session.js'

export interface ChannelOptions {
  /** Creates a viewer of the session, which has not joined yet. */
  connect: (session: string, transport: Transport) => Connection
  heartbeat: Heartbeat
}

export const channelRoute: FastifyPluginAsyncTypebox<ChannelOptions> = async (app, { connect, heartbeat }) => {
  app.route({
    method: 'GET',
    url: '/ws',
    config: { operation: OPERATIONS.watchSession },
    schema: { querystring: ChannelQuerySchema },
    handler: async () => { throw new ApiError('bad_request', 'This path is a WebSocket: connect with a WebSocket client') },
    wsHandler: (socket, { query, raw, ip, log }) => {
      const connection = connect(query.sessionId, { socket, stream: raw.socket, address: ip })
      // Must be called before the first await: a message that comes before its listener is lost.
      listen(socket, connection, heartbeat)
      connection.join(query.since).catch((error: unknown) => {
        connection.unwatch()
        // If the viewer has left in the meantime, that is not an error.
        if (socket.readyState !== socket.OPEN) return
        const known = error instanceof ApiError
        log[known ? 'warn' : 'error']({ session: query.sessionId, err: known ? error.cause : error }, 'a viewer could not join')
        connection.disconnect(CLOSE.resync, 'unavailable')
      })
    }
  })
}

// A separate function: everything its listeners refer to stays in memory as long as the viewer, and the whole request must not.
function listen (socket: WebSocket, connection: Connection, heartbeat: Heartbeat): void {
  // The plugin's own listener keeps request and reply in memory. A viewer that breaks the protocol needs no line in the log.
  socket.removeAllListeners('error')
  socket.on('error', () => { socket.terminate() })
  socket.on('message', (data: Buffer, isBinary: boolean) => { if (!isBinary) connection.onText(data.toString()) })
  socket.on('pong', () => { connection.notePong() })
  socket.on('close', () => {
    heartbeat.remove(connection)
    connection.unwatch()
  })
  heartbeat.add(connection)
}
