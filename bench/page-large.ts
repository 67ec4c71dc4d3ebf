// The page with 100,000 entries (300 MB): the times until it shows the first rows and until it shows all rows; the longest task while it
// loads; its memory; and the cost of a keystroke in the filter, of sorting by a column, and of opening the table of APIs. Loading is
// compared with a bare page that only reads the same list.
import type { Browser } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.js'
import { apisMs, barePressMs, openListed } from './page-felt.js'
import { median, percentile } from './support/load.js'
import { evaluate, keyToPaints, longestTaskMs, openFelt, pressToPaint, type Felt } from './support/page-felt.js'
import { longestTaskCpuMs, memoryOf } from './support/page-tab.js'
import { startRedis, startReplica } from './support/process.js'
import { ratio, table } from './support/report.js'
import { fillVaried } from './support/varied-session.js'

const COUNT = Number(process.env.BENCH_ENTRIES ?? 100_000)
const BYTES = 3000
const SESSION = 'page-large-----'
const SETTINGS = { MAX_ENTRIES: '200000', MAX_SESSION_BYTES: '1gb' }
/** After the last entry is listed, facts are still prepared for so long. */
const SETTLING_MS = 6000

const TIMES = `
  const times = globalThis.times = {}
  const note = name => requestAnimationFrame(() => { times[name] ??= performance.now() })
  const look = () => {
    const grid = document.querySelector('[role=grid]')
    if (grid?.querySelector('[role=row][aria-rowindex]:not([aria-rowindex="1"])')) note('firstRows')
    if (Number(grid?.getAttribute('aria-rowcount')) === ${COUNT + 1}) note('allRows')
    if (times.allRows === undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

export async function benchPageLarge (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis, SETTINGS)
  const browser = await launchChromium({ whole: true })
  try {
    console.log(`\npage-large: ${COUNT} entries of ${BYTES} bytes`)
    await fillVaried(replica.address, SESSION, { count: COUNT, bytes: BYTES })
    const bare = await benchReading(browser, replica.address)
    const felt = await benchLoading(browser, replica.address, bare)
    await benchSorting(felt, await barePressMs(browser))
    await benchTyping(felt)
    await benchApis(felt)
    await felt.close()
  } finally {
    await browser.close()
    await replica.close()
    await redis.close()
  }
}

/** A page that reads the list, makes objects of its lines, and forgets them. */
async function benchReading (browser: Browser, address: string): Promise<{ ms: number, longestMs: number }> {
  const felt = await openFelt(browser, `${address}/healthz`, '', { bypassCSP: true })
  const ms = await evaluate<number>(felt.devtools, `(async () => {
    const startMs = performance.now()
    const reply = await fetch('/capture/entries?sessionId=${SESSION}', { headers: { accept: 'application/x-ndjson' } })
    let rest = ''
    for await (const part of reply.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + part).split('\\n')
      rest = lines.pop()
      for (const line of lines) JSON.parse(line)
    }
    return performance.now() - startMs
  })()`)
  const longestMs = await longestTaskMs(felt)
  await felt.close()
  return { ms, longestMs }
}

async function benchLoading (browser: Browser, address: string, bare: { ms: number, longestMs: number }): Promise<Felt> {
  const open = async () => {
    const felt = await openListed(browser, `${address}/?sessionId=${SESSION}`, COUNT, TIMES)
    await felt.page.waitForTimeout(SETTLING_MS)
    return felt
  }
  const cpuMs = await longestTaskCpuMs(browser, async () => await (await open()).close())
  const felt = await open()
  const { firstRows, allRows } = await evaluate<{ firstRows: number, allRows: number }>(felt.devtools, 'times')
  const longestMs = await longestTaskMs(felt)
  const tasks = await evaluate<number>(felt.devtools, 'longTasks.filter(({ duration }) => duration > 100).length')
  const { heapMiB, residentMiB } = await memoryOf(browser, felt.devtools)
  table(['loading', 'ms to the first rows', 'ms to all', 'longest task', 'CPU of the longest', 'tasks over 100 ms'],
    [['page', firstRows, allRows, longestMs, cpuMs, tasks], ['only read, in a bare page', '', bare.ms, bare.longestMs, '', '']])
  ratio('ms to the first rows', firstRows, 'at most', 700)
  ratio('ms until all are listed', allRows, 'at most', 6000)
  // Its CPU: the browser, the service and Redis share the cores, so any task can be stopped for as long as theirs run.
  ratio('ms of CPU of the longest task', cpuMs, 'at most', 100)
  table(['MiB', 'heap', 'tab'], [['memory', heapMiB, residentMiB]])
  ratio('MiB of heap', heapMiB, 'at most', 150)
  return felt
}

/** Each column for the first time, from the press until the list is painted in its order. */
async function benchSorting (felt: Felt, bareMs: number): Promise<void> {
  const rows: [string, number][] = []
  for (const name of ['Time', 'Status', 'Size', 'Name', 'Method', 'Host', 'Start']) {
    const header = felt.page.getByRole('columnheader', { name, exact: true }).getByRole('button', { name, exact: true })
    if (await header.count() === 0) continue
    const id = name.toLowerCase()
    for (const direction of ['ascending', 'descending']) {
      const ms = await pressToPaint(felt, `document.querySelector('.list-head.list-${id}[aria-sort=${direction}]')`,
        async () => await header.click())
      rows.push([`${name}, ${direction}`, ms])
      await felt.page.waitForTimeout(300)
    }
    await header.click()
    await felt.page.waitForTimeout(300)
  }
  table(['sorting', 'ms'], [...rows, ['a bare button', bareMs]])
  ratio('ms to sort, the worst', Math.max(...rows.map(([, ms]) => ms)), 'at most', 100)
}

const FILTERS = ['status:500', 'path:/v1/orders', 'kettle', 'method:POST status:404']
const COUNT_ELEMENT = "document.querySelector('[role=status][aria-label=Count]')"
const ROWS = { element: "document.querySelector('[role=grid]')", attribute: 'aria-rowcount' }
/** Later changes are answers of the service, which is asked after a pause. */
const PATIENCE_MS = 240

/**
 * Letter by letter: from the key until the first new rows are painted, and until the last change of the count is, without what the service
 * is asked for.
 */
async function benchTyping (felt: Felt): Promise<void> {
  const rows: [string, ...number[]][] = []
  const all: { firstMs: number, lastMs: number }[] = []
  const watched = { first: ROWS, last: COUNT_ELEMENT, withinMs: PATIENCE_MS }
  await felt.page.getByRole('combobox', { name: 'Filter' }).click()
  for (const text of FILTERS) {
    const times: typeof all = []
    for (const key of text) times.push(await keyToPaints(felt, watched, async () => await felt.page.keyboard.press(key === ' ' ? 'Space' : key)))
    const [first, last] = [times.map(({ firstMs }) => firstMs), times.map(({ lastMs }) => lastMs)]
    rows.push([text, median(first), percentile(first, 0.95), Math.max(...first), median(last), percentile(last, 0.95), Math.max(...last)])
    all.push(...times)
    await felt.page.waitForTimeout(1500)
    rows.at(-1)![0] += ` (${await evaluate<string>(felt.devtools, `${COUNT_ELEMENT}.textContent`)})`
    await felt.page.keyboard.press('Escape')
    await felt.page.getByRole('button', { name: 'Clear the filter' }).click()
    await felt.page.waitForTimeout(500)
  }
  table(['keystrokes', 'ms to the first rows, median', 'p95', 'worst', 'ms until all are counted, median', 'p95', 'worst'], rows)
  ratio('ms from a keystroke to the paint, p95', percentile(all.map(({ firstMs }) => firstMs), 0.95), 'at most', 100)
  ratio('ms from a keystroke to the whole count, p95', percentile(all.map(({ lastMs }) => lastMs), 0.95), 'at most', 240)
}

async function benchApis (felt: Felt): Promise<void> {
  const firstMs = await apisMs(felt)
  await felt.page.getByRole('button', { name: 'APIs', exact: true }).click()
  await felt.page.waitForTimeout(1000)
  table(['APIs', 'ms'], [['opened for the first time', firstMs], ['again', await apisMs(felt)]])
  ratio('ms until the table of APIs is whole', firstMs, 'at most', 100)
}
