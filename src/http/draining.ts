// The time between SIGTERM and closing. Load balancers see on /readyz that the replica is about to end, and send requests elsewhere;
// what still arrives is served.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Call it before anything that closes connections adds its own preClose hook. What it returns says whether the replica was told to end. */
export function drainBeforeClose (app: FastifyInstance, delayMs: number): () => boolean {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
    await delay(delayMs)
  })
  return () => draining
}
