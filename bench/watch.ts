// The cost of `earshot watch` on a terminal while an app sends a fixed number of requests a second, each pushed when it starts and when it
// ends: the CPU time, and the time from a push to its line on the terminal, at the beginning of the run and at its end.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './support/load.js'
import { cpuMicroseconds, startRedis, startReplica } from './support/process.js'
import { pushBatch } from './support/pushes.js'
import { ratio, table } from './support/report.js'

const REQUESTS = 2000
const SECONDS = 20
const BATCHES = 8
const SESSION = 'bench-watch-001'
const HEADERS = 'HTTP/1.1 200 OK\r\nContent-Type: application/json'
const BODY = JSON.stringify({ items: Array.from({ length: 10 }, (_, n) => ({ id: n, title: 'a kettle, brushed steel' })) })

export async function benchWatch (): Promise<void> {
  const redis = await startRedis()
  // Large limits, so that no push evicts entries.
  const service = await startReplica(redis, { MAX_ENTRIES: '100000', MAX_SESSION_BYTES: '500mb' })
  const { terminal, drawnAtMs } = await openTerminal(service.address)
  const program = { pid: youngest(terminal.pid!), address: '', close: async () => {} }
  const before = cpuMicroseconds(program)
  const startMs = performance.now()
  const pushedAtMs: number[] = []
  for (let batch = 0; batch < SECONDS * BATCHES; batch++) {
    await sleep(Math.max(0, startMs + batch * 1000 / BATCHES - performance.now()))
    await pushBoth(service.address, batch)
    pushedAtMs.push(performance.now())
  }
  const tookMs = performance.now() - startMs
  const cpu = (cpuMicroseconds(program) - before) / 1000
  await sleep(2000)
  report(pushedAtMs.map((ms, n) => (drawnAtMs.get(n) ?? Infinity) - ms), tookMs, cpu)
  terminal.kill()
  await service.close()
  await redis.close()
}

function report (lags: number[], tookMs: number, cpuMs: number): void {
  const tenth = Math.ceil(lags.length / 10)
  console.log(`\nwatch: ${Math.round(SECONDS * REQUESTS / tookMs * 1000)} requests/s (wanted: ${REQUESTS}), each in two pushes, ` +
    `for ${(tookMs / 1000).toFixed(0)} s`)
  table(['push to terminal, ms', 'p50', 'p95'], [
    ['first tenth', ...percentiles(lags.slice(0, tenth))], ['last tenth', ...percentiles(lags.slice(-tenth))], ['all', ...percentiles(lags)]
  ])
  table(['CPU of watch', '%'], [['of one core', 100 * cpuMs / tookMs]])
  ratio('p95 of the last tenth, ms', percentiles(lags.slice(-tenth))[1], 'at most', 500)
}

function percentiles (values: number[]): [number, number] {
  return [percentile(values, 0.5), percentile(values, 0.95)]
}

/** Opens a terminal with `script` (util-linux); `drawnAtMs`: when the last request of each batch was complete on it. */
async function openTerminal (url: string): Promise<{ terminal: ChildProcess, drawnAtMs: Map<number, number> }> {
  const command = `stty cols 120 rows 40; exec ${process.execPath} dist/cli/main.js watch ${SESSION} --url ${url}`
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const drawnAtMs = new Map<number, number>()
  let rest = ''
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    const nowMs = performance.now()
    rest += text
    for (const [, n] of rest.matchAll(/200 [^\n]*\/mark\/(\d+)-/g)) if (!drawnAtMs.has(Number(n))) drawnAtMs.set(Number(n), nowMs)
    rest = rest.slice(-300)
  })
  while (!rest.includes('No requests')) await sleep(50)
  return { terminal, drawnAtMs }
}

async function pushBoth (address: string, batch: number): Promise<void> {
  const requests = Array.from({ length: REQUESTS / BATCHES },
    (_, n) => ({ api: `/v1/orders/${n}`, method: 'GET', requestId: `r-${batch}-${n}` }))
  requests.push({ api: `/mark/${batch}-`, method: 'GET', requestId: `mark-${batch}` })
  await pushBatch(address, SESSION, requests)
  await pushBatch(address, SESSION, requests.map(request => ({ ...request, timeConsuming: 5, responseHeader: HEADERS, response: BODY })))
}

/** The program that `script` runs, directly or through a shell. */
function youngest (pid: number): number {
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]
  return child ? youngest(Number(child)) : pid
}
