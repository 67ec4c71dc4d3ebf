// The environment of the tests of pages: the service, a browser, and an app whose pages have the recorder's script tag in their head.
import t, { type Test } from 'tap'
import type { BrowserContext, Page } from 'playwright-core'
import type { Entry } from '../../../../src/schema/entry.js'
import { launchChromium } from '../../../../scripts/chromium.js'
import { startBrowser } from '../../../support/browser.js'
import { list } from '../../../support/client.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { buildScript } from './build.js'
import { startSite } from './site.js'

await buildScript()
export const redis = await startRedis(t)
export const replica = await startReplica(t, redis)
export const browser = await startBrowser(t)
export const site = await startSite(t)

export const ASLEEP = `<script src="${replica.url}/earshot.js"></script>`

export function tag (session: string, more = '', file = 'earshot.js'): string {
  return `<script src="${replica.url}/${file}" data-session="${session}" ${more}></script>`
}

let whole: Promise<typeof browser> | undefined

/** The whole browser, as users have it: it sends what a page sends while it is left, and keeps pages in the back/forward cache. */
export async function wholeBrowser (): Promise<typeof browser> {
  whole ??= launchChromium({ keepsPages: true })
  return await whole
}
t.teardown(async () => { await (await whole)?.close() })

export interface Opened { page: Page, said: string[], context: BrowserContext }

interface Opening {
  headers?: Record<string, string>
  path?: string
  /** A script that runs before all others. */
  init?: string
  by?: typeof browser | undefined
  /** Called before the page is opened. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** Opens a page with this head; `said` collects the lines of its console. */
export async function open (
  t: Test, head: string, { headers = {}, path = '/page', init = '', by = browser, prepare }: Opening = {}
): Promise<Opened> {
  site.page = `<!doctype html><title>a page</title>${head}<body></body>`
  site.headers = headers
  const context = await by.newContext()
  t.teardown(() => context.close())
  await prepare?.(context)
  const page = await context.newPage()
  if (init) await page.addInitScript(init)
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  await page.goto(site.url + path)
  return { page, said, context }
}

/** Waits until the delivery, the second part of the recorder, is loaded. */
export async function connected (page: Page): Promise<void> {
  const addressOf = "performance.getEntriesByType('resource').map(({ name }) => name).find(name => name.includes('earshot-delivery'))"
  await until('it is loaded', async () => await page.evaluate(addressOf) !== undefined)
  // The same module; this import resolves after the recorder's own import.
  await page.evaluate(`import(${addressOf}).then(() => {})`)
}

/** Waits until the session has `count` entries, all of them complete, and returns them. */
export async function recorded (session: string, count: number): Promise<Entry[]> {
  let entries: Entry[] = []
  await until(`${count} are recorded in full`, async () => {
    entries = await list(replica, session)
    return entries.length === count && entries.every(({ timeConsuming }) => timeConsuming > 0)
  })
  return entries
}

export async function ask (page: Page, path: string): Promise<string> {
  return await page.evaluate(async path => await (await fetch(path)).text(), path)
}
