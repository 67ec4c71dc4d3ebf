// The composition root: builds the stores, the feed and the server, registers the routes, and closes them in order.
// READ FIRST: it is the table of contents.
import websocket from '@fastify/websocket'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Config } from './config.js'
import { CLOSE } from './errors.js'
import { refuseConnection, replyNotFound, replyWithError } from './http/errors.js'
import { loggerOptions } from './http/logging.js'
import { Metrics } from './http/metrics.js'
import { PushTally } from './http/push-tally.js'
import { requireSession } from './http/session.js'
import { webSocketUpgrades } from './http/upgrades.js'
import { describeInvalid } from './http/validation.js'
import { Feed } from './live/feed.js'
import { Heartbeat } from './live/heartbeat.js'
import { Hub } from './live/hub.js'
import { ViewerTally } from './live/tally.js'
import { captureRoutes } from './routes/capture.js'
import { channelRoute } from './routes/channel.js'
import { metricsRoute } from './routes/metrics.js'
import { opsRoutes } from './routes/ops.js'
import { screenshotRoutes } from './routes/screenshots.js'
import { uploadRoute } from './routes/upload.js'
import { ChangeLog } from './store/changes.js'
import { EntryStore } from './store/entries.js'
import { answered } from './store/faults.js'
import type { RedisConnections } from './store/redis.js'
import { observeRoundTrips } from './store/round-trips.js'
import { ScreenshotStore } from './store/screenshots.js'
import { SessionStore } from './store/sessions.js'

// A viewer sends pings and nothing else.
const MAX_FRAME_BYTES = 4096
const MAX_ID_LENGTH = 1000
const VIEWER_PATIENCE_MS = 3000
const REQUEST_PATIENCE_MS = 8000

export async function buildApp (config: Config, redis: RedisConnections): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: !['debug', 'trace'].includes(config.logLevel) }),
    bodyLimit: config.bodyLimitBytes,
    // What is a text stays one and what is a number stays one: leniency is the push's own, on purpose (contract §2).
    ajv: { customOptions: { coerceTypes: false } },
    schemaErrorFormatter: describeInvalid,
    // Requests on open connections are answered as long as the process closes; a 503 would not be in our envelope.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    routerOptions: { maxParamLength: MAX_ID_LENGTH },
    frameworkErrors: (error, request, reply) => { replyWithError(error, request, reply) }
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler(replyNotFound)

  const entries = new EntryStore(redis.commands, config)
  const sessions = new SessionStore(redis.commands)
  const log = new ChangeLog(redis.commands)
  const screenshots = new ScreenshotStore(redis.commands, config)

  const hub = new Hub()
  const feed = new Feed(redis.subscriber, log, hub,
    (error, session) => { app.log.error({ session, err: error }, 'a change could not be delivered') })
  const heartbeat = new Heartbeat()

  const [pushes, viewers] = [new PushTally(), new ViewerTally()]
  const metrics = new Metrics({ redis, entries, screenshots, pushes, hub, feed, viewers }, config.basePath)
  app.addHook('onResponse', metrics.noteRequest)
  observeRoundTrips(redis.commands, metrics.noteRoundTrip)

  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, server: webSocketUpgrades(app.server, '/ws') },
    preClose: async () => {
      hub.dropAll(CLOSE.goingAway)
      endStragglers(app)
    }
  })
  await app.register(opsRoutes, { ping: () => answered(redis.commands, 'ping', redis.commands.ping()) })
  await app.register(metricsRoute, { metrics })
  await app.register(async scope => {
    scope.addHook('onRequest', requireSession)
    await scope.register(captureRoutes, { prefix: '/capture', entries, log, sessions, pushes })
    await scope.register(screenshotRoutes, { prefix: '/capture', screenshots })
    await scope.register(uploadRoute, { screenshots, uploadLimitBytes: config.uploadLimitBytes })
    await scope.register(channelRoute, { feed, log, sessions, tally: viewers, heartbeat })
  })

  app.addHook('onClose', async () => {
    heartbeat.close()
    feed.close()
  })
  return app
}

// Viewers that do not answer the close, asleep perhaps, and connections that are in the middle of something for ever, must not
// hold up the end of the process.
function endStragglers (app: FastifyInstance): void {
  setTimeout(() => { for (const socket of app.websocketServer.clients) socket.terminate() }, VIEWER_PATIENCE_MS).unref()
  setTimeout(() => { app.server.closeAllConnections() }, REQUEST_PATIENCE_MS).unref()
}
