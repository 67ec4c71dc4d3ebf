// For load balancers and orchestrators (contract §8): is the process there, and should it get requests?
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { StatusSchema } from '../schema/reply.js'

export interface OpsOptions {
  /** Rejects where Redis does not answer. */
  ping: () => Promise<unknown>
  /** Whether the replica was told to end. */
  isDraining: () => boolean
}

export const opsRoutes: FastifyPluginAsyncTypebox<OpsOptions> = async (app, { ping, isDraining }) => {
  app.get('/healthz', {
    config: { operation: OPERATIONS.getHealth },
    schema: { response: { 200: StatusSchema } }
  }, async () => ({ status: 'ok' as const }))

  app.get('/readyz', {
    config: { operation: OPERATIONS.getReadiness },
    schema: { response: { 200: StatusSchema } }
  }, async () => {
    if (isDraining()) throw new ApiError('unavailable', 'This replica is shutting down')
    await ping()
    return { status: 'ok' as const }
  })
}
