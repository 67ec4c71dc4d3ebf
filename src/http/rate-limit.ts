// How many requests a minute one address may make of all replicas together (RATE_LIMIT).
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { ApiError } from '../errors.js'

/** Counts a request of an address; `current` includes it. */
export interface RequestCounter {
  readonly windowMs: number
  count (address: string, limit: number): Promise<{ current: number, leftMs: number }>
}

/** Resolves with a hook for onRequest. */
export async function limitRate (app: FastifyInstance, counter: RequestCounter, limit: number): Promise<onRequestAsyncHookHandler> {
  await app.register(rateLimit, {
    global: false,
    max: limit,
    timeWindow: counter.windowMs,
    store: storeOn(counter),
    errorResponseBuilder: (_request, { after }) =>
      new ApiError('rate_limited', `Too many requests from this address; try again in ${after}`)
  })
  return app.rateLimit()
}

type Done = (error: Error | null, count?: { current: number, ttl: number }) => void

// The plugin makes its store by itself, from a class.
function storeOn (counter: RequestCounter) {
  return class {
    incr (address: string, done: Done, _windowMs: number, limit: number): void {
      counter.count(address, limit).then(({ current, leftMs }) => done(null, { current, ttl: leftMs }), done)
    }

    child () { return this }
  }
}
