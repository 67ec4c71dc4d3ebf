// The animation in the README: a terminal, in which `earshot record` runs tests, and below it the page, which shows their requests live.
// Both are real. Needs img2webp from Debian's package `webp`.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { SHOP } from '../recording/routes.js'
import { startServer } from '../recording/server.js'
import { runInTerminal, TERMINAL } from './terminal.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SESSION = 'shop-tests-2026'
const SHOP_PORT = 8321
const SIZE = { width: 1000, height: 700 }
const TERMINAL_HEIGHT = 250
const FRAME_MS = 150
const LAST_FRAME_MS = 4000

/** `dir`: for the single frames. */
export async function takeMovingPicture (browser: Browser, url: string, dir: string, file: string): Promise<void> {
  const shop = await startServer(SHOP_PORT, SHOP)
  const context = await browser.newContext({
    viewport: SIZE,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // For the live channel: Chromium does not know where a page comes from that a route has answered.
    permissions: ['local-network-access']
  })
  try {
    const page = await openStage(context, url)
    const frames = new Frames(page, dir)
    await frames.during(async () => {
      await delay(1000)
      await runInTerminal(page, {
        line: `npx earshot record --session ${SESSION} -- node --test shop.test.mjs`,
        command: process.execPath,
        args: [
          join(ROOT, 'dist/cli/main.js'), 'record', '--session', SESSION, '--', 'node', '--test', '--test-reporter',
          join(ROOT, 'scripts/pictures/reporter.mjs'), 'shop.test.mjs'
        ],
        env: { EARSHOT_URL: url, SHOP: `http://127.0.0.1:${SHOP_PORT}` },
        cwd: join(ROOT, 'scripts/pictures')
      })
      const viewer = page.frameLocator('iframe')
      await viewer.getByRole('row', { name: /graphql/ }).click()
      await delay(600)
      await viewer.getByRole('tab', { name: 'Response' }).click()
      await viewer.getByRole('treeitem').first().waitFor()
    })
    await frames.save(file)
  } finally {
    await context.close()
    await shop.close()
  }
}

/** A page of the terminal and the viewer. The viewer refuses to be framed, by its policy, which is left out here. */
async function openStage (context: BrowserContext, url: string): Promise<Page> {
  await context.route(address => address.pathname === '/' && address.origin === url, async route => {
    const response = await route.fetch()
    const { 'content-security-policy': _policy, 'x-frame-options': _framing, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await context.route(`${url}/stage`, async route => {
    await route.fulfill({
      contentType: 'text/html',
      body: `${TERMINAL}
        <style>
          .terminal { height: ${TERMINAL_HEIGHT}px }
          iframe { display: block; width: 100%; height: ${SIZE.height - TERMINAL_HEIGHT}px; border: 0 }
        </style>
        <iframe src="/?sessionId=${SESSION}"></iframe>`
    })
  })
  const page = await context.newPage()
  await page.goto(`${url}/stage`)
  await page.frameLocator('iframe').locator('.connection.live').waitFor()
  return page
}

class Frames {
  /** When each was taken. */
  private readonly takenMs: number[] = []

  constructor (private readonly page: Page, private readonly dir: string) {}

  /** Takes frames until `act` has ended, and one more. */
  async during (act: () => Promise<void>): Promise<void> {
    const over = new AbortController()
    const acted = act().finally(() => { over.abort() })
    while (!over.signal.aborted) {
      const dueMs = Date.now() + FRAME_MS
      await this.take()
      await delay(Math.max(0, dueMs - Date.now()))
    }
    await acted
    await this.take()
  }

  async save (file: string): Promise<void> {
    const frames = this.takenMs.flatMap((takenMs, n) => {
      const next = this.takenMs[n + 1]
      return ['-d', String(next === undefined ? LAST_FRAME_MS : next - takenMs), this.name(n)]
    })
    await promisify(execFile)('img2webp', ['-loop', '0', '-min_size', '-lossy', '-q', '75', '-m', '6', ...frames, '-o', file])
  }

  private async take (): Promise<void> {
    const takenMs = Date.now()
    await writeFile(this.name(this.takenMs.length), await this.page.screenshot())
    this.takenMs.push(takenMs)
  }

  private name (n: number): string {
    return join(this.dir, `frame-${n}.png`)
  }
}
