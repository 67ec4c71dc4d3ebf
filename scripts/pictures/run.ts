// npm run pictures: takes the pictures for the documents, docs/pictures/*.webp. They show the built page with the demo's recording. If a
// folder is given, takes more pictures, one of each important state, and puts all pictures into that folder. `--only <name>` takes only the
// picture of this name.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { buildApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import { parseHar } from '../../src/har/recording.js'
import { replay } from '../../src/har/replay.js'
import { startEmbeddedRedis } from '../../src/redis/embedded.js'
import { openRedis } from '../../src/redis/connections.js'
import { launchChromium } from '../chromium.js'
import { takeAgent } from './agent.js'
import { takeMovingPicture } from './moving.js'
import { savePicture } from './picture.js'
import { takeRules } from './rules.js'

const { values: { only }, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const [folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url))] = positionals
const isAll = positionals.length > 0
const WIDE = { width: 1400, height: 900 }
const SHORT = { width: 1280, height: 640 }
const NARROW = { width: 360, height: 740 }
const SESSION = 'shop-on-a-phone'

const dir = await mkdtemp(join(tmpdir(), 'earshot-'))
const redis = await startEmbeddedRedis(dir)
const connections = await openRedis({ kind: 'single', url: redis.path }, () => {})
const app = await buildApp(readConfig({ LOG_LEVEL: 'silent' }), connections)
const browser = await launchChromium()
try {
  const url = await app.listen({ host: '127.0.0.1', port: 3000 }) // as in the documents
  await mkdir(folder, { recursive: true })
  await fill(url)
  await takeAll(browser, url)
  if (isWanted('rules')) await takeRules(browser, url, name => join(folder, `${name}.webp`))
  if (isWanted('record')) await takeMovingPicture(browser, url, dir, join(folder, 'record.webp'))
} finally {
  await browser.close()
  await app.close()
  await connections.close()
  await redis.close()
  await rm(dir, { recursive: true })
}

function isWanted (name: string): boolean {
  return only === undefined || only === name
}

async function takeAll (browser: Browser, url: string): Promise<void> {
  const session = `${url}/?sessionId=${SESSION}`
  const openBody = async (page: Page) => {
    await page.getByRole('row', { name: 'POST 201 /api/orders' }).click()
    await page.getByRole('tab', { name: 'Response' }).click()
    await page.getByRole('treeitem').first().waitFor()
  }
  const open = async (page: Page) => { await page.getByRole('row').nth(4).click() }
  await take(browser, 'compare', session, { viewport: SHORT }, async page => {
    await page.getByRole('row', { name: 'POST 422 /api/orders' }).click()
    await page.keyboard.press('d')
    // Not in the response, which is shown before.
    await page.getByRole('tab', { name: 'Compare', selected: true }).waitFor()
    await page.locator('.compare-actions').waitFor()
    await page.getByText('empty_order').first().scrollIntoViewIfNeeded()
  })
  await take(browser, 'apis', session, { viewport: SHORT }, async page => {
    await page.getByRole('button', { name: 'APIs' }).click()
  })
  const saved = join(dir, 'shop.html')
  await writeFile(saved, await (await fetch(`${url}/capture/page?sessionId=${SESSION}`)).text())
  await take(browser, 'one-file', `file://${saved}`, { viewport: SHORT }, open)
  if (isWanted('agents')) await takeAgent(browser, { url, session: SESSION, file: join(folder, 'agents.webp') })
  if (!isAll) return
  await take(browser, 'list', `${session}&filter=-method%3Aget`, { viewport: SHORT }, openBody)
  await take(browser, 'start', `${url}/?sessionId=my-test-session`)
  await take(browser, 'list-only', session)
  await take(browser, 'dark', session, { colorScheme: 'dark' }, open)
  await take(browser, 'start-dark', `${url}/?sessionId=my-test-session`, { colorScheme: 'dark' })
  await take(browser, 'chinese', session, { locale: 'zh-CN' }, open)
  await take(browser, 'start-chinese', `${url}/?sessionId=my-test-session`, { locale: 'zh-CN' })
  await take(browser, 'narrow', session, { viewport: NARROW, hasTouch: true, isMobile: true })
  await take(browser, 'narrow-detail', session, { viewport: NARROW, hasTouch: true, isMobile: true }, open)
  await take(browser, 'narrow-start', `${url}/?sessionId=my-test-session`, { viewport: NARROW, hasTouch: true, isMobile: true })
  await take(browser, 'stacked', session, { viewport: { width: 900, height: 900 } }, open)
  await take(browser, 'map', session, {}, async page => { await page.getByRole('button', { name: 'Keyboard shortcuts' }).click() })
  await take(browser, 'menu', session, {}, async page => { await page.getByRole('button', { name: 'Export' }).click() })
}

async function take (
  browser: Browser, name: string, url: string, options: BrowserContextOptions = {}, act: (page: Page) => Promise<void> = async () => {}
): Promise<void> {
  if (!isWanted(name)) return
  const context = await browser.newContext({
    viewport: WIDE, locale: 'en-GB', timezoneId: 'UTC', colorScheme: 'light', reducedMotion: 'reduce', ...options
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('row').or(page.locator('.connection.live')).first().waitFor()
  await act(page)
  await page.waitForLoadState('networkidle')
  await savePicture(page, join(folder, `${name}.webp`))
  await context.close()
}

async function fill (url: string): Promise<void> {
  const har = await readFile(new URL('../../test/data/shop.har', import.meta.url), 'utf8')
  for (const { push } of replay(parseHar(har), 'demo')) {
    const reply = await fetch(`${url}/capture/raw-data?sessionId=${SESSION}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(push)
    })
    await reply.body?.cancel()
  }
  await mark(url, '/api/graphql', { color: 'red', note: 'an error behind a 200' })
  await mark(url, '/api/checkout', { pinned: true })
}

async function mark (url: string, path: string, body: object): Promise<void> {
  const reply = await fetch(`${url}/capture/entries?sessionId=${SESSION}&filter=path:${path}&fields=id`)
  const entries = await reply.json() as { id: string }[]
  for (const { id } of entries) {
    const reply = await fetch(`${url}/capture/entries/${id}/mark?sessionId=${SESSION}`, {
      method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body)
    })
    await reply.body?.cancel()
  }
}
