// A saved page of 2,000 entries: how fast it opens from a file, offline; how large it is; and how long other requests wait while the
// service generates it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../scripts/chromium.js'
import { median } from './support/load.js'
import { ENTRIES, fill } from './support/page-session.js'
import { startRedis, startReplica } from './support/process.js'
import { ratio, table } from './support/report.js'

const [ROUNDS, SAVED, SESSION] = [3, 2000, 'saved-benchmark']

export async function benchSaved (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis, { MAX_ENTRIES: String(ENTRIES), MAX_SESSION_BYTES: '500mb' })
  const browser = await launchChromium({ whole: true })
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  try {
    console.log(`\nsaved: a page of ${SAVED} entries`)
    await fill(replica.address, SESSION)
    const { html, savedMs, longestMs } = await save(replica.address)
    const file = join(folder, 'saved.html')
    await writeFile(file, html)
    const rounds: number[] = []
    for (let n = 0; n < ROUNDS; n++) rounds.push(await openMs(browser, pathToFileURL(file).href))
    table(['a saved page', 'value'], [
      ['MB', html.length / 1e6], ['ms to make it', savedMs], ['ms until all rows are there, median', median(rounds)],
      ['worst', Math.max(...rounds)]
    ])
    ratio('ms until all rows are there, from a disk, offline', Math.max(...rounds), 'at most', 2000)
    ratio('ms that another request waited meanwhile', longestMs, 'at most', 150)
  } finally {
    await browser.close()
    await replica.close()
    await redis.close()
    await rm(folder, { recursive: true })
  }
}

/** Saves the page. `longestMs`: the longest time that another request waited meanwhile. */
async function save (address: string): Promise<{ html: string, savedMs: number, longestMs: number }> {
  const begunMs = performance.now()
  const saving = { isOver: false }
  const html = fetch(`${address}/capture/page?sessionId=${SESSION}&last=${SAVED}`).then(async reply => await reply.text())
    .finally(() => { saving.isOver = true })
  let longestMs = 0
  while (!saving.isOver) {
    const askedMs = performance.now()
    await (await fetch(`${address}/healthz`)).text()
    longestMs = Math.max(longestMs, performance.now() - askedMs)
  }
  return { html: await html, savedMs: performance.now() - begunMs, longestMs }
}

async function openMs (browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' })
  await context.setOffline(true)
  const page = await context.newPage()
  const begunMs = performance.now()
  await page.goto(address)
  await page.locator(`[role=grid][aria-rowcount="${SAVED + 1}"] [role=row][aria-rowindex="${SAVED + 1}"]`).waitFor()
  const ms = performance.now() - begunMs
  await context.close()
  return ms
}
