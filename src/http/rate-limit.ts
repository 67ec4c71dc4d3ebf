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
    keyGenerator: ({ ip }) => addressOf(ip),
    errorResponseBuilder: (_request, { after }) =>
      new ApiError('rate_limited', `Too many requests from this address; try again in ${after}`)
  })
  return app.rateLimit()
}

// What a proxy passed on may have a port, or be no address at all, and must not become a name in Redis then.
function addressOf (text: string): string {
  const address = text.replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? normalizeIP(address) : 'unknown'
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
