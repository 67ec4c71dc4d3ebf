// The cost of recording the messages of a page's WebSocket: the share of the main thread's time at 2,000 messages per second, compared in
// alternating rounds with the same page without the recorder. Checks that no message is lost, and measures the delay from the sending of a
// message until a viewer is notified.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { WebSocket, WebSocketServer } from 'ws'
import { launchChromium } from '../scripts/chromium.js'
import { startRedis, startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const PER_SECOND = 2000
const SECONDS = 5
const TICK_MS = 10
const TURNS = 5
const KINDS = ['without', 'recorded'] as const
/** A price of a stock, as the server of a chart sends it: 200 bytes. */
const TEXT = JSON.stringify({ type: 'price', symbol: 'ABCD', price: 123.45, volume: 1000, note: 'x'.repeat(200) }).slice(0, 197) + '"}'
const SESSION = 'bench-messages0'

export async function benchMessages (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const site = await startSite(`${replica.address}/earshot.js`)
  const browser = await launchChromium({ whole: true })
  try {
    const shares = { without: [] as number[], recorded: [] as number[] }
    const delays: number[] = []
    let lost = 0
    for (let turn = 0; turn < TURNS; turn++) {
      for (const kind of KINDS) {
        const run = await measure(browser, site, replica, kind)
        shares[kind].push(run.share)
        delays.push(...run.delaysMs)
        lost += run.lost
      }
    }
    const [native, with_] = KINDS.map(kind => median(shares[kind]) * 100) as [number, number]
    console.log(`\nmessages: ${PER_SECOND} of ${TEXT.length} bytes per second to a page, ${SECONDS} s; median of ${TURNS} turns`)
    table(['', 'without', 'with', 'more'], [['main thread, %', native, with_, with_ - native]])
    ratio('% more of the main thread', with_ - native, 'at most', 10)
    ratio('messages lost', lost, 'at most', 0)
    ratio('ms from the server to the announcement, median', median(delays), 'at most', 400)
  } finally {
    await browser.close()
    site.close()
    await replica.close()
    await redis.close()
  }
}

interface Run { share: number, lost: number, delaysMs: number[] }

async function measure (browser: Browser, site: Site, replica: Program, kind: typeof KINDS[number]): Promise<Run> {
  const session = `?sessionId=${SESSION}`
  const storedBefore = await storedBy(replica)
  await fetch(`${replica.address}/capture/entries${session}`, { method: 'DELETE' })
  const page = await browser.newPage()
  await page.goto(`${site.url}/${kind}`)
  await page.evaluate('opened')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  // The first messages load and compile what the page needs.
  await site.send(PER_SECOND / 2)
  await sleep(1000)
  const viewer = new WebSocket(`${replica.address.replace('http', 'ws')}/ws${session}`)
  const delaysMs: number[] = []
  viewer.on('message', (data: Buffer) => {
    const { type, data: told } = JSON.parse(data.toString()) as { type: string, data: { last: number } }
    // The first message of the entry says that the connection opened.
    const sentMs = type === 'messages-received' ? site.sentMs[told.last - 2] : undefined
    if (sentMs !== undefined) delaysMs.push(performance.now() - sentMs)
  })
  await once(viewer, 'open')
  const before = await busyMs()
  const startMs = performance.now()
  await site.send(PER_SECOND * SECONDS)
  const share = (await busyMs() - before) / (performance.now() - startMs)
  await sleep(1500)
  viewer.close()
  const stored = await storedBy(replica) - storedBefore
  // The first message says that the connection opened.
  const lost = kind === 'recorded' ? site.sentMs.length + 1 - stored : 0
  await page.close()
  return { share, lost, delaysMs }
}

/** How many messages it has stored since it started, also those that have made room since. */
async function storedBy (replica: Program): Promise<number> {
  const metrics = await (await fetch(`${replica.address}/metrics`)).text()
  return Number(/^earshot_messages_total\{outcome="stored"\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}

function median (values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

interface Site {
  url: string
  /** When each message was sent. */
  sentMs: number[]
  /** Sends so many messages to the newest page, PER_SECOND a second. */
  send (count: number): Promise<void>
  close (): void
}

async function startSite (script: string): Promise<Site> {
  const server = createServer((request, reply) => {
    const head = request.url === '/recorded' ? `<script src="${script}" data-session="${SESSION}"></script>` : ''
    reply.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${head}<script>${PAGE}</script>`)
  }).listen(0, '127.0.0.1')
  let socket: WebSocket | undefined
  const site: Site = {
    url: '',
    sentMs: [],
    async send (count) {
      for (let sent = 0, startMs = performance.now(); sent < count; await sleep(TICK_MS)) {
        const due = Math.min(count, Math.ceil((performance.now() - startMs) / 1000 * PER_SECOND))
        for (; sent < due; sent++) {
          site.sentMs.push(performance.now())
          socket?.send(TEXT)
        }
      }
    },
    close: () => { server.closeAllConnections(); server.close() }
  }
  new WebSocketServer({ server }).on('connection', opened => {
    socket = opened
    site.sentMs = []
  })
  await once(server, 'listening')
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

const PAGE = `
  const opened = new Promise(resolve => {
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/prices')
    let sum = 0
    socket.onopen = () => resolve()
    socket.onmessage = ({ data }) => { sum += JSON.parse(data).price }
  })`
