// The cost of requests that are held until the rules change: 10,000 on one replica, for a thousand sessions with rules, under the hard
// memory limit that the deployment sets; and the time from a change of the rules until the held requests are answered.
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { limitMemory } from './support/memory-limit.js'
import { median } from './support/load.js'
import { memoryMiB, mostOpenFiles, startRedis, startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const HELD = 10_000
const SESSIONS = 1000
const RULES = 20
const LIMIT_MIB = 512
const WAIT_SECONDS = 25
const AT_ONCE = 100
const WRITES = 50
const OPEN_FILES = HELD + 300

export async function benchHeld (): Promise<void> {
  const most = mostOpenFiles()
  if (most < OPEN_FILES) throw new Error(`held opens ${OPEN_FILES} files, the limit is ${most}: ulimit -n ${OPEN_FILES}`)
  const redis = await startRedis()
  const limit = limitMemory(LIMIT_MIB)
  const replica = await startReplica(redis, {}, [], limit)
  const versions = await inTurns(SESSIONS, n => write(replica, n))
  const before = memoryMiB(replica).now
  // Each session has ten apps that wait; together they are as many as a replica holds.
  const held = await holdAll(replica, versions)
  await sleep(2000)
  const holding = memoryMiB(replica).now
  const waits: number[] = []
  for (let n = 0; n < WRITES; n++) waits.push(...await answeredAfterWrite(replica, n, held))
  const whenMany = await answeredAfterMany(replica, held)
  const peak = memoryMiB(replica).peak
  const kills = limit.kills()
  for (const program of [replica, redis]) await program.close()
  waits.sort((a, b) => a - b)
  console.log(`\nheld: ${HELD} held requests of ${SESSIONS} sessions with ${RULES} rules each, on one replica (${limit.kind})`)
  table(['', 'value'], [
    ['MiB before', before], ['MiB with the held requests', holding], ['KiB for each', (holding - before) * 1024 / HELD],
    ['peak MiB, also while all are answered', peak],
    ['ms from a write to its answers, p50', median(waits)], ['p99', waits[Math.floor(waits.length * 0.99)] ?? 0],
    [`ms until all others are answered after ${SESSIONS - WRITES} writes`, whenMany], ['processes killed for memory', kills]
  ])
  ratio('MiB at the peak', peak, 'at most', LIMIT_MIB)
}

interface Held { session: number, answer: Promise<number> }

async function holdAll (replica: Program, versions: string[]): Promise<Held[]> {
  const agent = new Agent({ keepAlive: true })
  const held: Held[] = []
  await inTurns(HELD, async n => {
    const session = n % SESSIONS
    const path = `/capture/rules?sessionId=${sessionOf(session)}&after=${versions[session]}&wait=${WAIT_SECONDS}`
    const request = get(replica.address + path, { agent })
    const answer = once(request, 'response').then(async ([reply]: IncomingMessage[]) => {
      await once(reply!.resume(), 'end')
      return reply!.statusCode === 200 ? performance.now() : Number.NaN
    })
    held.push({ session, answer })
    const [socket] = await once(request, 'socket') as [Socket]
    if (socket.connecting) await once(socket, 'connect')
  })
  return held
}

// Of one session: in ms, for each app.
async function answeredAfterWrite (replica: Program, session: number, held: Held[]): Promise<number[]> {
  const startMs = performance.now()
  await write(replica, session)
  const answers = await Promise.all(held.filter(one => one.session === session).map(({ answer }) => answer))
  return answers.map(at => at - startMs)
}

async function answeredAfterMany (replica: Program, held: Held[]): Promise<number> {
  const startMs = performance.now()
  await inTurns(SESSIONS - WRITES, n => write(replica, WRITES + n))
  const answers = await Promise.all(held.filter(({ session }) => session >= WRITES).map(({ answer }) => answer))
  return Math.max(...answers) - startMs
}

async function write ({ address }: Program, session: number): Promise<string> {
  const rules = Array.from({ length: RULES }, (_, n) => ({
    name: `rule ${n}`, match: `method:POST path:=/v1/pay/${n}`, action: { type: 'respond', status: 503, body: { text: '{"error":"pay later"}' } }
  }))
  const reply = await fetch(`${address}/capture/rules?sessionId=${sessionOf(session)}`,
    { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules }) })
  if (reply.status !== 200) throw new Error(`A write was answered ${reply.status}`)
  return (await reply.json() as { version: string }).version
}

/** Calls for each number below `count`, a hundred at a time; resolves with the results. */
async function inTurns<Result> (count: number, act: (n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < count) {
      const n = next++
      results[n] = await act(n)
    }
  }))
  return results
}

function sessionOf (n: number): string {
  return `bench-held-${String(n).padStart(4, '0')}`
}
