// For load balancers and orchestrators (contract §8): is the process there, and should it get requests?
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { ApiError } from '../errors.js'

export interface OpsOptions {
  /** Rejects where Redis does not answer. */
  ping: () => Promise<unknown>
}

const StatusSchema = Type.Object({ status: Type.Literal('ok') })

export const opsRoutes: FastifyPluginAsyncTypebox<OpsOptions> = async (app, { ping }) => {
  let draining = false
  app.addHook('preClose', async () => { draining = true })

  app.get('/healthz', { schema: { response: { 200: StatusSchema } } }, async () => ({ status: 'ok' as const }))

  app.get('/readyz', { schema: { response: { 200: StatusSchema } } }, async () => {
    if (draining) throw new ApiError('unavailable', 'This replica is shutting down')
    await ping()
    return { status: 'ok' as const }
  })
}
