// The cost of a push, compared with a bare Fastify route of the same schema that stores nothing; both under the same load, in turns.
import { Redis } from 'ioredis'
import { costOf, type Cost } from './support/cost.js'
import { startRedis, startReplica, startServer, memoryMiB, type Program } from './support/process.js'
import { CONNECTIONS, median, pushBody, pushMany } from './support/load.js'
import { ratio, table } from './support/report.js'

const WARM_UP = 2
const ROUNDS = 5
const PUSHES = 15_000
const BYTES = 1024

export async function benchPush (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const bare = await startServer(['--import', 'tsx', 'bench/servers/bare-push.ts'])
  const rounds = { bare: [] as Cost[], earshot: [] as Cost[] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const measured = { bare: await measure(bare, redis), earshot: await measure(replica, redis) }
    if (round < 0) continue
    rounds.bare.push(measured.bare)
    rounds.earshot.push(measured.earshot)
  }
  const memory = memoryMiB(replica).peak
  const scriptMicroseconds = await microsecondsOf(redis, 'evalsha')
  for (const program of [bare, replica, redis]) await program.close()

  const of = (name: 'bare' | 'earshot', field: keyof Cost) => median(rounds[name].map(round => round[field]))
  console.log(`\npush: ${PUSHES} complete entries of ${BYTES} bytes, ${CONNECTIONS} at a time, median of ${ROUNDS} rounds`)
  table(['', 'pushes/s', 'CPU µs Node', 'CPU µs Redis', 'p50 ms', 'p99 ms'], (['bare', 'earshot'] as const).map(name =>
    [name, of(name, 'perSecond'), of(name, 'node'), of(name, 'redis'), of(name, 'p50'), of(name, 'p99')]))
  ratio('CPU of Node to the bare route', of('earshot', 'node') / of('bare', 'node'), 'at most', 2.5)
  ratio('rate to the bare route', of('earshot', 'perSecond') / of('bare', 'perSecond'), 'at least', 0.35)
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

function measure (server: Program, redis: Program): Promise<Cost> {
  const prefix = `run-${run++}-`
  const sessionOf = (n: number) => `bench-push-${String(run * 50 + n % 50).padStart(4, '0')}`
  return costOf(server, redis, PUSHES, () => pushMany(server.address, sessionOf, PUSHES, n => pushBody(prefix + n, BYTES)))
}
