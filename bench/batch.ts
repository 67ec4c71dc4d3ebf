// The cost of a push in a batch of a hundred, compared with a hundred requests: one after the other, six at a time as browsers send them,
// and a hundred at a time as many clients would. Redis runs the script once for each push either way.
import { costOf, type Cost } from './support/cost.js'
import { median, pushBody, pushMany } from './support/load.js'
import { startRedis, startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const WARM_UP = 2
const ROUNDS = 5
const PUSHES = 6_000
const BYTES = 1024
const IN_A_BATCH = 100

const WAYS = {
  'in batches': { path: '/capture/batch', atOnce: 1, pushes: IN_A_BATCH },
  'one a request, 1 at a time': { path: '/capture/raw-data', atOnce: 1, pushes: 1 },
  'one a request, 6 at a time': { path: '/capture/raw-data', atOnce: 6, pushes: 1 },
  'one a request, 100 at a time': { path: '/capture/raw-data', atOnce: 100, pushes: 1 }
}
type Name = keyof typeof WAYS

export async function benchBatch (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const names = Object.keys(WAYS) as Name[]
  const rounds = new Map(names.map(name => [name, [] as Cost[]]))
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const name of names) {
      const measured = await measure(name, replica, redis)
      if (round >= 0) rounds.get(name)!.push(measured)
    }
  }
  for (const program of [replica, redis]) await program.close()

  const of = (name: Name, field: keyof Cost) => median(rounds.get(name)!.map(round => round[field]))
  const whole = (name: Name) => of(name, 'node') + of(name, 'redis')
  console.log(`\nbatch: ${PUSHES} complete entries of ${BYTES} bytes, in batches of ${IN_A_BATCH} or one by one, median of ${ROUNDS} rounds`)
  table(['', 'pushes/s', 'CPU µs Node', 'CPU µs Redis'], names.map(name =>
    [name, of(name, 'perSecond') * WAYS[name].pushes, of(name, 'node'), of(name, 'redis')]))
  for (const name of names.slice(1)) ratio(`CPU of Node and Redis to ${name}`, whole('in batches') / whole(name), 'at most', 0.33)
}

let run = 0

function measure (name: Name, server: Program, redis: Program): Promise<Cost> {
  const prefix = `run-${++run}-`
  const way = WAYS[name]
  const bodies = (n: number) => Array.from({ length: way.pushes }, (_, k) => pushBody(`${prefix}${n}-${k}`, BYTES))
  const bodyOf = (n: number) => way.pushes === 1 ? pushBody(prefix + n, BYTES) : `[${bodies(n).join()}]`
  // New sessions in each round, so that no push evicts entries.
  const sessionOf = (n: number) => `batch-${String(run).padStart(4, '0')}${String(n % 50).padStart(5, '0')}`
  return costOf(server, redis, PUSHES, () => pushMany(server.address, sessionOf, PUSHES / way.pushes, bodyOf, way))
}
