// How many requests a minute one address may make of all replicas together (RATE_LIMIT).
import { isIP } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { ApiError } from '../errors.js'
import type { RateLimits } from '../store/rate-limits.js'

/** Resolves with a hook for onRequest. */
export async function limitRate (app: FastifyInstance, limits: RateLimits, limit: number): Promise<onRequestAsyncHookHandler> {
  await app.register(rateLimit, {
    global: false,
    max: limit,
    timeWindow: limits.windowMs,
    store: storeOn(limits),
    // What a proxy passed on may be no address, and must not become a name in Redis.
    keyGenerator: ({ ip }) => isIP(ip) ? normalizeIP(ip) : 'unknown',
    errorResponseBuilder: (_request, { after }) =>
      new ApiError('rate_limited', `Too many requests from this address; try again in ${after}`)
  })
  return app.rateLimit()
}

type Done = (error: Error | null, count?: { current: number, ttl: number }) => void

// The plugin makes its store by itself, from a class.
function storeOn (limits: RateLimits) {
  return class {
    incr (address: string, done: Done, _windowMs: number, limit: number): void {
      limits.count(address, limit).then(({ current, leftMs }) => done(null, { current, ttl: leftMs }), done)
    }

    child () { return this }
  }
}
