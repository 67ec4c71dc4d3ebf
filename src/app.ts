// The composition root: builds the stores, the feed and the server, registers the routes, and closes all parts in order.
// READ FIRST: this file is the table of contents of the service.
import { fileURLToPath } from 'node:url'
import accepts from '@fastify/accepts'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listensOnLoopback, type Config } from './config.js'
import { CLOSE } from './errors.js'
import { registerCompression } from './http/compression.js'
import { describeRoutes } from './http/documents/openapi.js'
import { restrictionsOf } from './http/documents/operation.js'
import { drainBeforeClose } from './http/draining.js'
import { refuseHandshake } from './http/errors.js'
import { Intake } from './http/intake/intake.js'
import { ownPageCheck, refuseOtherOrigins } from './http/origins.js'
import { editorCheck } from './http/rule-editors.js'
import { limitRate } from './http/rate-limit.js'
import { timeRequests } from './http/request-times.js'
import { screenshotUrlAt } from './http/screenshot-url.js'
import type { LogStream } from './http/logging.js'
import { createServer } from './http/server.js'
import { requireSession } from './http/session.js'
import { requireToken, tokenCheck, tokensOf, type HasAccess } from './http/tokens.js'
import { isWebSocketBelow, webSocketUpgrades } from './http/upgrades.js'
import { VERSION } from './http/version.js'
import { ChangeReader } from './live/change-reader.js'
import { Connection } from './live/connection.js'
import { Feed } from './live/feed.js'
import { Heartbeat } from './live/heartbeat.js'
import { HeldRequests } from './live/held-requests.js'
import { Hub } from './live/hub.js'
import { changeEncoder } from './live/message.js'
import { WriteBatcher } from './live/write-batcher.js'
import { MissedChanges } from './live/missed-changes.js'
import { ViewerTally } from './live/viewer-tally.js'
import type { Transport } from './live/transport.js'
import { Metrics } from './metrics/metrics.js'
import { PushParser } from './pushes/push-parser.js'
import { PushTally } from './pushes/tally.js'
import { PageBudget } from './reading/page-budget.js'
import { Readers } from './reading/readers.js'
import type { RedisConnections } from './redis/connections.js'
import { addressesRoute, type AddressesOptions } from './routes/addresses.js'
import { batchRoute } from './routes/batch.js'
import { captureScriptRoute } from './routes/capture-script.js'
import { channelRoute, type ChannelOptions } from './routes/channel.js'
import { documentRoutes, type DocumentsOptions } from './routes/documents.js'
import { entryRoutes, type EntriesOptions } from './routes/entries.js'
import { harRoutes, type HarOptions } from './routes/har.js'
import { markRoutes } from './routes/marks.js'
import { messageRoutes } from './routes/messages.js'
import { onlineRoute, type OnlineOptions } from './routes/online.js'
import { opsRoutes } from './routes/ops.js'
import { pageRoutes } from './routes/page.js'
import { pushRoute, type PushOptions } from './routes/push.js'
import { notingRecorders, recorderRoute, type RecorderOptions } from './routes/recorder.js'
import { rulesRoutes, type RulesOptions } from './routes/rules.js'
import { savedPageRoute, type SavedPageRouteOptions } from './routes/saved-page.js'
import { screenshotRoutes, type ScreenshotsOptions } from './routes/screenshots.js'
import { summaryRoute } from './routes/summary.js'
import { uploadRoute, type UploadOptions } from './routes/upload.js'
import { RuleWriting } from './rule-writing/rule-writing.js'
import { ChangeLog } from './store/changes.js'
import { EntryStore } from './store/entries.js'
import { messageLimits } from './store/message-codec.js'
import { RateLimits } from './store/rate-limits.js'
import { RecorderNotes } from './store/recorder-notes.js'
import { RuleStore } from './store/rules.js'
import { ScreenshotStore } from './store/screenshots.js'
import { SessionStore } from './store/sessions.js'

// A viewer sends pings and nothing else.
const MAX_FRAME_BYTES = 4096
// Two separate limits: many viewers that come back at once must not delay the viewers that are connected.
const LIVE_READS_AT_ONCE = 8
const MISSED_READS_AT_ONCE = 2
const MIB = 1024 * 1024
const PAGE_LIMITS = { smallBytes: 2 * MIB, shareBytes: 32 * MIB, graceMs: 1000, greedyGraceMs: 250 }
const VIEWER_GRACE_MS = 3000
const REQUEST_GRACE_MS = 6000
// The same relative path from src/ and from dist/.
const BUILT_PAGE = fileURLToPath(new URL('../dist/web', import.meta.url))

const UNFINISHED =
  'the rest of a write (evictions, deletions, a deadline, an announcement) has failed; a later write to the session continues it'

export async function buildApp (config: Config, redis: RedisConnections, logStream?: LogStream): Promise<FastifyInstance> {
  const app = await createServer({ ...config, logStream })

  const entries = new EntryStore(redis.commands, config,
    (error, session) => { app.log.error({ session, err: error }, UNFINISHED) })
  const sessions = new SessionStore(redis.commands)
  const changes = new ChangeLog(redis.commands)
  const screenshots = new ScreenshotStore(redis.commands, config, entries.sweeper)
  const rules = new RuleStore(redis.commands, config, entries.sweeper)
  const ruleWriting = new RuleWriting(rules, entries)

  const hub = new Hub()
  const urlOf = screenshotUrlAt(config.basePath)
  const encode = changeEncoder(urlOf)
  const feed = new Feed(redis.subscriber, new ChangeReader(changes, LIVE_READS_AT_ONCE), hub, encode,
    (error, session) => { app.log.error({ session, err: error }, 'a change could not be delivered') })
  const heartbeat = new Heartbeat()
  const held = new HeldRequests(redis.subscriber, rules)

  const viewers = new ViewerTally()
  const pages = new PageBudget(PAGE_LIMITS)
  const missedChanges = new MissedChanges(changes, pages, MISSED_READS_AT_ONCE)
  const rulesAreOn = config.rules !== 'off'
  const sources = { feed, missedChanges, sessions, encode, writes: new WriteBatcher(), tally: viewers, rulesAreOn }
  const connect = (session: string, transport: Transport) => new Connection(session, transport, sources)

  const pushes = new PushTally()
  const requests = timeRequests(app)
  const metrics = new Metrics({
    version: VERSION, requests, redis, entries, screenshots, pushes, hub, feed, viewers, held, ruleWrites: ruleWriting.tally
  })

  const intake = new Intake(app, config.maxInflightBytes)
  const pushParser = new PushParser({ redact: config.redact, ...messageLimits(config) })
  const readers = new Readers({ redis: redis.address, ping: redis.ping, roundTrips: redis.roundTrips, budget: pages })

  const isDraining = drainBeforeClose(app, config.drainDelayMs)
  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, server: webSocketUpgrades(app.server, isWebSocketBelow(config.basePath)) },
    preClose: async () => {
      hub.disconnectAll(CLOSE.shutdown)
      held.close()
      endStragglers(app)
    }
  })
  app.websocketServer.on('wsClientError', refuseHandshake)
  const restrictions = restrictionsOf(config)
  await describeRoutes(app, restrictions)
  const recorderNotes = new RecorderNotes(redis.commands)
  await app.register(captureScriptRoute, { rulesAreOn, onAsked: notingRecorders(recorderNotes) })
  await app.register(opsRoutes, { ping: redis.ping, isDraining, metrics })
  await app.register(pageRoutes, { folder: BUILT_PAGE })
  await app.register(registerDocuments, { restrictions })
  const stores = {
    entries, changes, screenshots, rules, ruleWriting, sessions, readers, held, pushes, intake, pushParser, recorderNotes, urlOf
  }
  const rateLimits = new RateLimits(redis.commands)
  await app.register(async scope => { await registerSessions(scope, config, rateLimits, { ...stores, connect, heartbeat }) })

  app.addHook('onClose', async () => {
    heartbeat.close()
    feed.close()
    await Promise.all([pushParser.close(), ruleWriting.close(), readers.close()])
    await entries.close()
  })
  return app
}

async function registerDocuments (scope: FastifyInstance, options: DocumentsOptions): Promise<void> {
  await registerCompression(scope)
  await scope.register(documentRoutes, options)
}

// The routes of sessions.
type SessionsOptions = Omit<ReadingOptions & PushOptions & UploadOptions & OnlineOptions & RulesOptions & ChannelOptions, keyof Settings>
type Settings = Pick<Config, 'bodyLimitBytes' | 'uploadLimitBytes' | 'basePath'> &
  Pick<RulesOptions, 'rulesAreOn' | 'mayView' | 'checkEditor'>

async function registerSessions (scope: FastifyInstance, config: Config, rateLimits: RateLimits, stores: SessionsOptions): Promise<void> {
  const { bodyLimitBytes, uploadLimitBytes, basePath, rules } = config
  const tokens = tokensOf(config)
  const hasAccess = tokenCheck(tokens)
  const isOwnPage = ownPageCheck(config.corsOrigins, listensOnLoopback(config.host))
  const mayView = (request: FastifyRequest) => hasAccess(request, 'view')
  const checkEditor = editorCheck({ tokens, isOwnPage, areLocal: rules === 'local' })
  const rulesAreOn = rules !== 'off'
  const options = { ...stores, prefix: '/capture', bodyLimitBytes, uploadLimitBytes, basePath, rulesAreOn, mayView, checkEditor }
  await guard(scope, config, rateLimits, hasAccess)
  await scope.register(pushRoute, options)
  await scope.register(batchRoute, options)
  await scope.register(uploadRoute, { ...options, prefix: '' })
  await scope.register(async scope => { await registerReading(scope, options) })
  await scope.register(onlineRoute, options)
  await scope.register(rulesRoutes, options)
  await scope.register(channelRoute, { ...options, prefix: '' })
}

// The routes that read, and the routes of marks. Replies are compressed part by part: see reading/compression.ts.
type ReadingOptions = EntriesOptions & HarOptions & ScreenshotsOptions & AddressesOptions & RecorderOptions &
  Omit<SavedPageRouteOptions, 'folder'>

async function registerReading (scope: FastifyInstance, options: ReadingOptions): Promise<void> {
  await scope.register(accepts)
  await scope.register(entryRoutes, options)
  await scope.register(messageRoutes, options)
  await scope.register(markRoutes, options)
  await scope.register(harRoutes, options)
  await scope.register(savedPageRoute, { ...options, folder: BUILT_PAGE })
  await scope.register(summaryRoute, options)
  await scope.register(screenshotRoutes, options)
  await scope.register(addressesRoute, options)
  await scope.register(recorderRoute, options)
}

// The access checks. The rate limit comes before the tokens, so that token guesses are limited; all checks come before a body is read.
async function guard (scope: FastifyInstance, config: Config, rateLimits: RateLimits, hasAccess: HasAccess): Promise<void> {
  if (config.rateLimit !== 'off') scope.addHook('onRequest', await limitRate(scope, rateLimits, config.rateLimit))
  if (!config.corsOrigins.includes('*')) scope.addHook('onRequest', refuseOtherOrigins(config.corsOrigins))
  if (config.pushTokens.length + config.viewTokens.length + config.ruleTokens.length > 0) {
    scope.addHook('onRequest', requireToken(hasAccess))
  }
  scope.addHook('onRequest', requireSession)
}

// Some viewers do not confirm the close, perhaps because their device sleeps, and some requests never end. Neither may delay the end
// of the process.
function endStragglers (app: FastifyInstance): void {
  setTimeout(() => { for (const socket of app.websocketServer.clients) socket.terminate() }, VIEWER_GRACE_MS).unref()
  setTimeout(() => { app.server.closeAllConnections() }, REQUEST_GRACE_MS).unref()
}
