// The bare server: everything that applies to all requests and responses, on any route.
import { LogController, fastify, type FastifyInstance } from 'fastify'
import { refuseConnection, replyNotFound, replyWithError } from './errors.js'
import { secureReply } from './headers.js'
import { jsonParser } from './json-body.js'
import { loggerOptions, type LogStream } from './logging.js'
import { registerCors } from './origins.js'
import { requestIdOf, sendRequestId } from './request-id.js'
import { isWebSocketBelow, upgradeOptions } from './upgrades.js'
import { describeInvalid } from './validation.js'

const MAX_ID_LENGTH = 1000
const MAX_CONNECTIONS = 20_000
const HEADERS_TIMEOUT_MS = 10_000
// A large upload takes time on a slow network. A client that only keeps a connection busy is cut off after this time.
const REQUEST_TIMEOUT_MS = 120_000
const TIMEOUT_CHECK_MS = 5000

export interface ServerOptions {
  logLevel: string
  logStream?: LogStream | undefined
  trustProxy: boolean | string[]
  basePath: string
  bodyLimitBytes: number
  corsOrigins: string[]
}

export async function createServer (options: ServerOptions): Promise<FastifyInstance> {
  const http = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    ...upgradeOptions(isWebSocketBelow(options.basePath))
  }
  const app = fastify({
    logger: loggerOptions(options.logLevel, options.logStream),
    logController: new LogController({ disableRequestLogging: !['debug', 'trace'].includes(options.logLevel) }),
    genReqId: requestIdOf,
    trustProxy: options.trustProxy,
    rewriteUrl: mountedAt(options.basePath),
    routerOptions: { maxParamLength: MAX_ID_LENGTH },
    bodyLimit: options.bodyLimitBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    http,
    // Values are not converted: a text stays a text. Only pushes are read leniently, on purpose.
    ajv: { customOptions: { coerceTypes: false } },
    schemaErrorFormatter: describeInvalid,
    // While the process closes, requests on open connections still get responses; Fastify's own 503 would not have our envelope.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    // For a URL that cannot be parsed. Hooks do not run for it.
    frameworkErrors: (error, request, reply) => {
      sendRequestId(request, reply, () => {})
      secureReply(request, reply, () => replyWithError(error, request, reply))
    }
  })
  app.server.maxConnections = MAX_CONNECTIONS
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler(replyNotFound)
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonParser(app))
  app.addHook('onRequest', sendRequestId)
  app.addHook('onRequest', secureReply)
  await registerCors(app, options.corsOrigins)
  return app
}

// Requests work with and without BASE_PATH, so a proxy may remove it or keep it, and probes that go directly to a replica do not
// need it.
/** Turns the URL of a request into the one that the routes know. `basePath` is '', or begins with a slash and does not end with one. */
function mountedAt (basePath: string) {
  return ({ url = '/' }: { url?: string | undefined }): string => {
    if (basePath === '' || !url.startsWith(basePath)) return url
    const rest = url.slice(basePath.length)
    if (rest.startsWith('/')) return rest
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url
  }
}
