// npm run record: records a visit to a local shop by a real headless Chromium, as a phone, into test/data/shop.har. Only
// needed to change the recording: tests and demo play what is kept there.
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { fail } from './command-line.js'
import { tidyHar } from './recording/har.js'
import { ELSEWHERE, SHOP } from './recording/routes.js'
import { startServer } from './recording/server.js'

const FILE = fileURLToPath(new URL('../test/data/shop.har', import.meta.url))
const PORT = 8321 // fixed, so that a new recording differs little; the page finds the other site on the port after it
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']
const PHONE = {
  viewport: { width: 412, height: 915 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'UTC',
  userAgent: 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
}

const executablePath = browserOnPath() ?? fail(`There is no browser to record with: install ${BROWSERS.join(' or ')}`)
const servers = await Promise.all([startServer(PORT, SHOP), startServer(PORT + 1, ELSEWHERE)])
  .catch((error: unknown) => fail(`The shop cannot open: ${(error as Error).message}`))
const dir = await mkdtemp(join(tmpdir(), 'earshot-record-'))
try {
  await visit(join(dir, 'shop.har'))
  const recorded = await readFile(join(dir, 'shop.har'), 'utf8')
  const har = await tidyHar(recorded, servers.flatMap(server => server.received))
  await writeFile(FILE, JSON.stringify(har, null, 1) + '\n')
  console.log(`test/data/shop.har: ${har.log.entries.length} entries, ${Math.round((await stat(FILE)).size / 1024)} kB`)
} finally {
  await rm(dir, { recursive: true })
  for (const server of servers) await server.close()
}

async function visit (path: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ARGS })
  try {
    const context = await browser.newContext({ ...PHONE, recordHar: { path, content: 'embed', mode: 'full' } })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${PORT}/`)
    await page.locator('body[data-visited]').waitFor()
    await context.close() // writes the recording
  } finally {
    await browser.close()
  }
}

function browserOnPath (): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return BROWSERS.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
}

function isExecutable (path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
