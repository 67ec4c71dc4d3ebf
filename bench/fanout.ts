// The cost of notifying many viewers of a change, compared with a bare `ws` broadcast of the same text; the time from a push on one replica
// to its arrival at a viewer of another replica; and the cost of notifications in one busy session, which gets pushes as fast as possible
// and has 50 viewers.
import { WebSocket } from 'ws'
import { request } from 'undici'
import { startRedis, startReplica, startServer, cpuMicroseconds, type Program } from './support/process.js'
import { countMessages } from './support/frames.js'
import { median, percentile, pushBody, pushMany } from './support/load.js'
import { ratio, table } from './support/report.js'

const VIEWERS = 200
const EVENTS = 400
const BYTES = 2048
const ROUNDS = 3
const PROBES = 300
const BUSY_VIEWERS = 50
const BUSY_EVENTS = 2000 // a session holds this many, so nothing is evicted

export async function benchFanout (): Promise<void> {
  const redis = await startRedis()
  const [pushed, watched] = [await startReplica(redis), await startReplica(redis)]
  const bare = await startServer(['--import', 'tsx', 'bench/servers/bare-broadcast.ts'])
  const session = 'bench-fan-00001'
  const earshot: Cost[] = []
  const broadcast: Cost[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const costs = [
      await fanOut(watched, `/ws?sessionId=${session}`, 1, n => push(pushed, session, `${round}-${n}`)),
      await fanOut(bare, '/', 0, n => post(bare, '/', JSON.stringify({ type: 'entry-received', data: pushBody(`${round}-${n}`, BYTES) })))
    ] as const
    if (round < 0) continue // warm-up
    earshot.push(costs[0])
    broadcast.push(costs[1])
  }
  const delays = await delay(watched, pushed)
  const busy = await busySession(pushed, watched, bare)
  for (const program of [bare, pushed, watched, redis]) await program.close()

  const of = (costs: Cost[], field: keyof Cost) => median(costs.map(cost => cost[field]))
  console.log(`\nfan-out: ${VIEWERS} viewers x ${EVENTS} events of ${BYTES} bytes, all delivered in order and once, median of ${ROUNDS} rounds`)
  table(['', 'messages/s', 'CPU µs a message'], [
    ['bare ws broadcast', of(broadcast, 'perSecond'), of(broadcast, 'cpu')],
    ['earshot', of(earshot, 'perSecond'), of(earshot, 'cpu')]
  ])
  ratio('CPU a message to the bare broadcast', of(earshot, 'cpu') / of(broadcast, 'cpu'), 'at most', 2)
  console.log(`  push to viewer on another replica: p50 ${percentile(delays, 0.5).toFixed(2)} ms, p99 ${percentile(delays, 0.99).toFixed(2)} ms`)
  ratio('p50 ms', percentile(delays, 0.5), 'at most', 3)
  reportBusy(busy)
}

interface Cost { perSecond: number, cpu: number }

/** `greetings`: the number of messages before the events. */
async function fanOut (server: Program, path: string, greetings: number, send: (n: number) => Promise<void>): Promise<Cost> {
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => connect(server, path, greetings)))
  const before = cpuMicroseconds(server)
  const started = performance.now()
  const all = Promise.all(viewers.map(viewer => viewer.received(EVENTS)))
  for (let n = 0; n < EVENTS; n++) await send(n)
  const texts = await all
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuMicroseconds(server) - before
  for (const viewer of viewers) viewer.close()
  for (const received of texts) inOrder(received)
  return { perSecond: VIEWERS * EVENTS / seconds, cpu: cpu / (VIEWERS * EVENTS) }
}

type Way = 'bare ws broadcast' | 'pushed to another replica' | 'pushed to the same replica'

// In turns, so that other load of the machine affects all of them.
async function busySession (pushed: Program, watched: Program, bare: Program): Promise<Record<Way, Cost[]>> {
  const costs: Record<Way, Cost[]> = { 'bare ws broadcast': [], 'pushed to another replica': [], 'pushed to the same replica': [] }
  const event = (n: number) => JSON.stringify({ type: 'entry-received', data: pushBody(`${n}`, BYTES) })
  for (let round = -1; round < ROUNDS; round++) {
    const session = (way: string) => `busy-${way}-${round + 1}`.padEnd(15, '_')
    const measured: Record<Way, Cost> = {
      'bare ws broadcast': await busy(bare, bare, 0, 'bare', event),
      'pushed to another replica': await busy(pushed, watched, 1, session('other'), n => pushBody(`${n}`, BYTES)),
      'pushed to the same replica': await busy(watched, watched, 1, session('same'), n => pushBody(`${n}`, BYTES))
    }
    if (round < 0) continue // warm-up
    for (const way of Object.keys(costs) as Way[]) costs[way].push(measured[way])
  }
  return costs
}

// Measures the CPU of the program that has the viewers.
async function busy (pushed: Program, watched: Program, greetings: number, session: string, bodyOf: (n: number) => string): Promise<Cost> {
  const viewers = await Promise.all(Array.from({ length: BUSY_VIEWERS }, () => countMessages(watched.address, `/ws?sessionId=${session}`)))
  await Promise.all(viewers.map(viewer => viewer.has(greetings)))
  const before = cpuMicroseconds(watched)
  const started = performance.now()
  const all = Promise.all(viewers.map(viewer => viewer.has(greetings + BUSY_EVENTS)))
  await pushMany(pushed.address, () => session, BUSY_EVENTS, bodyOf)
  await all
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuMicroseconds(watched) - before
  for (const viewer of viewers) viewer.close()
  const messages = BUSY_VIEWERS * BUSY_EVENTS
  return { perSecond: messages / seconds, cpu: cpu / messages }
}

function reportBusy (costs: Record<Way, Cost[]>): void {
  const of = (way: Way, field: keyof Cost) => median(costs[way].map(cost => cost[field]))
  console.log(`\none busy session: ${BUSY_VIEWERS} viewers x ${BUSY_EVENTS} events of ${BYTES} bytes, 100 pushes at once, median of ${ROUNDS} rounds`)
  table(['', 'messages/s', 'CPU µs a message'], (Object.keys(costs) as Way[]).map(way => [way, of(way, 'perSecond'), of(way, 'cpu')]))
  const perSecond = (way: Way) => of(way, 'perSecond') / of('bare ws broadcast', 'perSecond')
  ratio('messages/s to the bare broadcast, pushed to another replica', perSecond('pushed to another replica'), 'at least', 1)
  ratio('messages/s to the bare broadcast, pushed to the same replica', perSecond('pushed to the same replica'), 'at least', 1)
}

async function delay (watched: Program, pushed: Program): Promise<number[]> {
  const session = 'bench-fan-00002'
  const viewer = await connect(watched, `/ws?sessionId=${session}`, 1)
  const delays: number[] = []
  for (let n = 0; n < PROBES; n++) {
    const arrived = viewer.received(1)
    const started = performance.now()
    await Promise.all([push(pushed, session, `probe-${n}`), arrived])
    delays.push(performance.now() - started)
  }
  viewer.close()
  return delays
}

interface Viewer {
  /** Resolves with the next `count` messages. */
  received(count: number): Promise<string[]>
  close(): void
}

async function connect (server: Program, path: string, greetings: number): Promise<Viewer> {
  const socket = new WebSocket(server.address.replace('http', 'ws') + path)
  let wanted = Infinity
  let texts: string[] = []
  let done: (texts: string[]) => void = () => {}
  socket.on('message', (data: Buffer) => {
    texts.push(data.toString())
    if (texts.length >= wanted) done(texts)
  })
  const received = (count: number) => new Promise<string[]>(resolve => { wanted = count; texts = []; done = resolve })
  const greeted = greetings > 0 ? received(greetings) : undefined
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  await greeted
  return { received, close: () => socket.terminate() }
}

// Request ids contain the number of the event: each must arrive once, in order.
function inOrder (texts: string[]): void {
  const numbers = texts.map(text => Number(/requestId\\?":\\?"-?\d+-(\d+)/.exec(text)?.[1]))
  if (numbers.some((number, i) => number !== i)) throw new Error(`Not all in order and once: ${numbers.join(' ')}`)
}

async function push (server: Program, session: string, requestId: string): Promise<void> {
  await post(server, `/capture/raw-data?sessionId=${session}`, pushBody(requestId, BYTES))
}

async function post (server: Program, path: string, body: string): Promise<void> {
  const reply = await request(server.address + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const text = await reply.body.text()
  if (reply.statusCode !== 200) throw new Error(`Answered ${reply.statusCode}: ${text}`)
}
