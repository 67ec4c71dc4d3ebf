// The cost of `earshot proxy`, compared with its library alone and with no proxy: one request after the other, ten at once to an API with
// the latency of most APIs, and as many as possible. Its pushes go to a real service on the same machine, so the CPU time of each process
// is measured, too.
import { median, pushMany, type Load } from './support/load.js'
import { cpuMicroseconds, startRedis, startReplica, startServer, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const WARM_UP = 1
const ROUNDS = 5
const SINGLY = { count: 1500, atOnce: 1, path: '/v1/orders' }
const FAR = { count: 2000, atOnce: 10, path: '/far/v1/orders' }
const MANY = { count: 6000, atOnce: 32, path: '/v1/orders' }
const BODY = JSON.stringify({ order: { item: 7, count: 2, note: 'x'.repeat(200) } })

interface Run { singly: Load, far: Load, many: Load, cpu: number }
/** An API that answers at once, and one that answers late. */
interface Way { near: Program, far: Program }

export async function benchProxy (): Promise<void> {
  const redis = await startRedis()
  const service = await startReplica(redis, { MAX_ENTRIES: '20000', MAX_SESSION_BYTES: '500mb' })
  const near = await startServer(['--import', 'tsx', 'bench/servers/prompt.ts'])
  const far = await startServer(['--import', 'tsx', 'bench/servers/late.ts'])
  const [bareNear, bareFar] = [await startBare(near), await startBare(far)]
  const earshot = await startServer([
    'dist/cli/main.js', 'proxy', near.address, `/far=${far.address}`, '--port', '0', '--session', 'bench-proxy-001', '--json',
    '--url', service.address
  ])
  const ways = { direct: { near, far }, library: { near: bareNear, far: bareFar }, earshot: { near: earshot, far: earshot } }
  const rounds: Record<keyof typeof ways, Run[]> = { direct: [], library: [], earshot: [] }
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const name of ['direct', 'library', 'earshot'] as const) {
        const run = await measure(ways[name])
        if (round >= 0) rounds[name].push(run)
      }
    }
    report(rounds)
  } finally {
    for (const each of [earshot, bareNear, bareFar, near, far, service, redis]) await each.close()
  }
}

function startBare (target: Program): Promise<Program> {
  return startServer(['--import', 'tsx', 'bench/servers/bare-proxy.ts', target.address])
}

function report (rounds: Record<'direct' | 'library' | 'earshot', Run[]>): void {
  const of = (name: keyof typeof rounds, figure: (run: Run) => number) => median(rounds[name].map(figure))
  const p50 = (name: keyof typeof rounds) => of(name, ({ singly }) => singly.p50)
  const rate = (name: keyof typeof rounds, which: 'far' | 'many') => of(name, run => run[which].perSecond)
  console.log(`\nproxy: POST of ${BODY.length} bytes answered with 1 KB: ${SINGLY.count} one by one; ` +
    `${FAR.count} by ${FAR.atOnce} at once, answered after 10 ms; ` +
    `${MANY.count} by ${MANY.atOnce} at once; median of ${ROUNDS} rounds`)
  const columns = ['', 'p50 ms', 'p99 ms', 'requests/s after 10 ms', 'requests/s at most', 'p99 ms then', 'CPU µs a request then']
  table(columns, (['direct', 'library', 'earshot'] as const).map(name => [
    name, p50(name), of(name, ({ singly }) => singly.p99), rate(name, 'far'), rate(name, 'many'), of(name, ({ many }) => many.p99),
    of(name, ({ cpu }) => cpu)
  ]))
  ratio('ms on top of no proxy at p50', p50('earshot') - p50('direct'), 'at most', 1)
  ratio('requests/s to the library alone, answered after 10 ms', rate('earshot', 'far') / rate('library', 'far'), 'at least', 0.9)
  ratio('requests/s to the library alone, as many as go through', rate('earshot', 'many') / rate('library', 'many'), 'at least', 0.9)
}

async function measure ({ near, far }: Way): Promise<Run> {
  const load = ({ address }: Program, { count, ...way }: typeof SINGLY) => pushMany(address, () => 'x', count, () => BODY, way)
  const singly = await load(near, SINGLY)
  const late = await load(far, FAR)
  const before = cpuMicroseconds(near)
  const many = await load(near, MANY)
  return { singly, far: late, many, cpu: (cpuMicroseconds(near) - before) / MANY.count }
}
