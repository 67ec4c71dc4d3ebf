// For Prometheus: what this replica has counted and measured. It takes no token and tells nothing of any session.
import type { FastifyPluginAsync } from 'fastify'
import { OPERATIONS } from '../http/documents/operations.js'
import { METRICS_PATH, type Metrics } from '../http/metrics/metrics.js'

export const metricsRoute: FastifyPluginAsync<{ metrics: Metrics }> = async (app, { metrics }) => {
  app.get(METRICS_PATH, { config: { operation: OPERATIONS.getMetrics } },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.expose()))
}
