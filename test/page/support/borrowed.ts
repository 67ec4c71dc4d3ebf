// Reuses the pages of finished tests for later tests: a new page needs a new browser process, and 0.3 s more CPU than a reused one.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { isFirefox } from '../../support/browser.js'

export interface BorrowedPage {
  page: Page
  giveBack: () => Promise<void>
}

/** Changes that the next document keeps, so no other test may get a page after them. `setViewportSize` and `emulateMedia` are undone. */
const LASTING = {
  page: ['addInitScript', 'exposeFunction', 'route', 'setExtraHTTPHeaders'],
  clock: ['install'],
  context: ['addInitScript', 'grantPermissions', 'newCDPSession', 'newPage', 'route', 'setOffline']
}
const EVENTS = ['console', 'crash', 'dialog', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response']
const PATIENCE_MS = 30_000

interface WatchedPage {
  page: Page
  /** The options of its context. */
  key: string
  isChanged: () => boolean
}

// Each idle page is a process, so few are kept: those that were given back last.
const MAX_IDLE = 3
/** Oldest first. */
const idlePages = new WeakMap<Browser, WatchedPage[]>()

/** A page of its own context, which is closed when it is given back. */
export async function newPage (browser: Browser, options: BrowserContextOptions): Promise<BorrowedPage> {
  const context = await browser.newContext(options)
  return { page: await context.newPage(), giveBack: async () => await context.close() }
}

/** A page that looks new to its test: nothing is stored, and no listener is left. */
export async function borrowPage (browser: Browser, options: BrowserContextOptions): Promise<BorrowedPage> {
  const { viewport, colorScheme = null, reducedMotion = null, ...others } = options
  const key = JSON.stringify(others)
  const idle = idlePages.get(browser) ?? []
  idlePages.set(browser, idle)
  const at = idle.findLastIndex(watched => watched.key === key)
  const watched = at < 0 ? await watchedPage(browser, key, options) : idle.splice(at, 1)[0]!
  const { page, isChanged } = watched
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion })
  return {
    page,
    async giveBack () {
      const mayStay = !isFirefox && !isChanged() && await isCleaned(page)
      if (mayStay) idle.push(watched)
      const unused = mayStay ? idle.splice(0, Math.max(0, idle.length - MAX_IDLE)) : [watched]
      await Promise.all(unused.map(async ({ page }) => await page.context().close()))
    }
  }
}

async function watchedPage (browser: Browser, key: string, options: BrowserContextOptions): Promise<WatchedPage> {
  const { page } = await newPage(browser, options)
  let isChanged = false
  const parts = { page, clock: page.clock, context: page.context() } as unknown as Record<keyof typeof LASTING, Record<string, Method>>
  for (const part of Object.keys(LASTING) as (keyof typeof LASTING)[]) {
    for (const name of LASTING[part]) {
      const method = parts[part][name]!
      parts[part][name] = function (...args) {
        isChanged = true
        return method.apply(this, args)
      }
    }
  }
  return { page, key, isChanged: () => isChanged || page.isClosed() || page.context().pages().length > 1 }
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Leaves the document, so that nothing stores anything any more, and deletes what is stored. False: the service is gone, for example. */
async function isCleaned (page: Page): Promise<boolean> {
  for (const event of EVENTS) page.removeAllListeners(event)
  page.setDefaultTimeout(PATIENCE_MS)
  try {
    await page.mouse.move(-1, -1)
    // No page of the service has this address, and a document of the same site stays in the same process.
    await page.goto(new URL('/no-page', page.url()).href, { timeout: 5_000 })
    await page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      const deleted = async (name: string) => await new Promise((resolve, reject) => {
        Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject })
      })
      await Promise.all((await indexedDB.databases()).map(async ({ name }) => await deleted(name!)))
    })
    await page.context().clearCookies()
    return true
  } catch {
    return false
  }
}
