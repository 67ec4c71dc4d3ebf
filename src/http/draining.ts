// The time between SIGTERM and closing. Load balancers see on /readyz that the replica is about to end, and send requests elsewhere;
// requests that still arrive are served.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Call it before other code adds preClose hooks that close connections. The returned function tells whether the replica is ending. */
export function drainBeforeClose (app: FastifyInstance, delayMs: number): () => boolean {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
    await delay(delayMs)
  })
  return () => draining
}
