// Measures how long the page takes to compare two entries with large bodies.
import type { Browser } from 'playwright-core'
import { pressUntil, type Drawn } from './page-drawn.js'
import { pushOne } from './pushes.js'

const BYTES = 5 * 1024 * 1024
const SESSION = 'compare-of-5mb-'

const OPEN = pressUntil('compare', "document.querySelector('.compare-part [role=listitem]')")

/** Compares lists of items with ids, in which one of a hundred differs and some are missing; or lines of text. */
export async function openComparison (browser: Browser, address: string, kind: 'json' | 'text'): Promise<Drawn> {
  const [before, after] = [await push(address, bodyOf(kind, 0)), await push(address, bodyOf(kind, 1))]
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${address}/?sessionId=${SESSION}#e=${after}&t=overview&c=${before}`)
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  const opened = await page.evaluate<Drawn>(OPEN)
  await context.close()
  return opened
}

function bodyOf (kind: 'json' | 'text', version: number): string {
  const items: string[] = []
  for (let [n, bytes] = [0, 0]; bytes < BYTES; n++) {
    if (version === 1 && n % 1_000 === 500) continue
    const amount = version === 1 && n % 100 === 0 ? 1 : n
    items.push(JSON.stringify({ id: n, name: 'a name of some length', amount, tags: ['one', 'two'] }))
    bytes += items.at(-1)?.length ?? 0
  }
  return kind === 'json' ? `[${items.join()}]` : items.join('\n')
}

async function push (address: string, response: string): Promise<string> {
  const type = response.startsWith('[') ? 'application/json' : 'text/plain'
  return await pushOne(address, SESSION,
    { api: '/large', method: 'GET', timeConsuming: 5, responseHeader: `HTTP/1.1 200 OK\nContent-Type: ${type}`, response })
}
