// How soon apps apply a new rule: the time between the write of the rule and the first request that it answers, in a Node program and in
// pages. Nobody watches the session, so the apps push nothing: the answers to pushes would also tell them the version of the rules.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchChromium } from '../scripts/chromium.js'
import { median } from './support/load.js'
import { startRedis, startReplica } from './support/process.js'
import { ratio, table } from './support/report.js'

const WRITES = 20
const WARM_UP = 2
/** Longer than the shortest pause of apps between two questions. */
const PAUSE_MS = 1200
/** How often an app without long polling asks for the rules. */
const POLL_MS = 3000
const LATEST_MS = 20_000

/** When the app got an answer that differs from the one before, in milliseconds since 1970. */
interface Told { answer: string, atMs: number }

interface App { session: string, close (): Promise<unknown> | undefined }

type Tell = (told: Told) => void

export async function benchApplied (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis)
  const site = await startSite(`${replica.address}/earshot.js`)
  const browser = await launchChromium({ whole: true })
  const openPage = async (session: string, tell: Tell, mayHold: boolean): Promise<App> => {
    const page = await browser.newPage()
    // As in pages that are not on HTTPS.
    if (!mayHold) await page.addInitScript("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
    page.on('console', message => { if (message.text().startsWith('{')) tell(JSON.parse(message.text()) as Told) })
    await page.goto(`${site.url}/page?${session}`)
    return { session, close: () => page.close() }
  }
  const apps: Record<string, (tell: Tell) => App | Promise<App>> = {
    'Node program that holds a request': tell => startProgram('bench-applied-0', replica.address, site.url, tell),
    'page that holds a request': tell => openPage('bench-applied-1', tell, true),
    'page that asks every 3 s': tell => openPage('bench-applied-2', tell, false)
  }
  try {
    console.log(`\napplied: from a write of rules to the first request that is answered by them, ${WRITES} writes, in ms`)
    const rows = []
    for (const [name, start] of Object.entries(apps)) rows.push({ name, waits: await waitsOf(start, replica.address) })
    table(['', 'p50', 'longest'], rows.map(({ name, waits }) => [name, median(waits), waits.at(-1)!]))
    for (const { name, waits } of rows) ratio(`${name}, p50`, median(waits), 'at most', name.includes('holds') ? 300 : 3000)
  } finally {
    await browser.close()
    site.close()
    await replica.close()
    await redis.close()
  }
}

/** In ms, sorted. */
async function waitsOf (start: (tell: Tell) => App | Promise<App>, service: string): Promise<number[]> {
  let tell: Tell = () => {}
  const app = await start(told => { tell(told) })
  const waits: number[] = []
  for (let n = 0; n < WARM_UP + WRITES; n++) {
    const told = new Promise<Told>(resolve => { tell = told => { if (told.answer === `rule ${n}`) resolve(told) } })
    const startMs = performance.timeOrigin + performance.now()
    await write(service, app.session, n)
    const first = await Promise.race([told, sleep(LATEST_MS, undefined, { ref: false })])
    if (!first) throw new Error(`No request of ${app.session} was answered by rule ${n}`)
    if (n >= WARM_UP) waits.push(first.atMs - startMs)
    // At any time between two polls, not in step with them.
    await sleep(PAUSE_MS + Math.random() * POLL_MS)
  }
  await app.close()
  return waits.sort((a, b) => a - b)
}

async function write (service: string, session: string, n: number): Promise<void> {
  const rules = [{ name: `rule ${n}`, match: 'path:=/state', action: { type: 'respond', status: 200, body: { text: `rule ${n}` } } }]
  const reply = await fetch(`${service}/capture/rules?sessionId=${session}`,
    { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules }) })
  if (reply.status !== 200) throw new Error(`A write was answered ${reply.status}`)
}

function startProgram (session: string, service: string, site: string, tell: Tell): App {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/programs/asks-again.ts', service, session, site],
    { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface(child.stdout).on('line', line => { tell(JSON.parse(line) as Told) })
  return { session, close: () => { child.kill(); return once(child, 'exit') } }
}

interface Site { url: string, close (): void }

async function startSite (script: string): Promise<Site> {
  const server = createServer((request, reply) => {
    const session = /^\/page\?(.+)/.exec(request.url ?? '')?.[1]
    if (session === undefined) { reply.end('the real answer'); return }
    const head = `<script src="${script}" data-session="${session}" data-when="watched" data-rules></script>`
    reply.setHeader('content-type', 'text/html').end(`<!doctype html>${head}<script>${PAGE}</script>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => { server.closeAllConnections(); server.close() }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

// The same as in programs/asks-again.ts.
const PAGE = `
  let known = ''
  const ask = async () => {
    const answer = await (await fetch('/state')).text()
    if (answer !== known) console.log(JSON.stringify({ answer, atMs: performance.timeOrigin + performance.now() }))
    known = answer
    setTimeout(ask, 10)
  }
  ask()`
