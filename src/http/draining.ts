// The time between being told to end and closing: load balancers see it on /readyz, and send nobody here any more; whoever comes until
// then is served.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** To be called before what closes connections registers itself. Returns whether the replica was told to end. */
export function drainBeforeClose (app: FastifyInstance, delayMs: number): () => boolean {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
    await delay(delayMs)
  })
  return () => draining
}
