// The walkthrough of docs/keyboard.md, from an empty session to an exported file: record, find the failed request, compare it, add a note,
// export it. Only the keyboard is used.
import t from 'tap'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { newSession } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { grid } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const MAX_TABS = 60

t.test('record, find the failed request, compare it, note it, export it', async t => {
  const page = await openPage(t, browser, pageUrl(replica, newSession()), { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('region', { name: 'Connect an app' }).waitFor()

  await tabTo(page, /^A web page/)
  await page.keyboard.press('Enter')
  await tabTo(page, 'Copy')
  await page.keyboard.press('Enter')
  await page.getByText('Copied').waitFor()
  await runApp(await page.evaluate(async () => await navigator.clipboard.readText()))
  await grid(page).getByRole('row', { name: /500 .*orders\/2/ }).waitFor()

  await tabTo(page, 'Requests')
  await page.keyboard.press(']')
  await page.keyboard.press('Enter')
  const detail = page.getByRole('region', { name: 'Request details' })
  await detail.getByRole('heading', { name: /orders\/2/ }).waitFor()
  await detail.locator('.facts').getByText('500').waitFor()

  await page.keyboard.press('d')
  await page.getByRole('tab', { name: 'Compare', selected: true }).waitFor()
  await detail.getByText('sold out').first().waitFor()

  await page.keyboard.press('n')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Note')
  await page.keyboard.type('sold out: see the stock')
  await Promise.all([page.waitForResponse(reply => reply.request().method() === 'PUT'), page.keyboard.press('Enter')])

  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Requests')
  await tabTo(page, 'Export')
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: /^All as HAR \(/ })
  await item.waitFor()
  while (!await item.evaluate(element => element === document.activeElement)) await page.keyboard.press('ArrowDown')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  const har = JSON.parse(await readFile(await download.path(), 'utf8')) as { log: { entries: { _earshot: { mark?: { note?: string } } }[] } }
  t.same(har.log.entries.map(({ _earshot: { mark } }) => mark?.note), [undefined, 'sold out: see the stock'])
})

/** Presses Tab until the element with this name has the focus. */
async function tabTo (page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let n = 0; n < MAX_TABS; n++) {
    await page.keyboard.press('Tab')
    const now = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
    })
    if (typeof name === 'string' ? now === name : name.test(now)) return
    seen.push(now)
  }
  throw new Error(`Tab does not lead to ${name}: ${seen.join(' | ')}`)
}

/** A page of an app with the copied line: it makes two requests of one API, the second of which fails. */
async function runApp (line: string): Promise<void> {
  const answer = (url: string) => url.endsWith('1') ? [200, '{"state":"paid"}'] as const : [500, '{"state":"sold out"}'] as const
  const app = createServer((request, response) => {
    if (!request.url?.startsWith('/orders/')) {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><link rel="icon" href="data:,">${line}
        <script>fetch('/orders/1').then(r => r.text()).then(() => fetch('/orders/2')).then(r => r.text()).then(() => { document.title = 'done' })</script>`)
      return
    }
    const [status, body] = answer(request.url)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  app.listen(0, '127.0.0.1')
  await once(app, 'listening')
  t.teardown(() => { app.close() })
  const context = await browser.newContext()
  t.teardown(async () => await context.close())
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`)
}
