// A tab with the page under measurement: the times until its rows are drawn, its frames, and its memory.
import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { ENTRIES } from './page-session.js'

export interface Opened {
  page: Page
  devtools: CDPSession
  /** Milliseconds since the navigation. */
  times: { paint: number, firstRows: number, allRows: number }
  /** Memory of the tab before it went to the page. */
  blankMiB: number
}

// Source texts, because they run in the page. WANTED in the first one is the number of rows of the grid, including its header.
const WATCH_ROWS = `
  const times = globalThis.times = {}
  // A frame later, what was there is drawn.
  const note = name => requestAnimationFrame(() => { times[name] ??= performance.now() })
  const look = () => {
    const grid = document.querySelector('[role=grid]')
    if (grid?.querySelector('[role=row][aria-rowindex]:not([aria-rowindex="1"])')) note('firstRows')
    if (Number(grid?.getAttribute('aria-rowcount')) === WANTED) note('allRows')
    if (times.allRows === undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`
const TIMES = `new Promise(resolve => {
  const look = () => {
    if (times.allRows === undefined) { requestAnimationFrame(look); return }
    resolve({ ...times, paint: performance.getEntriesByName('first-contentful-paint')[0].startTime })
  }
  look()
})`
const UNTIL_COUNT = `new Promise(resolve => {
  let startMs
  const begin = event => { startMs ??= event.timeStamp }
  for (const type of ['keydown', 'beforeinput', 'pointerdown']) addEventListener(type, begin, { capture: true, once: true })
  const fromMs = performance.now()
  const look = () => {
    if (document.querySelector('[role=status][aria-label=Count]')?.textContent !== WANTED) return
    observer.disconnect()
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve(performance.now() - (startMs ?? fromMs))
    // Behind the frame that shows it.
    requestAnimationFrame(() => channel.port2.postMessage(undefined))
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  look()
})`
const UNTIL_APIS = `new Promise(resolve => {
  let startMs
  addEventListener('pointerdown', event => { startMs = event.timeStamp }, { capture: true, once: true })
  const look = () => {
    if (!document.querySelector('.apis[aria-busy=false] tbody tr')) { requestAnimationFrame(look); return }
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve(performance.now() - startMs)
    channel.port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
})`

/** Opens the page in a new tab with an empty cache. */
export async function openTimed (browser: Browser, address: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const blankMiB = (await memoryOf(browser, devtools)).residentMiB
  await page.addInitScript({ content: WATCH_ROWS.replace('WANTED', String(ENTRIES + 1)) })
  await page.goto(address)
  const times = await evaluate(devtools, TIMES) as Opened['times']
  return { page, devtools, times, blankMiB }
}

/** Milliseconds from the next key or click, or from now without one, until the count has this text and is drawn. */
export async function untilCount (devtools: CDPSession, text: string): Promise<number> {
  return await evaluate(devtools, UNTIL_COUNT.replace('WANTED', JSON.stringify(text))) as number
}

/** Milliseconds from the next click until the table of APIs has counted all entries and is drawn. */
export async function untilApis (devtools: CDPSession): Promise<number> {
  return await evaluate(devtools, UNTIL_APIS) as number
}

/** Counts frames as DevTools does. */
export async function framesWhile (browser: Browser, page: Page, act: () => Promise<void>): Promise<{ drawn: number, dropped: number }> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string }[] }
  const count = (name: string) => traceEvents.filter(event => event.name === name).length
  return { drawn: count('DrawFrame'), dropped: count('DroppedFrame') }
}

interface TraceEvent { name: string, ph: string, pid: number, tid: number, tdur?: number, args: { name?: string } }

/** Milliseconds of CPU of the longest task of a page's main thread: not what other processes of the machine took from it meanwhile. */
export async function longestTaskCpuMs (browser: Browser, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel', '__metadata'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf))
  const tasks = traceEvents.filter(event => event.ph === 'X' && event.name.endsWith('RunTask') && mains.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('The trace has no task')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

/** Scrolls a page of 1,100 rows of plain cells, without a script, in the same way: frames that it drops are dropped by the machine. */
export async function framesOfBarePage (
  browser: Browser, act: (devtools: CDPSession) => Promise<void>
): Promise<{ drawn: number, dropped: number }> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
  const page = await context.newPage()
  const row = `<p>${Array.from({ length: 11 }, (_, n) => `<b>cell ${n}</b>`).join('')}</p>`
  await page.setContent(`<style>body,p{margin:0}div{height:900px;overflow:auto}p{display:flex;height:24px;font:12px sans-serif}b{width:110px;overflow:hidden}</style><div>${row.repeat(1100)}</div>`)
  const frames = await framesWhile(browser, page, async () => await act(await context.newCDPSession(page)))
  await context.close()
  return frames
}

/** Live memory: collects garbage first. */
export async function memoryOf (browser: Browser, devtools: CDPSession): Promise<{ heapMiB: number, residentMiB: number }> {
  for (let n = 0; n < 3; n++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return { heapMiB: usedSize / 1024 / 1024, residentMiB: await largestTabMiB(browser) }
}

// Evaluates through the debugger, because the page's CSP does not apply to it.
async function evaluate (devtools: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (exceptionDetails) throw new Error(exceptionDetails.text)
  return result.value
}

/** The memory of the browser's largest tab: there may also be a blank one in reserve. */
async function largestTabMiB (browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMiB(id)))
}

function residentMiB (pid: number): number {
  return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
