// Limits how many requests per minute one IP address may send to all replicas together (RATE_LIMIT).
import { isIP } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { ApiError } from '../errors.js'

/** Counts the requests of each address, over all replicas. */
export interface RequestCounter {
  readonly windowMs: number
  /** Resolves with the requests of the window, including this one, and the time until the window ends. */
  count (address: string, limit: number): Promise<{ current: number, leftMs: number }>
}

/** Resolves with a hook for onRequest. */
export async function limitRate (app: FastifyInstance, counter: RequestCounter, limit: number): Promise<onRequestAsyncHookHandler> {
  await app.register(rateLimit, {
    global: false,
    max: limit,
    timeWindow: counter.windowMs,
    store: storeOn(counter),
    keyGenerator: ({ ip }) => addressOf(ip),
    errorResponseBuilder: (_request, { after }) =>
      new ApiError('rate_limited', `Too many requests from this address; try again in ${after}`)
  })
  return app.rateLimit()
}

// An address that a proxy forwarded may have a port, or may not be an address at all. Such a text must not become the name of a key.
function addressOf (text: string): string {
  const address = text.replace(/^([\d.]+):\d+$/, '$1')
  return isIP(address) ? normalizeIP(address) : 'unknown'
}

type Done = (error: Error | null, count?: { current: number, ttl: number }) => void

// The plugin creates its store itself, so it gets a class.
function storeOn (counter: RequestCounter) {
  return class {
    incr (address: string, done: Done, _windowMs: number, limit: number): void {
      counter.count(address, limit).then(({ current, leftMs }) => done(null, { current, ttl: leftMs }), done)
    }

    child () { return this }
  }
}
