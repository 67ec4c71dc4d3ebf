// The cost of an idle viewer in memory and CPU, compared with an idle socket of a bare `ws` server: many viewers of few sessions, and as
// many sessions as viewers.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import {
  COLLECTABLE, collectGarbage, cpuMicroseconds, memoryMiB, mostOpenFiles, startRedis, startReplica, startServer, type Program
} from './support/process.js'
import { ratio, table } from './support/report.js'

const VIEWERS = 5000
const SESSIONS = 500
/** One period of the pings, so each viewer gets exactly one. It also contains five checks of every session's head. */
const IDLE_SECONDS = 25
const SETTLE_MS = 2000
const AT_ONCE = 100
const WARM_UP = 50
/** This process holds the other ends of two crowds of viewers. */
const OPEN_FILES = 2 * VIEWERS + 200

export async function benchIdle (): Promise<void> {
  const most = mostOpenFiles()
  if (most < OPEN_FILES) throw new Error(`idle opens ${OPEN_FILES} files, the limit is ${most}: ulimit -n ${OPEN_FILES}`)
  const redis = await startRedis()
  const [few, many] = [await startReplica(redis, {}, COLLECTABLE), await startReplica(redis, {}, COLLECTABLE)]
  const bare = await startServer([...COLLECTABLE, '--import', 'tsx', 'bench/servers/bare-idle.ts'])
  const [bareCosts, fewCosts] = await idle(redis, [
    await gather(bare, 0, () => '/'),
    await gather(few, 1, n => sessionPath(n % SESSIONS))
  ])
  const [manyCosts] = await idle(redis, [await gather(many, 1, sessionPath)])
  for (const program of [bare, few, many, redis]) await program.close()
  report(bareCosts!, fewCosts!, manyCosts!)
  console.log(`  open files: at most ${most}, ${OPEN_FILES} needed`)
}

/** Per viewer; CPU in microseconds a second. */
interface Costs { memoryKiB: number, cpu: number, redisCpu: number }

function report (bare: Costs, few: Costs, many: Costs): void {
  console.log(`\nidle: ${VIEWERS} viewers for ${IDLE_SECONDS} s; memory is resident after a collection, CPU a second, each per viewer`)
  table(['', 'KiB', 'CPU µs Node', 'CPU µs Redis'], [
    ['bare ws', bare.memoryKiB, bare.cpu, '-'],
    [`earshot, ${SESSIONS} sessions`, few.memoryKiB, few.cpu, few.redisCpu],
    [`earshot, ${VIEWERS} sessions`, many.memoryKiB, many.cpu, many.redisCpu]
  ])
  ratio(`memory to the bare socket, ${SESSIONS} sessions`, few.memoryKiB / bare.memoryKiB, 'at most', 2)
  ratio(`CPU of Node to the bare socket, ${SESSIONS} sessions`, few.cpu / bare.cpu, 'at most', 2)
  console.log(`  with ${VIEWERS} sessions: memory ${(many.memoryKiB / bare.memoryKiB).toFixed(2)}, CPU of Node ${(many.cpu / bare.cpu).toFixed(2)}`)
  console.log(`  a bare socket does next to nothing: all viewers take ${share(few)} of a core, as bare sockets ${share(bare)}`)
}

function share ({ cpu }: Costs): string {
  return `${(cpu * VIEWERS / 10_000).toFixed(2)} %`
}

interface Crowd { server: Program, sockets: WebSocket[], beforeMiB: number }

/** `greetings`: the number of messages that a server sends to each viewer at first. A few viewers connect and leave before. */
async function gather (server: Program, greetings: number, pathOf: (n: number) => string): Promise<Crowd> {
  for (const socket of await connectAll(server, WARM_UP, greetings, pathOf)) socket.terminate()
  await sleep(SETTLE_MS)
  const beforeMiB = await residentMiB(server)
  return { server, sockets: await connectAll(server, VIEWERS, greetings, pathOf), beforeMiB }
}

/** The costs of each crowd. All crowds are idle during the same time. */
async function idle (redis: Program, crowds: Crowd[]): Promise<Costs[]> {
  await sleep(SETTLE_MS)
  const servers = [redis, ...crowds.map(crowd => crowd.server)]
  const before = servers.map(cpuMicroseconds)
  await sleep(IDLE_SECONDS * 1000)
  const [redisCpu, ...cpus] = servers.map((server, i) => (cpuMicroseconds(server) - before[i]!) / IDLE_SECONDS / VIEWERS)
  return Promise.all(crowds.map(async ({ server, sockets, beforeMiB }, i) => {
    const memoryKiB = (await residentMiB(server) - beforeMiB) * 1024 / VIEWERS
    if (sockets.some(socket => socket.readyState !== WebSocket.OPEN)) throw new Error('A viewer lost its connection')
    for (const socket of sockets) socket.terminate()
    return { memoryKiB, cpu: cpus[i]!, redisCpu: redisCpu! }
  }))
}

// Collects garbage first: its amount is random, and larger than the measured difference.
async function residentMiB (server: Program): Promise<number> {
  await collectGarbage(server)
  return memoryMiB(server).now
}

async function connectAll (server: Program, count: number, greetings: number, pathOf: (n: number) => string): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  let next = 0
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < count) {
      const socket = new WebSocket(server.address.replace('http', 'ws') + pathOf(next++))
      await once(socket, greetings > 0 ? 'message' : 'open')
      sockets.push(socket)
    }
  }))
  return sockets
}

function sessionPath (n: number): string {
  return `/ws?sessionId=bench-idle-${String(n).padStart(4, '0')}`
}
