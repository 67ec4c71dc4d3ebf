// For operators (contract §8): is the process there, should it get requests, and what has it counted? None of them needs a token or a
// session, nor says anything about one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { METRICS_PATH } from '../http/request-times.js'
import { StatusSchema } from '../schema/reply.js'

export interface OpsOptions {
  /** Rejects where Redis does not answer. */
  ping: () => Promise<unknown>
  /** Whether the replica was told to end. */
  isDraining: () => boolean
  metrics: Exposition
}

/** What Prometheus reads. */
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
    // Every load balancer asks it every second. What is wrong is logged once, elsewhere.
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
