// The cost of `earshot record` for a Node program: 10,000 requests to an API with a typical latency, in alternating rounds without the
// command and with it. A real service stores the recorded requests.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { median } from './support/load.js'
import { startRedis, startReplica, startServer } from './support/process.js'
import { ratio, table } from './support/report.js'

const REQUESTS = 10_000
const AT_ONCE = 10
const ROUNDS = 5

interface Run { tookMs: number, cpuMs: number }

export async function benchRecord (): Promise<void> {
  const redis = await startRedis()
  const service = await startReplica(redis, { MAX_ENTRIES: '20000', MAX_SESSION_BYTES: '500mb' })
  const api = await startServer(['--import', 'tsx', 'bench/servers/late.ts'])
  const program = [process.execPath, '--import', 'tsx', 'bench/programs/asks.ts', api.address, String(REQUESTS), String(AT_ONCE)] as const
  const record = [process.execPath, 'dist/cli/main.js', 'record', '--url', service.address, '--session'] as const
  try {
    console.log(`\nrecord: ${REQUESTS} requests, ${AT_ONCE} at once, to an API that answers after 10 ms, median of ${ROUNDS} rounds`)
    const without: Run[] = []
    const recorded: Run[] = []
    let missing = 0
    for (let round = 0; round < ROUNDS; round++) {
      const session = `bench-record-0${round}`
      without.push(await runOf(program))
      recorded.push(await runOf([...record, session, '--', ...program]))
      missing += REQUESTS - await countOf(service.address, session)
    }
    const middle = (runs: Run[], what: keyof Run) => median(runs.map(run => run[what]))
    table(['', 'ms in all', 'ms of CPU a request'],
      Object.entries({ without, recorded }).map(([name, runs]) => [name, middle(runs, 'tookMs'), middle(runs, 'cpuMs') / REQUESTS]))
    ratio('recorded to not recorded, ms in all', middle(recorded, 'tookMs') / middle(without, 'tookMs'), 'at most', 1.05)
    ratio('requests that were not recorded', missing, 'at most', 0)
  } finally {
    for (const each of [api, service, redis]) await each.close()
  }
}

async function runOf ([program, ...args]: readonly [string, ...string[]]): Promise<Run> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1e8 })
  return JSON.parse(/^\{.*\}$/m.exec(stdout)?.[0] ?? '') as Run
}

async function countOf (address: string, session: string): Promise<number> {
  const reply = await fetch(`${address}/capture/entries?sessionId=${session}&fields=id`)
  return (await reply.json() as unknown[]).length
}
