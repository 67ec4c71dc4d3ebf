// One viewer stops reading while 100 MiB of events pass: the memory that this costs the replica, and the delay for the other viewers. Each
// round has a phase without such a viewer and a phase with one, on the same replica.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { WebSocket } from 'ws'
import { startRedis, startReplica, memoryMiB, type Program } from './support/process.js'
import { median, percentile, pushBody } from './support/load.js'
import { ratio, table } from './support/report.js'

const VIEWERS = 5
const EVENTS = 1600
const BYTES = 64 * 1024
const EVENTS_PER_SECOND = 250
const ROUNDS = 5
/** The same entries are updated repeatedly, because an eviction would be an event, too. */
const HELD_ENTRIES = 100
const SESSION = 'bench-slow-0001'
const TRY_AGAIN_LATER = 1013

export async function benchSlow (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const pushed = new Client(replica.address) // one request at a time: the n-th event is the n-th push
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => connect(replica)))
  const reading: Phase[] = []
  const stuck: Phase[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const phases = [await pass(replica, pushed, viewers), await passOneStuck(replica, pushed, viewers)] as const
    if (round < 0) continue // warm-up
    reading.push(phases[0])
    stuck.push(phases[1])
  }
  for (const viewer of viewers) viewer.terminate()
  await pushed.close()
  for (const program of [replica, redis]) await program.close()
  report(reading, stuck)
}

interface Phase { p50: number, p99: number, peakMiB: number }

function report (reading: Phase[], stuck: Phase[]): void {
  const of = (phases: Phase[], field: keyof Phase) => median(phases.map(phase => phase[field]))
  const growth = stuck.map((phase, round) => phase.peakMiB - reading[round]!.peakMiB)
  console.log(`\nslow: ${VIEWERS} viewers x ${EVENTS} events of ${BYTES} bytes, ${EVENTS_PER_SECOND} a second, median of ${ROUNDS} rounds`)
  table(['', 'p50 ms', 'p99 ms', 'peak MiB'], ([['all read', reading], ['and one that stopped', stuck]] as const).map(([name, phases]) =>
    [name, of(phases, 'p50'), of(phases, 'p99'), of(phases, 'peakMiB')]))
  console.log(`  the viewer that stopped was closed with ${TRY_AGAIN_LATER} in every round`)
  ratio('MiB of growth, the worst round', Math.max(...growth), 'at most', 32)
  ratio('p99 with it to without', of(stuck, 'p99') / of(reading, 'p99'), 'at most', 2)
}

async function passOneStuck (replica: Program, pushed: Client, viewers: WebSocket[]): Promise<Phase> {
  const stuck = await connect(replica)
  stuck.pause()
  const phase = await pass(replica, pushed, viewers)
  const closed = once(stuck, 'close')
  stuck.resume()
  const [code] = await closed as [number]
  if (code !== TRY_AGAIN_LATER) throw new Error(`The viewer that stopped was closed with ${code}`)
  return phase
}

// Pushes at a fixed rate, independent of the answers: a slow replica must not reduce its own load.
async function pass (replica: Program, pushed: Client, viewers: WebSocket[]): Promise<Phase> {
  const sentAt: number[] = []
  const delays: number[] = []
  let peakMiB = 0
  const seen = viewers.map(viewer => receive(viewer, n => { delays.push(performance.now() - sentAt[n]!) }))
  const answers: Promise<void>[] = []
  const started = performance.now()
  for (let n = 0; n < EVENTS; n++) {
    await sleep(started + n * 1000 / EVENTS_PER_SECOND - performance.now())
    const body = pushBody(requestId(n), BYTES)
    sentAt.push(performance.now())
    answers.push(push(pushed, body))
    peakMiB = Math.max(peakMiB, memoryMiB(replica).now)
  }
  await Promise.all([...answers, ...seen])
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), peakMiB }
}

/** Resolves after EVENTS events; rejects if one is out of order. */
async function receive (viewer: WebSocket, onEvent: (n: number) => void): Promise<void> {
  const ended = new AbortController()
  let n = 0
  await new Promise<void>((resolve, reject) => {
    const onMessage = (data: Buffer) => {
      onEvent(n)
      if (!data.subarray(0, 200).includes(`"${requestId(n)}"`)) reject(new Error(`Event ${n} is another one`))
      if (++n === EVENTS) resolve()
    }
    const onClose = (code: number) => { reject(new Error(`A viewer that reads was closed with ${code}`)) }
    viewer.on('message', onMessage).on('close', onClose)
    ended.signal.onabort = () => { viewer.off('message', onMessage).off('close', onClose) }
  }).finally(() => { ended.abort() })
}

function requestId (n: number): string {
  return `slow-${n % HELD_ENTRIES}`
}

async function connect (replica: Program): Promise<WebSocket> {
  const socket = new WebSocket(`${replica.address.replace('http', 'ws')}/ws?sessionId=${SESSION}`)
  await once(socket, 'message') // connected
  return socket
}

async function push (pushed: Client, body: string): Promise<void> {
  const path = `/capture/raw-data?sessionId=${SESSION}`
  const reply = await pushed.request({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body })
  const text = await reply.body.text()
  if (reply.statusCode !== 200) throw new Error(`Answered ${reply.statusCode}: ${text}`)
}
