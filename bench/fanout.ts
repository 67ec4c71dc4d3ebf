// What it costs to tell many viewers of a change beside a bare `ws` broadcast of the same text; and how long it takes from a
// push to one replica until a viewer of another has it.
import { WebSocket } from 'ws'
import { request } from 'undici'
import { startRedis, startReplica, startServer, cpuMicroseconds, type Program } from './support/process.js'
import { median, percentile, pushBody } from './support/load.js'
import { ratio, table } from './support/report.js'

const VIEWERS = 200
const EVENTS = 400
const BYTES = 2048
const ROUNDS = 3
const PROBES = 300

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
}

interface Cost { perSecond: number, cpu: number }

/** `greetings`: messages that come before the events. */
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
  /** The next so many messages. */
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

// Request ids carry the number of the event: each must be there once, in order.
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
