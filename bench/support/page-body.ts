// Measures how long the page takes to open a large body.
import type { Browser } from 'playwright-core'
import { pressUntil, type Drawn } from './page-drawn.js'
import { pushOne } from './pushes.js'

const BYTES = 10 * 1024 * 1024

const OPEN = pressUntil('response',
  "document.querySelector('[role=treeitem]') || document.querySelector('.editor-place')?.shadowRoot.querySelector('.cm-line')")

export async function openBody (browser: Browser, address: string, kind: 'json' | 'line'): Promise<Drawn> {
  const item = JSON.stringify({ id: 12345678, name: 'a name of some length', tags: ['one', 'two'] })
  const response = kind === 'line'
    ? 'x'.repeat(BYTES)
    : `[${Array.from({ length: Math.floor(BYTES / (item.length + 1)) }, () => item).join(',')}]`
  const session = `body-of-10mb-${kind}`.slice(0, 15).padEnd(15, '-')
  const push = {
    api: '/large',
    method: 'GET',
    timeConsuming: 5,
    responseHeader: `HTTP/1.1 200 OK\nContent-Type: ${kind === 'line' ? 'text/plain' : 'application/json'}`,
    response
  }
  await pushOne(address, session, push)
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${address}/?sessionId=${session}`)
  await page.getByRole('row').nth(1).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  const opened = await page.evaluate<Drawn>(OPEN)
  await context.close()
  return opened
}
