// The cost of the recorder for a page: the main thread's time for each request, including the push, compared in alternating rounds with the
// same page without the recorder. Also measures a response of 100 MB, once in a page that reads it and once in a page that does not: how
// many bytes the server can send, and the peak memory of the page.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.js'
import { startRedis, startReplica } from './support/process.js'
import { ratio, table } from './support/report.js'

const REQUESTS = 1000
const AT_ONCE = 4
const TURNS = 9
const LARGE_BYTES = 100 * 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, 'x')
const UNREAD_MS = 3000
const ANSWER = JSON.stringify({ items: Array.from({ length: 20 }, (_, n) => ({ id: n, name: `item ${n}` })) })

export async function benchRecorder (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const site = await startSite(`${replica.address}/earshot.js`)
  const browser = await launchChromium({ whole: true })
  try {
    const costs = { without: [] as Costs[], recorded: [] as Costs[] }
    for (let turn = 0; turn < TURNS; turn++) {
      for (const kind of ['without', 'recorded'] as const) costs[kind].push(await costsOf(browser, site.url, kind))
    }
    report(costs.without, costs.recorded)
    await reportLarge(browser, site)
  } finally {
    await browser.close()
    site.close()
    await replica.close()
    await redis.close()
  }
}

/** Milliseconds of the main thread for each request. */
interface Costs { fetch: number, xhr: number }

async function costsOf (browser: Browser, url: string, kind: string): Promise<Costs> {
  const page = await browser.newPage()
  await page.goto(`${url}/${kind}`)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  const measure = async (run: string) => {
    await page.evaluate(`${run}(50, ${AT_ONCE})`)
    const before = await busyMs()
    await page.evaluate(`${run}(${REQUESTS}, ${AT_ONCE})`)
    await sleep(500) // includes the last pushes
    return (await busyMs() - before) / REQUESTS
  }
  const costs = { fetch: await measure('byFetch'), xhr: await measure('byXhr') }
  await page.close()
  return costs
}

function report (without: Costs[], recorded: Costs[]): void {
  console.log(`\nrecorder: ${REQUESTS} requests of JSON, ${AT_ONCE} at once; main thread in ms each, median of ${TURNS} turns`)
  const rows = (['fetch', 'xhr'] as const).map(kind => {
    const [native, with_] = [without, recorded].map(costs => median(costs.map(cost => cost[kind])))
    return { kind, native: native!, with_: with_!, more: with_! - native! }
  })
  table(['', 'without', 'with', 'more'], rows.map(({ kind, native, with_, more }) => [kind, native, with_, more]))
  for (const { kind, more } of rows) ratio(`ms more for each ${kind}`, more, 'at most', 0.25)
}

async function reportLarge (browser: Browser, site: Site): Promise<void> {
  console.log('\nrecorder: 100 MB; MB that the server got rid of, and peak of the renderer\'s memory in MB')
  const rows = []
  for (const [what, read] of [['read whole', 'large(true)'], ['not read', 'large(false)']] as const) {
    for (const kind of ['without', 'recorded']) {
      const page = await browser.newPage()
      await page.goto(`${site.url}/${kind}`)
      site.sentBytes = 0
      await page.evaluate(read)
      await sleep(UNREAD_MS)
      rows.push([`${what}, ${kind}`, site.sentBytes / 1024 / 1024, await peakMiB(page)])
      await page.close()
    }
  }
  table(['', 'sent', 'peak'], rows)
}

async function peakMiB (page: Page): Promise<number> {
  const cdp = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakOf(id))
  return Math.max(...renderers)
}

function peakOf (pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function median (values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

interface Site { url: string, sentBytes: number, close (): void }

async function startSite (script: string): Promise<Site> {
  const site: Site = { url: '', sentBytes: 0, close: () => { server.closeAllConnections(); server.close() } }
  const server = createServer((request, reply) => {
    if (request.url === '/large') { sendLarge(site, reply); return }
    if (request.url?.startsWith('/api')) { reply.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER); return }
    const head = request.url === '/recorded' ? `<script src="${script}" data-session="bench-recorder0"></script>` : ''
    reply.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${head}<script>${PAGE}</script>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

function sendLarge (site: Site, reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'application/octet-stream' })
  let left = LARGE_BYTES
  const send = () => {
    while (left > 0) {
      left -= CHUNK.length
      site.sentBytes += CHUNK.length
      if (!reply.write(CHUNK)) { reply.once('drain', send); return }
    }
    reply.end()
  }
  send()
}

const PAGE = `
  const each = async (count, atOnce, one) => {
    let next = 0
    await Promise.all(Array.from({ length: atOnce }, async () => { while (next < count) await one(next++) }))
  }
  const byFetch = (count, atOnce) => each(count, atOnce, async n => { await (await fetch('/api/' + n)).json() })
  const byXhr = (count, atOnce) => each(count, atOnce, n => new Promise(resolve => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', '/api/' + n)
    xhr.onload = () => resolve(JSON.parse(xhr.responseText))
    xhr.send()
  }))
  const large = async read => {
    window.kept = await fetch('/large')
    if (read) await window.kept.arrayBuffer()
  }`
