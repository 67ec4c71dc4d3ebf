// The perceived performance of the page with 10,000 entries: frames while scrolling by wheel and by scrollbar, the first opening of the
// table of APIs, pretty-printing a body of 2 MB, switching the theme, and the time from a push to its row. Each is compared with a bare
// page in the same run.
import type { Browser } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.js'
import { median, percentile } from './support/load.js'
import { barePushesMs, pushesMs } from './support/page-arrivals.js'
import { drag, evaluate, framesWhile, openBareList, openFelt, pressToPaint, wheel, type Felt } from './support/page-felt.js'
import { openPretty } from './support/page-pretty.js'
import { startRedis, startReplica } from './support/process.js'
import { ratio, table } from './support/report.js'
import { fillVaried } from './support/varied-session.js'

const COUNT = 10_000
const BYTES = 3000
const ROUNDS = 5
const SESSION = 'page-felt-10000'
const SETTINGS = { MAX_ENTRIES: '20000', MAX_SESSION_BYTES: '500mb' }
const WHEEL = { pixels: 24_000, perSecond: 8000 }

export async function benchPageFelt (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis, SETTINGS)
  const browser = await launchChromium({ whole: true })
  try {
    console.log(`\npage-felt: ${COUNT} entries of ${BYTES} bytes`)
    await fillVaried(replica.address, SESSION, { count: COUNT, bytes: BYTES })
    const address = `${replica.address}/?sessionId=${SESSION}`
    await benchApis(browser, address)
    const felt = await openListed(browser, address, COUNT)
    await benchScrolling(browser, felt)
    await benchTheme(browser, felt)
    await benchPretty(browser, replica.address)
    await benchPushes(browser, felt, replica.address)
    await felt.close()
  } finally {
    await browser.close()
    await replica.close()
    await redis.close()
  }
}

/** Opened, with all entries, and with nothing left to do. */
export async function openListed (browser: Browser, address: string, count: number, script = ''): Promise<Felt> {
  const felt = await openFelt(browser, address, script)
  await evaluate(felt.devtools, `(async () => {
    const rows = () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')
    while (rows() !== '${count + 1}') await new Promise(resolve => setTimeout(resolve, 50))
    for (let n = 0; n < 5; n++) await new Promise(resolve => requestIdleCallback(resolve))
    await new Promise(resolve => setTimeout(resolve, 2000))
  })()`)
  return felt
}

/** A press on a page with one button, until its answer is painted: what the browser itself takes. */
export async function barePressMs (browser: Browser): Promise<number> {
  const felt = await openFelt(browser, 'about:blank')
  await felt.page.setContent('<button onclick="this.textContent = String(Number(this.textContent) + 1)">0</button>')
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    times.push(await pressToPaint(felt, `document.querySelector('button').textContent === '${n + 1}'`,
      async () => await felt.page.click('button')))
  }
  await felt.close()
  return median(times)
}

async function benchApis (browser: Browser, address: string): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const felt = await openListed(browser, address, COUNT)
    times.push(await apisMs(felt))
    await felt.close()
  }
  table(['APIs, opened for the first time', 'ms, median', 'worst'], [[`${COUNT} entries`, median(times), Math.max(...times)],
    ['a bare button', await barePressMs(browser), '']])
  ratio('ms until the table of APIs is whole, the first time', median(times), 'at most', 100)
}

/** From the press until all are counted and painted. */
export async function apisMs (felt: Felt): Promise<number> {
  const button = felt.page.getByRole('button', { name: 'APIs', exact: true })
  return await pressToPaint(felt, "document.querySelector('.apis[aria-busy=false] tbody tr')", async () => await button.click())
}

async function benchScrolling (browser: Browser, felt: Felt): Promise<void> {
  const bare = await openBareList(browser, felt)
  const [ways, rows] = [{
    wheel: async (one: Felt) => await wheel(one, WHEEL),
    bar: async (one: Felt) => await drag(one, "document.querySelector('[role=grid]')")
  }, [] as (string | number)[][]]
  for (const [way, act] of Object.entries(ways)) {
    const frames: Record<'page' | 'bare', number[]> = { page: [], bare: [] }
    // In turns, so that a busy moment of the machine meets both.
    for (let n = 0; n < ROUNDS; n++) {
      frames.page.push(...await framesWhile(felt, async () => await act(felt)))
      frames.bare.push(...await framesWhile(bare, async () => await act(bare)))
    }
    for (const [name, all] of Object.entries(frames)) {
      rows.push([`${way}, ${name}`, all.length, median(all), percentile(all, 0.95), Math.max(...all), all.filter(ms => ms > 50).length])
    }
    ratio(`ms of a frame, p95, by the ${way}`, percentile(frames.page, 0.95), 'at most', 20)
    ratio(`frames over 50 ms, by the ${way}`, frames.page.filter(ms => ms > 50).length, 'at most', 0)
  }
  table(['scrolling', 'frames', 'ms, p50', 'p95', 'worst', 'over 50 ms'], rows)
  await bare.close()
}

async function benchTheme (browser: Browser, felt: Felt): Promise<void> {
  const switched = async (one: Felt) => {
    const before = await evaluate<string>(one.devtools, "document.documentElement.dataset.theme ?? ''")
    return await pressToPaint(one, `(document.documentElement.dataset.theme ?? '') !== '${before}'`,
      async () => await one.page.keyboard.press('t'))
  }
  await felt.page.locator('[role=grid]').focus()
  const bare = await openBareList(browser, felt)
  await evaluate(bare.devtools, `addEventListener('keydown', () => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
  })`)
  const [times, bareTimes]: [number[], number[]] = [[], []]
  for (let n = 0; n < 2 * ROUNDS; n++) {
    times.push(await switched(felt))
    bareTimes.push(await switched(bare))
  }
  await bare.close()
  table(['the theme', 'ms, median', 'worst'], [['page', median(times), Math.max(...times)],
    ['the same rows, bare', median(bareTimes), Math.max(...bareTimes)]])
  ratio('ms to switch the theme', median(times), 'at most', 100)
}

async function benchPretty (browser: Browser, address: string): Promise<void> {
  const rounds: Awaited<ReturnType<typeof openPretty>>[] = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await openPretty(browser, address))
  const rowOf = (name: string, times: number[]) => [name, median(times), Math.max(...times)]
  const first = rounds.map(({ firstMs }) => firstMs)
  table(['Pretty of 2 MB', 'ms, median', 'worst'], [
    rowOf('the first time', first), rowOf('again', rounds.map(({ againMs }) => againMs)),
    rowOf('its first lines in a bare page', rounds.map(({ bareMs }) => bareMs))
  ])
  ratio('ms to the first screen of 2 MB, the first time', median(first), 'at most', 150)
}

async function benchPushes (browser: Browser, felt: Felt, address: string): Promise<void> {
  const [page, bare] = [await pushesMs(felt, address, SESSION, COUNT), await barePushesMs(browser, address, SESSION)]
  table(['a push', 'ms, p50', 'p95'], [['until its row is in the document', median(page), percentile(page, 0.95)],
    ['until its message is in a bare page', median(bare), percentile(bare, 0.95)]])
  ratio('ms from a push to its row, p50', median(page), 'at most', 25)
}
