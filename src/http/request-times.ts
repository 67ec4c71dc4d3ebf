// How long requests take, from the head of a request to the end of its response. WebSockets count only if they are refused.
import type { FastifyInstance } from 'fastify'
import { Durations } from '../durations.js'

/** Requests for this path only read the figures, and are not counted. */
export const METRICS_PATH = '/metrics'

const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** By method, route and status. */
export function timeRequests (app: FastifyInstance): Durations {
  const durations = new Durations(BOUNDS_SECONDS)
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern, not the URL: the number of different URLs is unlimited.
    const route = request.routeOptions.url ?? 'unmatched'
    if (route !== METRICS_PATH) durations.note(reply.elapsedTime / 1000, request.method, route, reply.statusCode)
    done()
  })
  return durations
}
