// The cost of `earshot proxy`, compared with the library that it uses, and with no proxy: for requests one after the other, for ten at once
// to an API with a typical latency, and for as many as possible. The load, the API, and the service to which the proxy pushes run on the
// same machine. So the benchmark also measures the CPU time of each process. From these times, it computes the highest possible throughput,
// compared with the library, in two cases: all processes share the cores, or each thread has a core of its own.
import { setTimeout as sleep } from 'node:timers/promises'
import { median, pushMany, type Load } from './support/load.js'
import { cpuMicroseconds, mainThreadMicroseconds, startRedis, startReplica, startServer, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const WARM_UP = 1
const ROUNDS = 5
const SINGLY = { count: 1500, atOnce: 1, path: '/v1/orders' }
const FAR = { count: 2000, atOnce: 10, path: '/far/v1/orders' }
const MANY = { count: 6000, atOnce: 32, path: '/v1/orders' }
const BODY = JSON.stringify({ order: { item: 7, count: 2, note: 'x'.repeat(200) } })
/** How long the last pushes take, whose CPU time counts, too. */
const LAST_PUSHES_MS = 1500

const WAYS = ['direct', 'library', 'earshot'] as const
const PROXIES = ['library', 'earshot'] as const
const PARTS = ['proxy', 'service', 'redis', 'api', 'load'] as const
type Name = typeof WAYS[number]
type ProxyName = typeof PROXIES[number]
/** What answers at once, and what answers late: an API, or a proxy before it. */
interface Way { near: Program, far: Program }
interface Run { singly: Load, far: Load, many: Load, cpu: Cpu }
/** CPU time in microseconds; `main`: of the proxy's main thread, which passes the requests on. */
type Cpu = Record<typeof PARTS[number] | 'main', number>
interface Stage { service: Program, redis: Program, api: Program }

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
  const stage = { service, redis, api: near }
  const runs: Record<Name, Run[]> = { direct: [], library: [], earshot: [] }
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const name of WAYS) {
        const run = await measure(ways[name], stage)
        if (round >= 0) runs[name].push(run)
      }
    }
    report(runs)
  } finally {
    for (const each of [earshot, bareNear, bareFar, near, far, service, redis]) await each.close()
  }
}

function startBare (target: Program): Promise<Program> {
  return startServer(['--import', 'tsx', 'bench/servers/bare-proxy.ts', target.address])
}

async function measure ({ near, far }: Way, stage: Stage): Promise<Run> {
  const singly = await load(near, SINGLY)
  const late = await load(far, FAR)
  const before = cpuOf(near, stage)
  const many = await load(near, MANY)
  await sleep(LAST_PUSHES_MS)
  const after = cpuOf(near, stage)
  const cpu = Object.fromEntries([...PARTS, 'main' as const].map(part => [part, (after[part] - before[part]) / MANY.count])) as Cpu
  return { singly, far: late, many, cpu }
}

function load ({ address }: Program, { count, ...way }: typeof SINGLY): Promise<Load> {
  return pushMany(address, () => 'x', count, () => BODY, way)
}

function cpuOf (proxy: Program, { service, redis, api }: Stage): Cpu {
  const { user, system } = process.cpuUsage()
  return {
    proxy: cpuMicroseconds(proxy),
    main: mainThreadMicroseconds(proxy),
    service: cpuMicroseconds(service),
    redis: cpuMicroseconds(redis),
    api: cpuMicroseconds(api),
    load: user + system
  }
}

function report (runs: Record<Name, Run[]>): void {
  const of = (name: Name, figure: (run: Run) => number) => median(runs[name].map(figure))
  const p50 = (name: Name) => of(name, ({ singly }) => singly.p50)
  const rate = (name: Name, which: 'far' | 'many') => of(name, run => run[which].perSecond)
  console.log(`\nproxy: POST of ${BODY.length} bytes answered with 1 KB: ${SINGLY.count} one by one; ` +
    `${FAR.count} by ${FAR.atOnce} at once, answered after 10 ms; ` +
    `${MANY.count} by ${MANY.atOnce} at once; median of ${ROUNDS} rounds`)
  table(['', 'p50 ms', 'p99 ms', 'requests/s after 10 ms', 'requests/s at most', 'p99 ms then'], WAYS.map(name => [
    name, p50(name), of(name, ({ singly }) => singly.p99), rate(name, 'far'), rate(name, 'many'), of(name, ({ many }) => many.p99)
  ]))
  const cpu = (name: ProxyName, part: keyof Cpu) => of(name, run => run.cpu[part])
  const all = (name: ProxyName) => PARTS.reduce((sum, part) => sum + cpu(name, part), 0)
  console.log('  CPU µs of each process for one of as many as possible:')
  table(['', ...PARTS, 'together', 'main thread of the proxy'], PROXIES.map(name => [
    name, ...PARTS.map(part => cpu(name, part)), all(name), cpu(name, 'main')
  ]))
  ratio('ms on top of no proxy at p50', p50('earshot') - p50('direct'), 'at most', 1)
  ratio('requests/s to the library alone, answered after 10 ms', rate('earshot', 'far') / rate('library', 'far'), 'at least', 0.9)
  ratio('requests/s to the library alone, as many as go through', rate('earshot', 'many') / rate('library', 'many'), 'at least', 0.9)
  const most = [
    `if all processes share the cores: ${(all('library') / all('earshot')).toFixed(2)}`,
    `if there is a core for each thread: ${(cpu('library', 'main') / cpu('earshot', 'main')).toFixed(2)}`
  ]
  console.log(`  the most that the last ratio can be under a lasting load, by CPU: ${most.join('; ')}`)
}
