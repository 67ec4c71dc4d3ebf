// Starts a Redis and some replicas that serve the built page, for one test file. All test files of a process share one browser.
import type { Browser } from 'playwright-core'
import type { Test } from 'tap'
import { startBrowser } from '../../support/browser.js'
import { startRedis, type TestRedis } from '../../support/redis.js'
import { startReplica, type Replica } from '../../support/replica.js'

export interface House {
  redis: TestRedis
  /** The first replica; tests push to `replica.url`. */
  replica: Replica
  replicas: Replica[]
  browser: Browser
}

interface Wanted { replicas?: number, env?: NodeJS.ProcessEnv }

export async function startHouse (t: Test, { replicas: count = 1, env = {} }: Wanted = {}): Promise<House> {
  const [redis, browser] = await Promise.all([startRedis(t), startBrowser(t)])
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(t, redis, env)))
  return { redis, replica: replicas[0]!, replicas, browser }
}
