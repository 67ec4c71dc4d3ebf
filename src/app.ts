// The composition root: builds the stores, the feed and the server, registers the routes, and closes them in order.
// READ FIRST: it is the table of contents.
import websocket from '@fastify/websocket'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { CLOSE } from './errors.js'
import { replyNotFound, replyWithError } from './http/errors.js'
import { loggerOptions } from './http/logging.js'
import { requireSession } from './http/session.js'
import { describeInvalid } from './http/validation.js'
import { Feed } from './live/feed.js'
import { Hub } from './live/hub.js'
import { captureRoutes } from './routes/capture.js'
import { channelRoute } from './routes/channel.js'
import { screenshotRoutes } from './routes/screenshots.js'
import { uploadRoute } from './routes/upload.js'
import { EntryStore } from './store/entries.js'
import type { RedisConnections } from './store/redis.js'
import { ScreenshotStore } from './store/screenshots.js'
import { SessionStore } from './store/sessions.js'

// A viewer sends pings and nothing else.
const MAX_FRAME_BYTES = 4096

export async function buildApp (config: Config, redis: RedisConnections): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: !['debug', 'trace'].includes(config.logLevel) }),
    bodyLimit: config.bodyLimitBytes,
    // What is a text stays one and what is a number stays one: leniency is the push's own, on purpose (contract §2).
    ajv: { customOptions: { coerceTypes: false } },
    schemaErrorFormatter: describeInvalid,
    frameworkErrors: (error, request, reply) => { replyWithError(error, request, reply) }
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler(replyNotFound)

  const entries = new EntryStore(redis.commands, config)
  const sessions = new SessionStore(redis.commands)
  const screenshots = new ScreenshotStore(redis.commands, config)

  const hub = new Hub()
  const feed = new Feed(redis.subscriber, entries, hub,
    (error, session) => { app.log.error({ session, err: error }, 'a change could not be delivered') })

  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES },
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'a viewer broke the WebSocket protocol')
      socket.terminate()
    },
    preClose: async () => { hub.dropAll(CLOSE.goingAway) }
  })
  await app.register(async scope => {
    scope.addHook('onRequest', requireSession)
    await scope.register(captureRoutes, { prefix: '/capture', entries, sessions })
    await scope.register(screenshotRoutes, { prefix: '/capture', screenshots })
    await scope.register(uploadRoute, { screenshots, uploadLimitBytes: config.uploadLimitBytes })
    await scope.register(channelRoute, { feed, sessions })
  })

  app.addHook('onClose', async () => { feed.close() })
  return app
}
