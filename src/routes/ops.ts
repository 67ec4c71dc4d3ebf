// For operators: is the process alive, should it get requests, and what has it counted? These routes need no token and no
// session, and reveal nothing about any session.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { METRICS_PATH } from '../http/request-times.js'
import { StatusSchema } from '../schema/reply.js'

export interface OpsOptions {
  /** Rejects if Redis does not reply. */
  ping: () => Promise<unknown>
  /** Whether the replica is about to end. */
  isDraining: () => boolean
  metrics: Exposition
}

/** The metrics that Prometheus scrapes. */
interface Exposition {
  readonly contentType: string
  expose (): Promise<string>
}

export const opsRoutes: FastifyPluginAsyncTypebox<OpsOptions> = async (app, { ping, isDraining, metrics }) => {
  app.get('/healthz', {
    config: { operation: OPERATIONS.getHealth },
    schema: { response: { 200: StatusSchema } }
  }, async () => ({ status: 'ok' as const }))

  app.get('/readyz', {
    config: { operation: OPERATIONS.getReadiness },
    // Each load balancer requests it every second. Problems with Redis are logged once, elsewhere.
    logLevel: 'error',
    schema: { response: { 200: StatusSchema } }
  }, async () => {
    if (isDraining()) throw new ApiError('unavailable', 'This replica is shutting down')
    await ping()
    return { status: 'ok' as const }
  })

  app.get(METRICS_PATH, { config: { operation: OPERATIONS.getMetrics } },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.expose()))
}
