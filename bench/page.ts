// The page in Chromium, with 10,000 entries of 6 KB: the time until it is drawn; the cost of a keystroke in the filter, of opening the
// table of APIs, and of scrolling; its memory; and whether it keeps up with 500 changes a second. Measured through the DevTools protocol,
// on the built service.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.js'
import { median } from './support/load.js'
import { ENTRIES, WORD, entryBytes, fill, keepPushing } from './support/page-session.js'
import { openBody } from './support/page-body.js'
import { openComparison } from './support/page-comparison.js'
import { framesOfBarePage, framesWhile, memoryOf, openTimed, untilApis, untilCount, type Opened } from './support/page-tab.js'
import { startRedis, startReplica } from './support/process.js'
import { ratio, table } from './support/report.js'

const ROUNDS = 3
const SESSION = 'page-benchmark-'
const CHANGES = { perSecond: 500, seconds: 8 }

export async function benchPage (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis,
    { MAX_ENTRIES: '20000', MAX_SESSION_BYTES: '500mb', BODY_LIMIT: '32mb', MAX_INFLIGHT_BYTES: '128mb' })
  const browser = await launchChromium({ whole: true })
  try {
    const address = `${replica.address}/?sessionId=${SESSION}`
    console.log(`\npage: ${ENTRIES} entries of ${entryBytes()} bytes`)
    await fill(replica.address, SESSION)
    await benchOpening(browser, address)
    const { page, devtools, blankMiB } = await openTimed(browser, address)
    await benchBody(browser, replica.address)
    await benchComparison(browser, replica.address)
    await benchMemory(browser, devtools, blankMiB)
    await benchTyping(page, devtools)
    await benchApis(page, devtools)
    await benchScrolling(browser, page, devtools)
    await benchChanges(replica.address, devtools)
  } finally {
    await browser.close()
    await replica.close()
    await redis.close()
  }
}

async function benchOpening (browser: Browser, address: string): Promise<void> {
  const rounds: Opened['times'][] = []
  for (let n = 0; n < ROUNDS; n++) {
    const { page, times } = await openTimed(browser, address)
    rounds.push(times)
    await page.context().close()
  }
  const of = (name: keyof Opened['times']) => median(rounds.map(times => times[name]))
  table(['ms from the address on', 'median', 'worst'],
    (['paint', 'firstRows', 'allRows'] as const).map(name => [name, of(name), Math.max(...rounds.map(times => times[name]))]))
  ratio('ms to the first paint, cold', of('paint'), 'at most', 1000)
  ratio('ms to the first rows', of('firstRows'), 'at most', 500)
  ratio('ms until all are listed and drawn', of('allRows'), 'at most', 2000)
}

/** Measures the time from the click on the tab until the first rows of the body are drawn, and the longest time the page was blocked. */
async function benchBody (browser: Browser, address: string): Promise<void> {
  const opened = { JSON: await openBody(browser, address, 'json'), 'one line of text': await openBody(browser, address, 'line') }
  table(['a body of 10 MB', 'ms to open', 'longest task'],
    Object.entries(opened).map(([name, { openMs, longestMs }]) => [name, openMs, longestMs]))
  ratio('ms to open a body of 10 MB', Math.max(...Object.values(opened).map(({ openMs }) => openMs)), 'at most', 1000)
  ratio('ms of the longest task meanwhile', Math.max(...Object.values(opened).map(({ longestMs }) => longestMs)), 'at most', 200)
}

/** Measures the time from the click on the tab until the first lines of the difference are drawn, and the longest blocked time. */
async function benchComparison (browser: Browser, address: string): Promise<void> {
  const opened = { JSON: await openComparison(browser, address, 'json'), 'lines of text': await openComparison(browser, address, 'text') }
  table(['two bodies of 5 MB', 'ms to compare', 'longest task'],
    Object.entries(opened).map(([name, { openMs, longestMs }]) => [name, openMs, longestMs]))
  ratio('ms of the longest task while two bodies are compared',
    Math.max(...Object.values(opened).map(({ longestMs }) => longestMs)), 'at most', 200)
}

async function benchMemory (browser: Browser, devtools: CDPSession, blankMiB: number): Promise<void> {
  const { heapMiB, residentMiB } = await memoryOf(browser, devtools)
  const entriesMiB = ENTRIES * entryBytes() / 1024 / 1024
  table(['MiB', 'entries', 'heap', 'tab', 'blank tab'], [['memory', entriesMiB, heapMiB, residentMiB, blankMiB]])
  ratio('heap to the bytes of the entries', heapMiB / entriesMiB, 'at most', 3)
  ratio('memory of the tab, beyond that of a blank one, to the bytes of the entries', (residentMiB - blankMiB) / entriesMiB, 'at most', 3)
}

/** Types a word and deletes it, letter by letter; then inserts words that no entry has, for which all texts are searched completely. */
async function benchTyping (page: Page, devtools: CDPSession): Promise<void> {
  await page.getByRole('combobox', { name: 'Filter' }).click()
  const keys: number[] = []
  const steps = [
    ...Array.from({ length: WORD.length }, (_, n) => [WORD.charAt(n), n + 1] as const),
    ...Array.from({ length: WORD.length }, (_, n) => ['Backspace', WORD.length - n - 1] as const)
  ]
  for (const [key, length] of steps) keys.push(await timed(page, devtools, key, length))
  const whole: number[] = []
  for (let n = 0; n < 10; n++) {
    const done = untilCount(devtools, `0 of ${ENTRIES.toLocaleString('en')}`)
    await page.keyboard.insertText(`refunded${n}`)
    whole.push(await done)
    const back = untilCount(devtools, `${ENTRIES.toLocaleString('en')} requests`)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await back
  }
  table(['ms from key to drawn list', 'median', 'worst'],
    [[`${keys.length} keystrokes`, median(keys), Math.max(...keys)], ['a word that nothing has', median(whole), Math.max(...whole)]])
  ratio('ms for a keystroke, median', median(keys), 'at most', 50)
}

async function timed (page: Page, devtools: CDPSession, key: string, length: number): Promise<number> {
  const matching = Array.from({ length: ENTRIES }, (_, n) => n).filter(n => n % (WORD.length + 1) >= length).length
  const all = ENTRIES.toLocaleString('en')
  const done = untilCount(devtools, length === 0 ? `${all} requests` : `${matching.toLocaleString('en')} of ${all}`)
  await page.keyboard.press(key)
  return await done
}

/** Measures the time from the click on the button until all are counted and drawn: the first time including the loading of code. */
async function benchApis (page: Page, devtools: CDPSession): Promise<void> {
  const button = page.getByRole('button', { name: 'APIs', exact: true })
  const times: number[] = []
  for (let n = 0; n < 6; n++) {
    const done = untilApis(devtools)
    await button.click()
    times.push(await done)
    await button.click()
  }
  const [cold = 0, ...warm] = times
  table(['the table of APIs', 'ms, first', 'median of the others', 'worst'],
    [[`${ENTRIES} entries`, cold, median(warm), Math.max(...warm)]])
  ratio('ms until the table of APIs is whole', median(warm), 'at most', 100)
}

async function benchScrolling (browser: Browser, page: Page, devtools: CDPSession): Promise<void> {
  const rows: [string, number, number][] = []
  const bare: [string, number, number][] = []
  for (const [name, speed] of [['slowly', 1500], ['quickly', 8000]] as const) {
    const { drawn, dropped } = await framesWhile(browser, page, async () => await scroll(devtools, speed))
    rows.push([name, drawn, dropped])
    const other = await framesOfBarePage(browser, async tab => await scroll(tab, -speed))
    bare.push([`${name}, a bare page`, other.drawn, other.dropped])
  }
  // A bare page shows how many frames the machine itself drops.
  table(['scrolling', 'frames drawn', 'dropped'], [...rows, ...bare])
  const [drawn, dropped] = [1, 2].map(n => rows.reduce((sum, row) => sum + (row[n] as number), 0)) as [number, number]
  ratio('frames dropped in 100', dropped / (drawn + dropped) * 100, 'at most', 1)
}

async function scroll (devtools: CDPSession, speed: number): Promise<void> {
  for (const yDistance of [speed * 3, -speed * 3]) {
    await devtools.send('Input.synthesizeScrollGesture', { x: 500, y: 500, yDistance, speed: Math.abs(speed), gestureSourceType: 'mouse' })
  }
}

async function benchChanges (address: string, devtools: CDPSession): Promise<void> {
  const task = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const [busyBefore, startedMs] = [await task(), performance.now()]
  const count = CHANGES.perSecond * CHANGES.seconds
  await keepPushing(address, SESSION, CHANGES)
  const answeredMs = performance.now()
  await untilCount(devtools, `${(ENTRIES + count).toLocaleString('en')} requests`)
  const lagMs = performance.now() - answeredMs
  const seconds = (answeredMs - startedMs) / 1000
  table(['changes', 'a second', 'busy in 100', 'ms behind at the end'],
    [[String(count), count / seconds, (await task() - busyBefore) / seconds * 100, lagMs]])
  ratio('ms behind after the last of them', lagMs, 'at most', 200)
}
