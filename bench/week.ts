// A page that stays open for a long time, simulated in a shorter time: eight hours with 100,000 changes and 500 reconnects in total, and a
// restart of the service after each hour. Measures the live memory of the page after each hour, whether the page ends with as many entries
// as the service lists, and the page's memory with and without the bodies of a large session.
import type { CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.js'
import { startRedis, startReplica, type Program } from './support/process.js'
import { memoryOf } from './support/page-tab.js'
import { pushBatch } from './support/pushes.js'
import { ratio, table } from './support/report.js'
import { benchTexts } from './week-texts.js'

const [HOURS, CHANGES, RECONNECTS, BATCH] = [8, 100_000, 500, 100]
const SESSION = 'week-benchmark-'

export async function benchWeek (): Promise<void> {
  const redis = await startRedis()
  let replica = await startReplica(redis, {})
  const browser = await launchChromium({ whole: true })
  try {
    console.log(`\nweek: ${CHANGES} changes and ${RECONNECTS} reconnects in ${HOURS} hours, sped up`)
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await page.goto(`${replica.address}/?sessionId=${SESSION}`)
    const port = new URL(replica.address).port
    const hours: number[] = []
    for (let hour = 0; hour < HOURS; hour++) {
      await live(page, replica, hour)
      hours.push((await memoryOf(browser, devtools)).heapMiB)
      await replica.close()
      replica = await startReplica(redis, { PORT: port })
    }
    table(['after', 'MiB'], hours.map((mib, hour) => [`${hour + 1} h`, mib]))
    ratio('memory at the end, of that after the first hour', hours.at(-1)! / hours[0]!, 'at most', 1.5)
    ratio('entries that the page has more or fewer than the list', await difference(devtools, replica), 'at most', 0)
    await benchTexts(browser, redis)
  } finally {
    await browser.close()
    await replica.close()
    await redis.close()
  }
}

async function live (page: Page, { address }: Program, hour: number): Promise<void> {
  const [batches, reconnects] = [CHANGES / HOURS / BATCH, Math.floor(RECONNECTS / HOURS)]
  let connected = 0
  for (let batch = 0; batch < batches; batch++) {
    await pushBatch(address, SESSION, Array.from({ length: BATCH }, (_, n) => pushOf(hour, batch * BATCH + n)))
    for (; connected < (batch + 1) * reconnects / batches; connected++) {
      await page.evaluate("dispatchEvent(new Event('online'))")
      await page.getByRole('status', { name: 'Connection' }).getByText('Live', { exact: true }).waitFor({ timeout: 60_000 })
    }
    if (batch % 10 === 0) await look(page, batch % 20 === 0 ? `kettle-${batch}` : '')
  }
  // Resets the view, so that the memory is always measured with the same content on the screen.
  await look(page, '')
}

/** Acts like a user who looks at the page now and then. */
async function look (page: Page, word: string): Promise<void> {
  const filter = page.getByRole('combobox', { name: 'Filter' })
  await filter.fill(word)
  await filter.blur()
  await page.keyboard.press('End')
  await page.keyboard.press(word === '' ? 'Escape' : 'Enter')
}

/** The difference of the numbers of entries in the page and in the list, once the page has caught up. */
async function difference (devtools: CDPSession, { address }: Program): Promise<number> {
  const listed = await (await fetch(`${address}/capture/entries?sessionId=${SESSION}&fields=id`)).json() as unknown[]
  const expression = `new Promise(resolve => {
    const look = () => {
      const found = /^[\\d,]+/.exec(document.querySelector('[aria-label=Count]')?.textContent ?? '')
      if (Number(found?.[0].replaceAll(',', '')) === ${listed.length} || performance.now() > deadline) resolve(Number(found?.[0].replaceAll(',', '')))
      else requestAnimationFrame(look)
    }
    const deadline = performance.now() + 30000
    look()
  })`
  const { result } = await devtools.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  return Math.abs(Number(result.value) - listed.length)
}

// Even numbers begin a request, odd ones end it.
function pushOf (hour: number, n: number) {
  const request = Math.floor(n / 2)
  const items = Array.from({ length: 20 },
    (_, item) => ({ id: item, sku: `kettle-${request}-${item}`, title: 'Kettle, 1.7 l, brushed steel' }))
  return {
    requestId: `${hour}-${request}`,
    api: `https://api.example.com/v1/orders/${request}?page=${hour}`,
    method: 'GET',
    timeConsuming: n % 2 === 0 ? 0 : 5 + request % 900,
    ...n % 2 === 1 && {
      requestHeader: 'Accept: application/json',
      responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: application/json',
      response: JSON.stringify({ code: request % 50 === 0 ? 1001 : 0, items })
    }
  }
}
