// npm run record: visits a local shop with a real headless Chromium that emulates a phone, and records the visit into test/data/shop.har.
// Run it only to change the recording: the tests and the demo use that file.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchChromium } from './chromium.js'
import { tidyHar } from './recording/har.js'
import { ELSEWHERE, SHOP } from './recording/routes.js'
import { startServer } from './recording/server.js'

const FILE = fileURLToPath(new URL('../test/data/shop.har', import.meta.url))
const PORT = 8321 // fixed, so that a new recording differs little; the other site is on the next port
const PHONE = {
  viewport: { width: 412, height: 915 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'UTC',
  userAgent: 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
}

const browser = await launchChromium().catch((error: unknown) => fail((error as Error).message))
const servers = await Promise.all([startServer(PORT, SHOP), startServer(PORT + 1, ELSEWHERE)])
  .catch((error: unknown) => fail(`The shop cannot start: ${(error as Error).message}`))
const dir = await mkdtemp(join(tmpdir(), 'earshot-record-'))
try {
  await visit(join(dir, 'shop.har'))
  const recorded = await readFile(join(dir, 'shop.har'), 'utf8')
  const har = await tidyHar(recorded, servers.flatMap(server => server.received))
  await writeFile(FILE, JSON.stringify(har, null, 1) + '\n')
  console.log(`test/data/shop.har: ${har.log.entries.length} entries, ${Math.round((await stat(FILE)).size / 1024)} kB`)
} finally {
  await browser.close()
  await rm(dir, { recursive: true })
  for (const server of servers) await server.close()
}

async function visit (path: string): Promise<void> {
  const context = await browser.newContext({ ...PHONE, recordHar: { path, content: 'embed', mode: 'full' } })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${PORT}/`)
  await page.locator('body[data-visited]').waitFor()
  await context.close() // writes the recording
}

/** Prints the message in one line, because a parser's message may have several, and ends the program. */
function fail (message: string): never {
  console.error(message.replace(/\s*\n\s*/g, ' '))
  process.exit(1)
}
