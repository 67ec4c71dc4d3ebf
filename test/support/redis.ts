// A real Redis for one test file: its own server, with the project's redis.conf, gone with the test.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { startEmbeddedRedis } from '../../src/store/embedded.js'

export interface TestRedis {
  /** For REDIS_URL. */
  address: string
  /** To look at what is there, and to break it. */
  client: Redis
}

/** `settings` as redis-server's command line takes them. */
export async function startRedis (t: Test, settings: string[] = []): Promise<TestRedis> {
  const dir = await temporaryFolder(t)
  const server = await startEmbeddedRedis(dir, { settings })
  t.teardown(() => server.close())
  const client = new Redis(server.path)
  t.teardown(() => client.disconnect())
  return { address: server.path, client }
}

/** A folder with a short path, as a socket's name must be. */
export async function temporaryFolder (t: Test): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-'))
  t.teardown(() => rm(dir, { recursive: true, force: true }))
  return dir
}
