// The cost of access control: a push with tokens, listed origins, a rate limit and redaction, compared in alternating rounds with a push
// without them. Security headers, CORS and metrics are part of both.
import { costOf, type Cost } from './support/cost.js'
import { median, pushBody, pushMany } from './support/load.js'
import { startRedis, startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const WARM_UP = 2
const ROUNDS = 7
const PUSHES = 10_000
const BYTES = 1024

const GUARDS = {
  none: {},
  'rate limit': { RATE_LIMIT: '9999999' },
  'and tokens, origins': { RATE_LIMIT: '9999999', PUSH_TOKENS: 'bench', CORS_ORIGINS: 'https://bench.example' },
  'and REDACT=default': { RATE_LIMIT: '9999999', PUSH_TOKENS: 'bench', CORS_ORIGINS: 'https://bench.example', REDACT: 'default' }
}
type Guards = keyof typeof GUARDS

export async function benchGuards (): Promise<void> {
  const redis = await startRedis()
  const names = Object.keys(GUARDS) as Guards[]
  const replicas = new Map<Guards, Program>()
  for (const name of names) replicas.set(name, await startReplica(redis, GUARDS[name]))
  const rounds = new Map(names.map(name => [name, [] as Cost[]]))
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const name of names) {
      const measured = await measure(replicas.get(name)!, redis)
      if (round >= 0) rounds.get(name)!.push(measured)
    }
  }
  for (const program of [...replicas.values(), redis]) await program.close()

  const of = (name: Guards, field: keyof Cost) => median(rounds.get(name)!.map(round => round[field]))
  console.log(`\nguards: ${PUSHES} complete entries of ${BYTES} bytes, median of ${ROUNDS} rounds`)
  table(['', 'pushes/s', 'CPU µs Node', 'CPU µs Redis', 'p50 ms', 'p99 ms'], names.map(name =>
    [name, of(name, 'perSecond'), of(name, 'node'), of(name, 'redis'), of(name, 'p50'), of(name, 'p99')]))
  for (const name of names.slice(1)) {
    ratio(`CPU of Node and Redis, ${name}`,
      (of(name, 'node') + of(name, 'redis')) / (of('none', 'node') + of('none', 'redis')), 'at most', 1.3)
  }
}

let run = 0

function measure (server: Program, redis: Program): Promise<Cost> {
  const prefix = `run-${run++}-`
  const queryOf = (n: number) => `bench-guard${String(n % 50).padStart(4, '0')}&token=bench`
  return costOf(server, redis, PUSHES, () => pushMany(server.address, queryOf, PUSHES, n => pushBody(prefix + n, BYTES)))
}
