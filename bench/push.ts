// The cost of a push, compared in alternating rounds with a bare Fastify route that has the same schema and stores nothing, and with pushes
// to sessions that have rules. The load is the same in all rounds.
import { Redis } from 'ioredis'
import { costOf, type Cost } from './support/cost.js'
import { startRedis, startReplica, startServer, memoryMiB, type Program } from './support/process.js'
import { CONNECTIONS, median, pushBody, pushMany } from './support/load.js'
import { ratio, table } from './support/report.js'

const WARM_UP = 2
const ROUNDS = 5
const PUSHES = 15_000
const BYTES = 1024
const SESSIONS = 50

export async function benchPush (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const bare = await startServer(['--import', 'tsx', 'bench/servers/bare-push.ts'])
  const rounds = { bare: [] as Cost[], earshot: [] as Cost[], ruled: [] as Cost[] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const measured = {
      bare: await measure(bare, redis), earshot: await measure(replica, redis), ruled: await measure(replica, redis, true)
    }
    if (round < 0) continue
    rounds.bare.push(measured.bare)
    rounds.earshot.push(measured.earshot)
    rounds.ruled.push(measured.ruled)
  }
  const memory = memoryMiB(replica).peak
  const scriptMicroseconds = await microsecondsOf(redis, 'evalsha')
  for (const program of [bare, replica, redis]) await program.close()

  const of = (name: keyof typeof rounds, field: keyof Cost) => median(rounds[name].map(round => round[field]))
  console.log(`\npush: ${PUSHES} complete entries of ${BYTES} bytes, ${CONNECTIONS} at a time, median of ${ROUNDS} rounds`)
  table(['', 'pushes/s', 'CPU µs Node', 'CPU µs Redis', 'p50 ms', 'p99 ms'], (['bare', 'earshot', 'ruled'] as const).map(name =>
    [name === 'ruled' ? 'earshot, sessions with rules' : name, of(name, 'perSecond'), of(name, 'node'), of(name, 'redis'), of(name, 'p50'), of(name, 'p99')]))
  ratio('CPU of Node to the bare route', of('earshot', 'node') / of('bare', 'node'), 'at most', 2.5)
  ratio('rate to the bare route', of('earshot', 'perSecond') / of('bare', 'perSecond'), 'at least', 0.35)
  ratio('CPU of Node with rules to without', of('ruled', 'node') / of('earshot', 'node'), 'at most', 1.05)
  ratio('CPU of Redis with rules to without', of('ruled', 'redis') / of('earshot', 'redis'), 'at most', 1.05)
  console.log(`  of Redis, the script itself: ${scriptMicroseconds.toFixed(1)} µs a push`)
  console.log(`  peak memory of the replica: ${memory.toFixed(0)} MiB`)
}

/** The average time of one run since the start. */
async function microsecondsOf (redis: Program, command: string): Promise<number> {
  const client = new Redis(redis.address)
  const stats = await client.info('commandstats')
  client.disconnect()
  return Number(new RegExp(`^cmdstat_${command}:.*usec_per_call=([\\d.]+)`, 'm').exec(stats)?.[1])
}

let run = 0

async function measure (server: Program, redis: Program, withRules = false): Promise<Cost> {
  const prefix = `run-${run++}-`
  const sessionOf = (n: number) => `bench-push-${String(run * SESSIONS + n % SESSIONS).padStart(4, '0')}`
  if (withRules) for (let n = 0; n < SESSIONS; n++) await writeRules(server, sessionOf(n))
  return await costOf(server, redis, PUSHES, () => pushMany(server.address, sessionOf, PUSHES, n => pushBody(prefix + n, BYTES)))
}

async function writeRules ({ address }: Program, session: string): Promise<void> {
  const rules = [{ name: 'POST /v1/pay fails', match: 'method:POST path:=/v1/pay', action: { type: 'respond', status: 503 } }]
  const reply = await fetch(`${address}/capture/rules?sessionId=${session}`,
    { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules }) })
  if (reply.status !== 200) throw new Error(`A write of rules was answered ${reply.status}`)
}
