// A Redis and replicas as processes that can be killed, each back on the same address soon after.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { startEmbeddedRedis } from '../../src/store/embedded.js'
import { startProcess, type Owner, type ReplicaProcess } from '../support/replica.js'
import { temporaryFolder } from '../support/redis.js'

export interface World {
  redis: Redis
  replicas: Replica[]
}

export interface Replica {
  url: string
  /** Ends it with this signal and starts it anew; resolves with its exit code (null: killed) once it serves again. */
  restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

export async function startWorld (t: Owner, replicaCount: number): Promise<World> {
  const server = await startEmbeddedRedis(await temporaryFolder(t), { settings: ['--appendfsync', 'always', '--maxmemory', '2gb'] })
  t.teardown(() => server.close())
  const redis = new Redis(server.path, { retryStrategy: () => 50 })
  redis.on('error', () => {})
  t.teardown(() => redis.disconnect())
  const env = { REDIS_URL: server.path, MAX_ENTRIES: '1000000', MAX_SESSION_BYTES: '1gb' }
  return { redis, replicas: await Promise.all(Array.from({ length: replicaCount }, () => startReplica(t, env))) }
}

/** The private server is started anew by its keeper. Resolves when it serves again. */
export async function killRedis ({ redis }: World): Promise<void> {
  const back = new Promise(resolve => redis.once('ready', resolve))
  process.kill(await pidOf(redis), 'SIGKILL')
  await back
}

export async function pidOf (redis: Redis): Promise<number> {
  return Number(/^process_id:(\d+)/m.exec(await redis.info('server'))?.[1])
}

export async function startReplica (t: Owner, env: NodeJS.ProcessEnv): Promise<Replica> {
  const port = await freePort()
  let running: ReplicaProcess = await startProcess(t, { ...env, PORT: String(port) })
  return {
    url: running.url,
    restart: async signal => {
      const ended = once(running.child, 'close') as Promise<[number | null]>
      running.child.kill(signal)
      const [code] = await ended
      running = await startProcess(t, { ...env, PORT: String(port) })
      return code
    }
  }
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
