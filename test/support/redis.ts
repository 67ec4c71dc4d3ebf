// A real Redis for one test file: a separate server with the project's redis.conf. It stops when the test ends.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import type { RedisAddress } from '../../src/config.js'
import { startEmbeddedRedis } from '../../src/redis/embedded.js'
import type { Owner } from './replica.js'

export interface TestRedis {
  address: RedisAddress
  /** The value for REDIS_URL. */
  url: string
  /** Inspects data, and injects faults. */
  client: Redis
}

/** `settings` are command line arguments of redis-server. */
export async function startRedis (t: Test, settings: string[] = []): Promise<TestRedis> {
  const dir = await temporaryFolder(t)
  const server = await startEmbeddedRedis(dir, { settings })
  t.teardown(() => server.close())
  // If a test stops the server, pending commands reject.
  const client = new Redis(server.path).on('error', () => {})
  t.teardown(() => client.disconnect())
  return { address: { kind: 'single', url: server.path }, url: server.path, client }
}

/** Makes a folder with a short path, because names of sockets must be short. */
export async function temporaryFolder (t: Owner): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-'))
  t.teardown(() => rm(dir, { recursive: true, force: true }))
  return dir
}
