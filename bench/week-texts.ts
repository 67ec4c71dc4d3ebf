// The memory of a page that shows a session near its byte limit: with all bodies, and after it has dropped the bodies of old entries.
import type { Browser } from 'playwright-core'
import { memoryOf } from './support/page-tab.js'
import { startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

type Redis = Parameters<typeof startReplica>[0]

const SESSION = 'week-bodies-123'
const [ENTRIES, BATCH, BODY] = [1900, 50, 32_000]
/** The device memory in gigabytes, from which the page derives its budget. */
const DEVICES = [['all bodies are kept', 1000], ['a desktop', 8], ['a phone', 2]] as const

export async function benchTexts (browser: Browser, redis: Redis): Promise<void> {
  const replica = await startReplica(redis, {})
  try {
    for (let n = 0; n < ENTRIES; n += BATCH) await push(replica, n)
    const rows: [string, number][] = []
    for (const [name, gigabytes] of DEVICES) rows.push([name, await heapOf(browser, replica, gigabytes)])
    console.log(`\nweek: a session of ${ENTRIES} entries and ${ENTRIES * BODY / 1e6} MB`)
    table(['on', 'MiB'], rows)
    ratio('memory on a phone, of that with all bodies', rows[2]![1] / rows[0]![1], 'at most', 0.5)
  } finally {
    await replica.close()
  }
}

async function heapOf (browser: Browser, { address }: Program, gigabytes: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await page.addInitScript(`Object.defineProperty(navigator, 'deviceMemory', { value: ${gigabytes} })`)
    await page.goto(`${address}/?sessionId=${SESSION}`)
    await page.getByRole('status', { name: 'Count' }).getByText(`${ENTRIES.toLocaleString('en')} requests`).waitFor({ timeout: 60_000 })
    await page.getByRole('status', { name: 'Connection' }).getByText('Live', { exact: true }).waitFor({ timeout: 60_000 })
    return (await memoryOf(browser, devtools)).heapMiB
  } finally {
    await context.close()
  }
}

async function push ({ address }: Program, first: number): Promise<void> {
  const pushes = Array.from({ length: BATCH }, (_, n) => ({
    api: `https://api.example.com/v1/orders/${first + n}`,
    method: 'GET',
    timeConsuming: 20,
    responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: application/json',
    response: JSON.stringify({ code: 0, id: first + n, text: String.fromCharCode(97 + n % 26).repeat(BODY) })
  }))
  const reply = await fetch(`${address}/capture/batch?sessionId=${SESSION}`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(pushes) })
  if (!reply.ok) throw new Error(`A batch was answered ${reply.status}: ${await reply.text()}`)
  await reply.text()
}
