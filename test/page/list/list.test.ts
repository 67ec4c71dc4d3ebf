// The list in a real browser: what it shows of a session, and that it stays correct while the session changes.
import t from 'tap'
import type { Page } from 'playwright-core'
import { call, newSession, push, pushBatch, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'
import { problemsOf } from './axe-list.js'
import { firstInView, fromEnd, gridOf, rowCount, rowNames, scrollTo } from './grid.js'

const { replica, browser } = await startHouse(t, { env: { MAX_ENTRIES: '20000', MAX_SESSION_BYTES: '500mb' } })

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json'
const complete = (n: number, fields: object = {}) => ({
  requestId: `r-${n}`,
  method: 'GET',
  api: `https://api.example.com/v1/orders/${n}`,
  timeConsuming: 5,
  responseHeader: OK,
  response: '{"code":0}',
  ...fields
})

/** Pushes `count` complete requests, numbered from `from`. */
async function fill (session: string, count: number, from = 0): Promise<void> {
  for (let at = from; at < from + count; at += 500) {
    const { status } = await pushBatch(replica, session,
      Array.from({ length: Math.min(500, from + count - at) }, (_, n) => complete(at + n)))
    if (status !== 200) throw new Error(`The batch was answered ${status}`)
  }
}

t.test('each row is labeled with method, status and path, and the grid has the number of rows', async t => {
  const session = newSession()
  await pushed(replica, session, complete(1, { method: 'POST' }))
  await pushed(replica, session, complete(2, { responseHeader: 'HTTP/1.1 404 Not Found' }))
  await pushed(replica, session, complete(3, { response: '{"code":40017}' }))
  await pushed(replica, session, complete(4, { timeConsuming: 0, responseHeader: '', response: '' }))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await gridOf(page).getByRole('row', { name: 'GET pending /v1/orders/4' }).waitFor()
  t.same(await rowNames(page),
    ['POST 200 /v1/orders/1', 'GET 404 /v1/orders/2', 'GET 200 /v1/orders/3, code 40017', 'GET pending /v1/orders/4'])
  t.equal(await gridOf(page).getAttribute('aria-rowcount'), '5')
  t.equal(await page.getByRole('status', { name: 'Count' }).textContent(), '4 requests')
  await page.getByRole('columnheader', { name: 'Code' }).waitFor()
  t.equal(await page.getByRole('columnheader', { name: 'Host' }).count(), 0, 'a single host has no column')
  t.same(await problemsOf(page), [])
})

t.test('names are shown decoded; tooltips and copies have them as they were sent', async t => {
  const session = newSession()
  const api = 'https://api.example.com/%E8%8C%B6/caf%C3%A9%2Fno%20%FF%E2%80%AE?q=%E8'
  await pushed(replica, session, complete(1, { api }))
  const page = await openPage(t, browser, pageUrl(replica, session), { permissions: ['clipboard-read', 'clipboard-write'] })
  const cell = page.getByRole('gridcell', { name: 'café%2Fno%20%FF\\u202e?q=%E8 /茶/' })
  await cell.waitFor()
  t.equal(await cell.getAttribute('title'), api)
  await cell.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy this value' }).click()
  await page.getByText('Copied').waitFor()
  t.equal(await page.evaluate(async () => await navigator.clipboard.readText()), api)
})

t.test('a long session shows its newest entries first, and does not scroll when the rest is loaded', async t => {
  const session = newSession()
  await fill(session, 300)
  const asked: (() => void)[] = []
  const hold = async (page: Page) => {
    await page.route(/capture\/entries\?(?!.*last=)/, async route => {
      await new Promise<void>(resolve => { asked.push(resolve) })
      await route.continue()
    })
  }
  const page = await openPage(t, browser, pageUrl(replica, session), { before: hold })
  await gridOf(page).getByRole('row', { name: 'GET 200 /v1/orders/299' }).waitFor()
  t.match(await page.getByRole('status', { name: 'Connection' }).textContent(), 'Catching up')
  t.equal(await rowCount(page), 60)
  t.same(await page.locator('[role=gridcell][data-column=number]').allTextContents().then(texts => texts.filter(text => text !== '')), [],
    'their numbers are not known yet')
  await scrollTo(page, 24 * 10)
  const before = await firstInView(page)
  await until('the list is asked for', async () => asked.length > 0)
  asked.forEach(go => go())
  await until('all are there', async () => await rowCount(page) === 300)
  t.equal(await firstInView(page), before)
  t.equal(await page.getByRole('button', { name: 'new' }).count(), 0, 'entries of the list do not count as new')
  await scrollTo(page, 1e6)
  await page.getByRole('gridcell', { name: '300', exact: true }).waitFor()
})

t.test('a pending request completes in its place', async t => {
  const session = newSession()
  await pushed(replica, session, complete(1, { timeConsuming: 0, responseHeader: '', response: '' }))
  await pushed(replica, session, complete(2))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await gridOf(page).getByRole('row', { name: 'GET pending /v1/orders/1' }).waitFor()
  await push(replica, session, complete(1))
  await gridOf(page).getByRole('row', { name: 'GET 200 /v1/orders/1' }).waitFor()
  t.same(await rowNames(page), ['GET 200 /v1/orders/1', 'GET 200 /v1/orders/2'])
})

t.test('a request that is pending for more than two minutes is shown as "no response"', async t => {
  const session = newSession()
  await pushed(replica, session, complete(1, { timeConsuming: 0, age: 200_000, responseHeader: '', response: '' }))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await gridOf(page).getByRole('row', { name: 'GET no response /v1/orders/1' }).waitFor()
})

t.test('only visible entries of 10,000 have rows; the list opens at the newest, and follows', async t => {
  const session = newSession()
  await fill(session, 10_000)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await until('all are there', async () => await rowCount(page) === 10_000)
  await gridOf(page).getByRole('row', { name: 'GET 200 /v1/orders/9999' }).waitFor()
  t.ok((await rowNames(page)).length < 100)
  await fill(session, 3, 10_000)
  await gridOf(page).getByRole('row', { name: 'GET 200 /v1/orders/10002' }).waitFor()
  await until('it is at its end', async () => await fromEnd(page) <= 1)
})

t.test('a list that is scrolled up stays there, and shows the number of new requests', async t => {
  const session = newSession()
  await fill(session, 300)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await until('all are there', async () => await rowCount(page) === 300)
  await gridOf(page).hover()
  await page.mouse.wheel(0, -2400)
  await until('it has scrolled', async () => await fromEnd(page) > 2000)
  const before = await firstInView(page)
  await fill(session, 7, 300)
  await page.getByRole('button', { name: '7 new' }).waitFor()
  t.equal(await firstInView(page), before)
  await page.getByRole('button', { name: '7 new' }).click()
  await until('it is at its end', async () => await fromEnd(page) <= 1)
  t.equal(await page.getByRole('button', { name: 'new' }).count(), 0)
})

t.test('deleting rows above the visible ones does not move them', async t => {
  const session = newSession()
  await fill(session, 300)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await until('all are there', async () => await rowCount(page) === 300)
  await scrollTo(page, 24 * 100)
  await until('it has scrolled', async () => /orders\/10\d/.test(await firstInView(page)))
  const before = await firstInView(page)
  const { body } = await call(replica, `/capture/entries?sessionId=${session}&fields=id`)
  for (const { id } of (body as { id: string }[]).slice(10, 15)) {
    await call(replica, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  }
  await until('five are gone', async () => await rowCount(page) === 295)
  t.equal(await firstInView(page), before)
})

t.test('a column sorts ascending, descending and not at all; the order survives a reload', async t => {
  const session = newSession()
  for (const [n, time] of [30, 10, 20].entries()) await pushed(replica, session, complete(n, { timeConsuming: time }))
  const page = await openPage(t, browser, pageUrl(replica, session))
  const header = page.getByRole('columnheader', { name: 'Time', exact: true })
  const order = async () => (await rowNames(page)).map(name => name.slice(-1)).join('')
  await until('all are there', async () => await order() === '012')
  await header.getByRole('button').click()
  await until('it is sorted', async () => await order() === '120')
  t.equal(await header.getAttribute('aria-sort'), 'ascending')
  await header.getByRole('button').click()
  await until('it is sorted the other way', async () => await order() === '021')
  await page.reload()
  await until('it is still so', async () => await order() === '021')
  await pushed(replica, session, complete(4, { timeConsuming: 25 }))
  await until('what is new is in its place', async () => await order() === '0421')
  await header.getByRole('button').click()
  await until('it is as it arrived', async () => await order() === '0124')
})

t.test('hidden, resized and added columns survive a reload', async t => {
  const session = newSession()
  await pushed(replica, session, complete(1, { requestHeader: 'X-Trace: abc-1', storage: '{"user":"{\\"id\\":9}"}' }))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await gridOf(page).getByRole('row', { name: 'GET 200 /v1/orders/1' }).waitFor()
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByRole('checkbox', { name: 'Kind' }).uncheck()
  await page.getByRole('button', { name: 'Wider: Method' }).click()
  await page.getByLabel('Name or path').fill('x-trace')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  t.same(await problemsOf(page), [])
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('gridcell', { name: 'abc-1' }).waitFor()
  t.equal(await page.getByRole('columnheader', { name: 'Kind' }).count(), 0)
  t.equal((await page.getByRole('columnheader', { name: 'Method' }).boundingBox())?.width, 94)
})

t.test('keys move and extend the selection, open, delete, and jump to the next error', async t => {
  const session = newSession()
  for (let n = 0; n < 6; n++) await pushed(replica, session, complete(n, n === 4 ? { responseHeader: 'HTTP/1.1 500 Oh' } : {}))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await until('all are there', async () => await rowCount(page) === 6)
  const selected = async () =>
    await gridOf(page).locator('[aria-selected=true]').evaluateAll(rows => rows.map(row => row.getAttribute('aria-label')?.split(' · ')[0]))
  await gridOf(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  t.same(await selected(), ['GET 200 /v1/orders/1'])
  await page.keyboard.press('Shift+ArrowDown')
  t.same(await selected(), ['GET 200 /v1/orders/1', 'GET 200 /v1/orders/2'])
  const active = await gridOf(page).getAttribute('aria-activedescendant')
  t.match(await page.locator(`[id="${active}"]`).getAttribute('aria-label'), 'GET 200 /v1/orders/2 ')
  await page.keyboard.press('Delete')
  await until('two are gone', async () => await rowCount(page) === 4)
  await page.keyboard.press(']')
  t.same(await selected(), ['GET 500 /v1/orders/4'])
  await page.keyboard.press('Enter')
  await until('the address names it', async () => page.url().includes('#e='))
})

t.test('the list shows hostile content as text', async t => {
  const session = newSession()
  const texts = [
    '<img src=x onerror=alert(1)>', 'a\u202ecod.exe', 'zero\u200bwidth', '\ud800 half', '__proto__', 'x'.repeat(1_000_000),
    '"><script>alert(1)</script>', 'javascript:alert(1)'
  ]
  for (const [n, text] of texts.entries()) {
    await pushed(replica, session, {
      requestId: `h-${n}`,
      api: `https://a.example/${text}`,
      method: 'GET',
      timeConsuming: 1,
      responseHeader: `HTTP/1.1 200 ${text.slice(0, 100)}`,
      response: JSON.stringify({ code: text }),
      requestHeader: `${text.slice(0, 50)}: 1`
    })
  }
  const page = await openPage(t, browser, pageUrl(replica, session))
  await until('all are there', async () => await rowCount(page) === texts.length)
  await page.getByRole('gridcell', { name: '\\u202e' }).first().waitFor()
  await page.getByRole('gridcell', { name: '\\u200b' }).first().waitFor()
  t.equal(await page.locator('[role=grid] img, [role=grid] script').count(), 0)
  t.equal(await page.evaluate(() => ({} as { x?: unknown }).x), undefined)
})

t.test('at 360 px a row has two lines and nothing overflows', async t => {
  const session = newSession()
  await fill(session, 40)
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: NARROW, colorScheme: 'dark' })
  const row = gridOf(page).getByRole('row', { name: 'GET 200 /v1/orders/39' })
  await row.waitFor()
  t.equal((await row.boundingBox())?.height, 52)
  t.equal(await gridOf(page).evaluate(grid => grid.scrollWidth - grid.clientWidth), 0)
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), NARROW.width)
  t.same(await problemsOf(page), [])
})
