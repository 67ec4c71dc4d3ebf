// Figures for capacity planning: memory of Redis for entries and sessions, CPU for pushes, memory and connections for viewers. They are not
// ratios; docs/operations.md quotes them.
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { WebSocket } from 'ws'
import { pushBody, pushMany } from './support/load.js'
import { cpuMicroseconds, memoryMiB, startRedis, startReplica, type Program } from './support/process.js'
import { table } from './support/report.js'

const KIB = 1024
const SIZES = [{ bytes: KIB, entries: 20_000 }, { bytes: 5 * KIB, entries: 10_000 }, { bytes: 50 * KIB, entries: 2000 }]
const ENTRIES_A_SESSION = 200
const SESSIONS = 2000
const WATCHED = 1000
const GIB = KIB ** 3

export async function benchSizing (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const client = new Redis(redis.address)
  const fresh = { memoryMiB: memoryMiB(replica).now, connections: await connections(client) }
  // Warm-up: loads the scripts, and fills the buffers of Node and Redis.
  await pushMany(replica.address, n => sessionName('warm', n % 10), 20_000, n => pushBody(`warm-${n % 100}`, KIB))

  const costs: Costs[] = []
  for (const { bytes, entries } of SIZES) costs.push(await measureEntries(client, redis, replica, bytes, entries))
  const cleared = await measureCleared(client, replica)
  const watched = await measureWatched(client, replica)
  client.disconnect()
  report(costs, cleared)
  console.log(`  a watched session, in Redis: ${watched.bytes.toFixed(0)} bytes`)
  console.log(`  connections to Redis of a replica: ${fresh.connections} at first, ${watched.connections} with ${WATCHED} viewers of as many sessions`)
  console.log(`  resident memory of a replica: ${fresh.memoryMiB.toFixed(0)} MiB at first, ${memoryMiB(replica).peak.toFixed(0)} MiB at most`)
  for (const program of [replica, redis]) await program.close()
}

/** The costs of one entry in Redis, and of one push. */
interface Costs { bytes: number, entryBytes: number, nodeMicroseconds: number, redisMicroseconds: number }

function report (costs: Costs[], clearedBytes: number): void {
  console.log(`\nsizing: entries pushed in two phases, ${ENTRIES_A_SESSION} a session; used_memory of Redis, CPU of a push`)
  table(['entry', 'bytes in Redis', 'sessions a GiB', 'CPU µs Node', 'CPU µs Redis', 'pushes/s a core of Node'], costs.map(cost => [
    `${cost.bytes / KIB} KiB`, cost.entryBytes, GIB / (cost.entryBytes * ENTRIES_A_SESSION),
    cost.nodeMicroseconds, cost.redisMicroseconds, 1e6 / cost.nodeMicroseconds
  ]))
  console.log(`  a session that was cleared, until it expires: ${clearedBytes.toFixed(0)} bytes`)
}

async function measureEntries (client: Redis, redis: Program, replica: Program, bytes: number, entries: number): Promise<Costs> {
  const sessionOf = (n: number) => sessionName(`s${bytes / KIB}`, n % (entries / ENTRIES_A_SESSION))
  const before = await usedMemory(client)
  await pushMany(replica.address, sessionOf, entries, n => JSON.stringify({ api: '/v1/orders/list', method: 'GET', requestId: `r-${n}` }))
  const cpuBefore = [cpuMicroseconds(replica), cpuMicroseconds(redis)] as const
  await pushMany(replica.address, sessionOf, entries, n => pushBody(`r-${n}`, bytes))
  return {
    bytes,
    nodeMicroseconds: (cpuMicroseconds(replica) - cpuBefore[0]) / entries,
    redisMicroseconds: (cpuMicroseconds(redis) - cpuBefore[1]) / entries,
    entryBytes: (await usedMemory(client) - before) / entries
  }
}

/** The size of a session without entries: its meta and its change log. */
async function measureCleared (client: Redis, replica: Program): Promise<number> {
  const sessionOf = (n: number) => sessionName('clear', n)
  const before = await usedMemory(client)
  await pushMany(replica.address, sessionOf, SESSIONS, n => pushBody(`r-${n}`, KIB))
  for (let n = 0; n < SESSIONS; n++) {
    await fetch(`${replica.address}/capture/entries?sessionId=${sessionOf(n)}`, { method: 'DELETE' })
  }
  return (await usedMemory(client) - before) / SESSIONS
}

async function measureWatched (client: Redis, replica: Program): Promise<{ bytes: number, connections: number }> {
  const before = await usedMemory(client)
  const viewers: WebSocket[] = []
  for (let n = 0; n < WATCHED; n++) {
    const viewer = new WebSocket(`${replica.address.replace('http', 'ws')}/ws?sessionId=${sessionName('watch', n)}`)
    await once(viewer, 'message')
    viewers.push(viewer)
  }
  const found = { bytes: (await usedMemory(client) - before) / WATCHED, connections: await connections(client) }
  for (const viewer of viewers) viewer.terminate()
  return found
}

async function usedMemory (client: Redis): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))![1])
}

/** The number of connections of the replica, without the one of this benchmark. */
async function connections (client: Redis): Promise<number> {
  return Number(/^connected_clients:(\d+)/m.exec(await client.info('clients'))![1]) - 1
}

function sessionName (kind: string, n: number): string {
  return `size-${kind}-${String(n).padStart(9 - kind.length, '0')}`
}
