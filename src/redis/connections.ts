// Opens the connections to a single Redis, a Redis behind Sentinels, or a Cluster: for commands, and for subscriptions.
// No other file contains `new Redis` or `new Cluster`.
import { Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis'
import type { RedisAddress } from '../config.js'
import type { Durations } from '../durations.js'
import { credentials, nameOf, parseNode, type Node } from './address.js'
import { replyOf, roundTripsOf, type Commands } from './commands.js'
import { checkServer, firstReply, type Waiting } from './first-reply.js'
import { Subscriber, type Topology } from './subscriber.js'
import { clusterTopology, sentinelTopology, singleTopology } from './topology.js'

export interface RedisConnections {
  address: RedisAddress
  commands: Commands
  subscriber: Subscriber
  tally: { /** How often `commands` came back. */ reconnects: number }
  /** A histogram of how long the commands took, in seconds, by command. */
  roundTrips: Durations
  /** Rejects with `unavailable` if Redis does not reply to commands. */
  ping: () => Promise<unknown>
  close(): Promise<void>
}
type OnError = (error: Error) => void
type SentinelAddress = Extract<RedisAddress, { kind: 'sentinel' }>

export interface OpenOptions {
  timeoutMs?: number
  /** Gets one line for a person if the first reply takes longer than half a second. */
  onSilence?: (line: string) => void
}

/**
 * Rejects with one line for a person if Redis is not reached within `timeoutMs`, is too old, or is configured to evict. Later
 * errors are reported to `onError`; the connections recover as soon as Redis is back.
 */
export async function openRedis (address: RedisAddress, onError: OnError, options: OpenOptions = {}): Promise<RedisConnections> {
  // A connection that is closed during a command reports an error: while the service ends, that is expected.
  let closing = false
  const report = withoutRepeats(error => { if (!closing) onError(error) })
  const { timeoutMs = 10_000, onSilence = () => {} } = options
  const waiting: Waiting = {
    timeoutMs,
    onSilence: reason => onSilence(`${nameOf(address)} does not answer, trying again${reason ? ` (${reason})` : ''}`)
  }
  const { commands, topology, close } = await open(address, report, waiting)
  const subscriber = new Subscriber(topology)
  const tally = { reconnects: 0 }
  commands.on('ready', () => { tally.reconnects++ })
  return {
    address,
    commands,
    subscriber,
    tally,
    roundTrips: roundTripsOf(commands),
    ping: () => replyOf(commands, 'ping', commands.ping()),
    close: async () => {
      closing = true
      subscriber.close()
      await close()
    }
  }
}

function open (address: RedisAddress, report: OnError, waiting: Waiting): Promise<Opened> {
  if (address.kind === 'single') return openSingle(address.url, report, waiting)
  if (address.kind === 'sentinel') return openBehindSentinels(address, report, waiting)
  return openCluster(address.nodes, report, waiting)
}

interface Opened {
  commands: Commands
  topology: Topology
  close: () => Promise<void>
}

// While Redis is unreachable, commands must not queue up: each of them fails at once, or within two seconds.
const FAIL_FAST = {
  commandTimeout: 2000,
  connectTimeout: 2000,
  // A server that hangs does not answer the end of the connection, either.
  disconnectTimeout: 200,
  maxRetriesPerRequest: 0,
  // Redis 7.0 does not know CLIENT SETINFO, and no ACL rule that 7.0 accepts could permit it.
  disableClientInfo: true,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  keepAlive: 10_000,
  maxLoadingRetryTime: 250
} satisfies RedisOptions

const COMMAND_OPTIONS = {
  ...FAIL_FAST,
  lazyConnect: true,
  enableOfflineQueue: false,
  socketTimeout: 5000,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt - 1, 5), 1000) + Math.random() * 50,
  // After a failover, the connected server may have become a replica: connect again, and repeat the command.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY') ? 2 : false
} satisfies RedisOptions

// For the connections that only listen to Sentinels. ioredis asks them for the primary on connections of its own.
const SENTINEL_OPTIONS = {
  ...FAIL_FAST,
  retryStrategy: (attempt: number) => Math.min(100 * attempt, 2000)
} satisfies RedisOptions

// These connections never reconnect: the Subscriber opens a new one.
const SUBSCRIPTION_OPTIONS = {
  ...FAIL_FAST,
  enableOfflineQueue: false,
  retryStrategy: null,
  sentinelRetryStrategy: () => null
} satisfies RedisOptions

const CLUSTER_OPTIONS = {
  lazyConnect: true,
  enableOfflineQueue: false,
  // A list right after a push must contain it, and replicas of Redis may lag behind.
  scaleReads: 'master',
  slotsRefreshTimeout: 1000,
  clusterRetryStrategy: (attempt: number) => Math.min(100 * attempt, 1000),
  maxRedirections: 10,
  retryDelayOnFailover: 100
} satisfies ClusterOptions

async function openSingle (url: string, report: OnError, waiting: Waiting): Promise<Opened> {
  const commands = new Redis(url, COMMAND_OPTIONS)
  await checkUsable(commands, waiting)
  commands.on('error', report)
  const connect = () => new Redis(url, SUBSCRIPTION_OPTIONS).on('error', report)
  return { commands, topology: singleTopology(connect), close: () => quit(commands) }
}

async function openBehindSentinels (address: SentinelAddress, report: OnError, waiting: Waiting): Promise<Opened> {
  const sentinels = address.sentinels.map(parseNode)
  const options = behindSentinels(sentinels, address.name)
  const commands = new Redis({ ...COMMAND_OPTIONS, ...options })
  await checkUsable(commands, waiting, sentinels)
  commands.on('error', report)
  const watched = sentinels.map(node => new Redis({ ...SENTINEL_OPTIONS, ...node }).on('error', report))
  const connect = () => new Redis({ ...options, ...SUBSCRIPTION_OPTIONS }).on('error', report)
  const topology = sentinelTopology(connect, watched, address.name)
  topology.onChange(() => { if (commands.status === 'ready') commands.disconnect(true) })
  return { commands, topology, close: () => quit(commands) }
}

function behindSentinels (nodes: Node[], name: string) {
  const { username, password, tls } = credentials(nodes)
  return {
    sentinels: nodes.map(({ host, port }) => ({ host, port })),
    name,
    sentinelCommandTimeout: 2000,
    sentinelRetryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
    ...(username && { username, sentinelUsername: username }),
    ...(password && { password, sentinelPassword: password }),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true })
  } satisfies RedisOptions
}

async function openCluster (addresses: string[], report: OnError, waiting: Waiting): Promise<Opened> {
  const nodes = addresses.map(parseNode)
  const access = credentials(nodes)
  const commands: Cluster = new Cluster(nodes, { ...CLUSTER_OPTIONS, redisOptions: { ...FAIL_FAST, ...access, socketTimeout: 5000 } })
  commands.on('+node', catchAsking)
  const connect = (host: string, port: number) => new Redis({ ...SUBSCRIPTION_OPTIONS, ...access, host, port }).on('error', report)
  const topology = clusterTopology(commands, connect)
  const check = () => Promise.all(commands.nodes('master').map(async node => { checkServer(await node.info()) }))
  try {
    await firstReply(commands, check, waiting, () => probeError(nodes.map(node => ({ ...node, ...access }))))
  } catch (error) {
    topology.close()
    commands.disconnect()
    throw error
  }
  commands.on('error', report).on('node error', report)
  return { commands, topology, close: async () => { commands.disconnect() } }
}

// While a slot moves, ioredis sends ASKING and ignores its result: the command behind it shows whether it failed.
function catchAsking (node: Redis): void {
  const asking = node.asking.bind<() => Promise<'OK'>>(node)
  node.asking = () => {
    const asked = asking()
    asked.catch(() => undefined)
    return asked
  }
}

async function checkUsable (commands: Redis, waiting: Waiting, seeds: Node[] = []): Promise<void> {
  const check = async () => { checkServer(await commands.info()) }
  try {
    await firstReply(commands, check, waiting, () => probeError(seeds))
  } catch (error) {
    await quit(commands)
    throw error
  }
}

async function quit (redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => undefined)
  redis.disconnect()
}

// For a Cluster and for Sentinels, ioredis reports only that a connection was closed, not why. So the nodes themselves are asked.
async function probeError (seeds: Node[]): Promise<string | undefined> {
  for (const seed of seeds) {
    const probe = new Redis({ ...SUBSCRIPTION_OPTIONS, ...seed, lazyConnect: true })
    let fault: string | undefined
    probe.on('error', error => { fault ??= error.message })
    await probe.connect().catch((error: Error) => { fault ??= error.message })
    probe.disconnect()
    if (fault !== undefined) return fault
  }
  return undefined
}

const SAME_ERROR_MS = 5000

// In an outage the same error comes many times a second: each error is reported at most once in five seconds.
function withoutRepeats (onError: OnError): OnError {
  const reportedMs = new Map<string, number>()
  return error => {
    const nowMs = Date.now()
    for (const [message, ms] of reportedMs) if (nowMs - ms > SAME_ERROR_MS) reportedMs.delete(message)
    if (reportedMs.has(error.message)) return
    reportedMs.set(error.message, nowMs)
    onError(error)
  }
}
