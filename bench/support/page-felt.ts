// Measures the perceived performance of a page: the time from a click or key press until the result is painted, the frames while something
// moves, and the tasks that block the page. All of these are measured inside the page, so measuring costs the same in the page under
// measurement and in a bare page.
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

export interface Felt {
  page: Page
  devtools: CDPSession
  close (): Promise<void>
}

const LONG_TASKS = `
  const tasks = globalThis.longTasks = []
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })`

/** A tab of its own, with nothing in its cache. `script`: runs in the page before all others. */
export async function openFelt (browser: Browser, address: string, script = '', options: BrowserContextOptions = {}): Promise<Felt> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB', ...options })
  const page = await context.newPage()
  await page.addInitScript({ content: `{${LONG_TASKS}}{${script}}` })
  const devtools = await context.newCDPSession(page)
  await page.goto(address)
  return { page, devtools, close: async () => await context.close() }
}

/** By the debugger, which the page's policy does not bind. */
export async function evaluate<Value> (devtools: CDPSession, expression: string): Promise<Value> {
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (exceptionDetails) throw new Error(`${exceptionDetails.text} ${exceptionDetails.exception?.description ?? ''}`)
  return result.value as Value
}

/** Milliseconds of the longest task since `fromMs`, on the clock of the page; 0 if none took 50. */
export async function longestTaskMs ({ devtools }: Felt, fromMs = 0): Promise<number> {
  return await evaluate(devtools,
    `Math.max(0, ...longTasks.filter(({ startTime, duration }) => startTime + duration >= ${fromMs}).map(({ duration }) => duration))`)
}

const PRESSED = `new Promise((resolve, reject) => {
  let startMs
  const begin = event => { startMs ??= event.timeStamp }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, begin, { capture: true, once: true })
  const endMs = performance.now() + 60_000
  const look = () => {
    if (performance.now() > endMs) { reject(new Error('It never came')); return }
    if (startMs === undefined || !(CONDITION)) { requestAnimationFrame(look); return }
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve(performance.now() - startMs)
    // Behind the frame that shows it.
    channel.port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
})`

/** Milliseconds from the event of the press or key until the frame that fulfils the condition, an expression, is painted. */
export async function pressToPaint ({ devtools }: Felt, condition: string, press: () => Promise<void>): Promise<number> {
  return await during(devtools, PRESSED.replace('CONDITION', () => condition), press)
}

const SETTLED = `new Promise(resolve => {
  let startMs, firstMs, lastMs
  const painted = tell => {
    const channel = new MessageChannel()
    requestAnimationFrame(() => {
      channel.port1.onmessage = () => tell(performance.now())
      channel.port2.postMessage(undefined)
    })
  }
  const note = () => painted(ms => { lastMs = ms })
  const last = new MutationObserver(note)
  last.observe(LAST, { subtree: true, childList: true, characterData: true, attributes: true })
  const first = new MutationObserver(() => {
    first.disconnect()
    painted(ms => { firstMs = ms })
  })
  first.observe(FIRST.element, { attributes: true, attributeFilter: [FIRST.attribute] })
  addEventListener('keydown', event => {
    startMs = event.timeStamp
    note()
    setTimeout(() => {
      last.disconnect()
      first.disconnect()
      resolve({ firstMs: (firstMs ?? lastMs) - startMs, lastMs: lastMs - startMs })
    }, WITHIN)
  }, { capture: true, once: true })
})`

interface Watched {
  /** The element that changes first, an expression, and the attribute that then changes. */
  first: { element: string, attribute: string }
  /** The element that changes last, an expression. */
  last: string
  withinMs: number
}

/**
 * Milliseconds from the key until the first and the last change within the given time are painted; if nothing changes, until the next
 * frame is.
 */
export async function keyToPaints (
  { devtools }: Felt, { first, last, withinMs }: Watched, press: () => Promise<void>
): Promise<{ firstMs: number, lastMs: number }> {
  const watch = SETTLED.replace('LAST', () => last).replace('FIRST.element', () => first.element)
    .replace('FIRST.attribute', () => `'${first.attribute}'`).replace('WITHIN', String(withinMs))
  return await during(devtools, watch, press)
}

/** `promise`: an expression, which observes before the press. */
async function during<Value> (devtools: CDPSession, promise: string, press: () => Promise<void>): Promise<Value> {
  await evaluate(devtools, `void (globalThis.felt_ = ${promise})`)
  await press()
  return await evaluate(devtools, 'globalThis.felt_')
}

/** Milliseconds between two frames each. */
const FRAMES = `{
  const frames = globalThis.frames_ = []
  let last
  const count = now => {
    if (last !== undefined) frames.push(now - last)
    last = now
    if (globalThis.frames_ === frames) requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}`

export async function framesWhile ({ devtools }: Felt, act: () => Promise<unknown>): Promise<number[]> {
  await evaluate(devtools, FRAMES)
  await act()
  return await evaluate(devtools, '(() => { const found = globalThis.frames_; globalThis.frames_ = undefined; return found })()')
}

/** With the wheel, down and up again, so many pixels each way, at so many a second. */
export async function wheel ({ devtools }: Felt, { pixels, perSecond }: { pixels: number, perSecond: number }): Promise<void> {
  for (const yDistance of [-pixels, pixels]) {
    await devtools.send('Input.synthesizeScrollGesture', { x: 500, y: 500, yDistance, speed: perSecond, gestureSourceType: 'mouse' })
  }
}

/** As the bar does when it is dragged: another place at each frame, down and up again. `scroller`: an expression. */
export async function drag ({ devtools }: Felt, scroller: string): Promise<void> {
  await evaluate(devtools, `new Promise(resolve => {
    const scroller = ${scroller}
    const [most, steps] = [scroller.scrollHeight - scroller.clientHeight, 120]
    let step = 0
    const move = () => {
      scroller.scrollTop = most * (1 - Math.abs(1 - 2 * step / steps))
      if (step++ < steps) requestAnimationFrame(move)
      else resolve()
    }
    requestAnimationFrame(move)
  })`)
}

/**
 * A page with the same rows and style sheets as this one, without any of its scripts: at each scroll, it puts the rows of the window in
 * place, and turns the texts of their cells over, as any list must that shows other rows.
 */
export async function openBareList (browser: Browser, { devtools }: Felt): Promise<Felt> {
  const { css, html, height } = await evaluate<{ css: string, html: string, height: number }>(devtools, `({
    css: [...document.styleSheets].flatMap(sheet => [...sheet.cssRules].map(rule => rule.cssText)).join('\\n'),
    html: document.querySelector('[role=grid]').outerHTML,
    height: document.querySelector('[role=grid]').clientHeight
  })`)
  const felt = await openFelt(browser, 'about:blank')
  await felt.page.setContent(`<style>${css} .list{height:${height}px;width:1400px}</style><div class="list wide">${html}</div>`)
  await evaluate(felt.devtools, `{
    const grid = document.querySelector('[role=grid]')
    const rows = [...grid.querySelectorAll('.list-rows > [role=row]')]
    const texts = rows.map(row => [...row.querySelectorAll('.list-cell')].map(cell => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      return walker.nextNode()
    }))
    const pool = texts.map(nodes => nodes.map(node => node?.data))
    const height = rows[0].offsetHeight
    grid.addEventListener('scroll', () => {
      const first = Math.max(0, Math.floor(grid.scrollTop / height / 4) * 4 - 8)
      for (let n = 0; n < rows.length; n++) {
        const index = first + n
        const at = index % rows.length
        rows[at].style.top = index * height + 'px'
        const other = pool[(index * 7 + Math.floor(index / rows.length)) % rows.length]
        texts[at].forEach((node, k) => { if (node) node.data = other[k] ?? "" })
      }
    })
  }`)
  return felt
}
