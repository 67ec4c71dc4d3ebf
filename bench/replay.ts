// The cost of real traffic: recordings of browsers, replayed as two-phase pushes as fast as possible, compared with a bare route that
// stores nothing. Recordings of public sites are included if they exist beside the project.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordedPush } from '../src/har/reading.js'
import { parseHar } from '../src/har/recording.js'
import { replay } from '../src/har/replay.js'
import { costOf, type Cost } from './support/cost.js'
import { startRedis, startReplica, startServer, type Program } from './support/process.js'
import { median, pushMany } from './support/load.js'
import { ratio, table } from './support/report.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CORPUS = join(ROOT, '../shared/corpus')
const PASSES = 20
const ROUNDS = 3

export async function benchReplay (): Promise<void> {
  const pushes = recordedPushes()
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const bare = await startServer(['--import', 'tsx', 'bench/servers/bare-push.ts'])
  const rounds = { bare: [] as Cost[], earshot: [] as Cost[] }
  for (let round = -1; round < ROUNDS; round++) {
    const measured = { bare: await measure(bare, redis, pushes), earshot: await measure(replica, redis, pushes) }
    if (round < 0) continue // warm-up
    rounds.bare.push(measured.bare)
    rounds.earshot.push(measured.earshot)
  }
  for (const program of [bare, replica, redis]) await program.close()

  const of = (name: 'bare' | 'earshot', field: keyof Cost) => median(rounds[name].map(round => round[field]))
  const bytes = pushes.reduce((sum, push) => sum + Buffer.byteLength(JSON.stringify(push)), 0) / pushes.length
  console.log(`\nreplay: ${pushes.length} recorded pushes of ${bytes.toFixed(0)} bytes on average, ${PASSES} times, median of ${ROUNDS} rounds`)
  table(['', 'pushes/s', 'CPU µs Node', 'CPU µs Redis', 'p50 ms', 'p99 ms'], (['bare', 'earshot'] as const).map(name =>
    [name, of(name, 'perSecond'), of(name, 'node'), of(name, 'redis'), of(name, 'p50'), of(name, 'p99')]))
  ratio('CPU of Node to the bare route', of('earshot', 'node') / of('bare', 'node'), 'at most', 2.5)
}

let run = 0

function measure (server: Program, redis: Program, pushes: RecordedPush[]): Promise<Cost> {
  const prefix = `replay-${run++}`
  const count = pushes.length * PASSES
  const sessionOf = (n: number) => `${prefix}-${Math.floor(n / pushes.length)}`.padEnd(15, '_')
  return costOf(server, redis, count, () => pushMany(server.address, sessionOf, count, n => JSON.stringify(pushes[n % pushes.length])))
}

function recordedPushes (): RecordedPush[] {
  const corpus = existsSync(CORPUS) ? readdirSync(CORPUS).filter(name => name.endsWith('.har')).map(name => join(CORPUS, name)) : []
  return [join(ROOT, 'test/data/shop.har'), ...corpus].flatMap((file, n) =>
    replay(parseHar(readFileSync(file, 'utf8')), `file-${n}`).map(({ push }) => push))
}
