// Opens the connections to Redis: one for commands, one for subscriptions. The only `new Redis`.
import { Redis, type RedisOptions } from 'ioredis'

export interface RedisConnections {
  commands: Redis
  subscriber: Redis
  close(): Promise<void>
}

/**
 * `address` is a redis:// or rediss:// URL, or the path of a Unix socket. Rejects with one line for a person: not reached
 * within `patienceMs`, too old, or set to evict.
 */
export async function openRedis (address: string, onError: (error: Error) => void, patienceMs = 10_000): Promise<RedisConnections> {
  const commands = connect(address, { autoResubscribe: false, socketTimeout: 5000 })
  // Coming back is the feed's business: a resubscription behind its back would hide what was missed.
  const subscriber = connect(address, { autoResubscribe: false })
  const close = async () => { await Promise.all([quit(commands), quit(subscriber)]) }
  try {
    await Promise.all([ready(commands, patienceMs), ready(subscriber, patienceMs)])
    checkServer(await commands.info())
  } catch (error) {
    await close()
    throw error
  }
  commands.on('error', onError)
  subscriber.on('error', onError)
  return { commands, subscriber, close }
}

/** Throws where the server that INFO describes cannot hold what is promised. */
export function checkServer (info: string): void {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'of an unknown version'
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'unknown'
  if (!(Number.parseInt(version) >= 7)) throw new Error(`Redis 7.0 or later is needed; this one is ${version}`)
  if (policy !== 'noeviction') {
    throw new Error(`Redis must not evict keys by itself: set maxmemory-policy to noeviction; it is ${policy}`)
  }
}

function connect (address: string, own: { autoResubscribe: boolean, socketTimeout?: number }): Redis {
  const options = {
    lazyConnect: true,
    // A Redis that is away must be an answer, not a queue: every command fails at once or within two seconds.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 2000,
    connectTimeout: 2000,
    keepAlive: 10_000,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt - 1, 5), 1000) + Math.random() * 50,
    // After a failover the connection may be to what is a replica now: connect again, and repeat the command there.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY') ? 2 : false,
    ...own
  } satisfies RedisOptions
  return new Redis(address, options)
}

// Keeps trying, by the retry strategy, for as long as its patience lasts.
function ready (redis: Redis, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let last = 'no answer'
    const keepReason = (error: Error) => { last = error.message }
    const timer = setTimeout(() => settle(() => reject(new Error(`Redis cannot be reached: ${last}`))), patienceMs)
    const succeed = () => settle(resolve)
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      redis.off('ready', succeed).off('error', keepReason)
      outcome()
    }
    redis.once('ready', succeed).on('error', keepReason)
    redis.connect().catch(keepReason)
  })
}

async function quit (redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => undefined)
  redis.disconnect()
}
