// A world (see chaos.ts) on a single Redis, which restarts with the same data whenever it dies; and the faults of this world.
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { startEmbeddedRedis } from '../../src/redis/embedded.js'
import { newSession } from '../support/client.js'
import { temporaryFolder } from '../support/redis.js'
import type { Owner } from '../support/replica.js'
import type { World } from './chaos.js'
import type { Dice } from './dice.js'
import { startReplicas, type Replica } from './replica.js'

export interface SingleWorld extends World {
  replicas: Replica[]
  redis: Redis
  /** Deletes all data; resolves with new sessions. */
  beginAnew(): Promise<string[]>
}

const SESSIONS = 4
const HANG_MS = 4000

/** `env` are settings of the replicas. */
export async function startSingle (t: Owner, env: NodeJS.ProcessEnv = {}): Promise<SingleWorld> {
  const server = await startEmbeddedRedis(await temporaryFolder(t), { settings: ['--appendfsync', 'always', '--maxmemory', '2gb'] })
  t.teardown(() => server.close())
  const redis = new Redis(server.path, { retryStrategy: () => 50 })
  redis.on('error', () => {})
  t.teardown(() => redis.disconnect())
  const replicas = await startReplicas(t, { ...env, REDIS_URL: server.path })
  const sessions = () => Array.from({ length: SESSIONS }, newSession)
  return { redis, replicas, sessions: sessions(), beginAnew: async () => { await forget(redis); return sessions() } }
}

/** Resolves when Redis serves again. */
export async function killRedis ({ redis }: SingleWorld): Promise<number> {
  const back = new Promise(resolve => redis.once('ready', resolve))
  process.kill(await pidOf(redis), 'SIGKILL')
  await back
  return 1
}

/** Resolves when Redis continues. */
export async function hangRedis ({ redis }: SingleWorld): Promise<number> {
  const pid = await pidOf(redis)
  process.kill(pid, 'SIGSTOP')
  await pause(HANG_MS)
  process.kill(pid, 'SIGCONT')
  return 1
}

/** Closes one subscription connection of the replicas. */
export async function cutSubscription ({ redis }: Pick<SingleWorld, 'redis'>, dice: Dice): Promise<number> {
  const ids = [...String(await redis.call('CLIENT', 'LIST', 'TYPE', 'pubsub')).matchAll(/^id=(\d+)/gm)]
  return ids.length > 0 ? await redis.call('CLIENT', 'KILL', 'ID', dice.anyOf(ids)[1]!) as number : 0
}

/** Deletes all data, also from the append-only file. */
export async function forget (redis: Redis): Promise<void> {
  await redis.flushall()
  await redis.bgrewriteaof().catch(() => undefined) // a rewrite is running already
}

async function pidOf (redis: Redis): Promise<number> {
  return Number(/^process_id:(\d+)/m.exec(await redis.info('server'))?.[1])
}
