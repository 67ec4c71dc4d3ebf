// Whether the cost of a push depends on the number of entries in its session: an empty session, one of 2,000 entries, and one that is full
// and evicts its oldest entry with every push.
import { costOf, type Cost } from './support/cost.js'
import { startRedis, startReplica, type Program } from './support/process.js'
import { median, pushBody, pushMany } from './support/load.js'
import { ratio, table } from './support/report.js'

const HELD = 2000
const PUSHES = 500
const SESSIONS = 20
const ROUNDS = 5
const BYTES = 1024

export async function benchGrowth (): Promise<void> {
  const redis = await startRedis()
  const roomy = await startReplica(redis, { MAX_ENTRIES: '100000' })
  const full = await startReplica(redis, { MAX_ENTRIES: String(HELD) })
  const names = ['empty', 'of 2,000', 'full'] as const
  const costs = names.map(() => [] as Cost[])
  for (let round = -1; round < ROUNDS; round++) {
    for (const [which, name] of names.entries()) {
      const sessionOf = (n: number) => `growth-${which}${round + 1}-${String(n % SESSIONS).padStart(5, '0')}`
      const replica = name === 'full' ? full : roomy
      if (name !== 'empty') await pushMany(replica.address, sessionOf, HELD * SESSIONS, n => pushBody(`held-${n}`, 100))
      const cost = await measure(replica, redis, sessionOf)
      if (round >= 0) costs[which]!.push(cost)
    }
  }
  for (const program of [roomy, full, redis]) await program.close()

  const of = (which: number, field: keyof Cost) => median(costs[which]!.map(cost => cost[field]))
  const total = (which: number) => of(which, 'node') + of(which, 'redis')
  console.log(`\ngrowth: ${PUSHES * SESSIONS} pushes of ${BYTES} bytes to ${SESSIONS} sessions, median of ${ROUNDS} rounds`)
  table(['session', 'CPU µs Node', 'CPU µs Redis', 'p50 ms'],
    names.map((name, which) => [name, of(which, 'node'), of(which, 'redis'), of(which, 'p50')]))
  ratio('CPU of both, 2,000 entries to none', total(1) / total(0), 'at most', 1.2)
  console.log(`  CPU of both, full to empty: ${(total(2) / total(0)).toFixed(2)} (a push that evicts is two changes)`)
}

function measure (replica: Program, redis: Program, sessionOf: (n: number) => string): Promise<Cost> {
  const count = PUSHES * SESSIONS
  return costOf(replica, redis, count, () => pushMany(replica.address, sessionOf, count, n => pushBody(`new-${n}`, BYTES)))
}
