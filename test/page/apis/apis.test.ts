// The table of APIs in the page: its button, its updates while requests arrive and are deleted, and the filter that a click on a row sets.
import t from 'tap'
import type { Page } from 'playwright-core'
import { call, newSession, pushBatch, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'
import { button, count, grid } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const OK = 'HTTP/1.1 200 OK'
const request = (api: string, timeConsuming = 10, more = {}) => ({
  api: `https://shop.example${api}`, method: 'GET', timeConsuming, responseHeader: timeConsuming > 0 ? OK : '', ...more
})
const table = (page: Page) => page.getByRole('table', { name: 'APIs' })
const shownIn = async (page: Page) => await table(page).getByRole('row').evaluateAll(rows => rows.slice(1).map(row =>
  [...row.querySelectorAll('td:not(.api-repeats)')].slice(0, 5).map(cell => cell.textContent?.replace(/^([A-Z]+) /, '$1 ').trim())))
const names = async (page: Page) => (await shownIn(page)).map(([name]) => name)

async function session (pushes: object[]): Promise<string> {
  const session = newSession()
  t.match(await pushBatch(replica, session, pushes), { status: 200 })
  return session
}

t.test('the button APIs replaces the list with the table, and the address keeps the choice', async t => {
  const id = await session([
    request('/orders/1', 10), request('/orders/2', 30), request('/orders/3', 20),
    request('/pay', 5, { method: 'POST', responseHeader: 'HTTP/1.1 500 No' })
  ])
  const page = await openPage(t, browser, pageUrl(replica, id))
  await button(page, 'APIs').click()
  await table(page).getByRole('row', { name: '/orders/*' }).waitFor()
  t.same(await shownIn(page), [['POST /pay', '1', '1', '5 ms', '5 ms'], ['GET /orders/*', '3', '0', '20 ms', '30 ms']])
  await table(page).getByRole('img', { name: 'The newest 3 took 10 ms to 30 ms, the last 10 ms' }).waitFor()
  t.equal(await grid(page).count(), 0)
  await page.waitForURL(/view=apis/)
  t.same(await axe(page), [])

  await page.reload()
  await table(page).waitFor()
  await page.goto(pageUrl(replica, id, '&filter=orders'))
  await grid(page).waitFor()
  t.equal(await table(page).count(), 0, 'a link with a filter only shows the list')
  await page.goto(pageUrl(replica, id, '&filter=orders&view=apis'))
  await table(page).getByRole('row', { name: '/orders/*' }).waitFor()
  t.same(await names(page), ['GET /orders/*'])
  await page.keyboard.press('a')
  await grid(page).waitFor()
  await page.goto(pageUrl(replica, id))
  await grid(page).waitFor()
})

t.test('a click on a row filters the list by exactly its requests', async t => {
  const id = await session([
    request('/orders/1'), request('/orders/1/items'), request('/orders/2'), request('/orders/3', 1, { method: 'PUT' }),
    { ...request(''), api: 'https://cdn.example/orders/4' }
  ])
  const page = await openPage(t, browser, pageUrl(replica, id, '&filter=orders&view=apis'))
  await button(page, 'GET shop.example/orders/*').click()
  await count(page).getByText('2 of 5').waitFor()
  t.same(await grid(page).getByRole('row', { name: /^GET 200 \/orders\/[12] / }).count(), 2)
  t.equal(await page.getByRole('combobox', { name: 'Filter' }).inputValue(), 'orders method:=GET api:=/orders/* host:=shop.example')
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid')
})

t.test('arrow keys move between rows, Enter filters by a row, and headers sort', async t => {
  const id = await session([request('/a', 5), request('/a', 7), request('/b', 900), request('/c', 80)])
  const page = await openPage(t, browser, pageUrl(replica, id, '&view=apis'))
  await table(page).getByRole('row', { name: '/a' }).waitFor()
  t.same(await names(page), ['GET /a', 'GET /b', 'GET /c'])
  const p95 = table(page).getByRole('columnheader', { name: 'p95' })
  await p95.getByRole('button').press('Enter')
  t.same(await names(page), ['GET /b', 'GET /c', 'GET /a'])
  t.equal(await p95.getAttribute('aria-sort'), 'descending')
  await p95.getByRole('button').press('Enter')
  t.same(await names(page), ['GET /a', 'GET /c', 'GET /b'])
  await page.reload()
  await table(page).getByRole('row', { name: '/a' }).waitFor()
  t.same(await names(page), ['GET /a', 'GET /c', 'GET /b'], 'the order survives a reload')
  await button(page, 'GET /a').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  t.equal(await table(page).locator('[tabindex="0"]').count(), 1, 'there is one tab stop')
  await page.keyboard.press('Enter')
  await grid(page).getByRole('row', { name: /\/c/ }).waitFor()
  await count(page).getByText('1 of 4').waitFor()
})

t.test('with the table in place of the list, a control that is done gives the focus to its row', async t => {
  const page = await openPage(t, browser, pageUrl(replica, await session([request('/a'), request('/b')]), '&view=apis'))
  await table(page).getByRole('row', { name: '/a' }).waitFor()
  const focused = async () => await page.evaluate(() => document.activeElement?.matches('.api-name') ? document.activeElement.textContent : '')
  const filter = page.getByRole('combobox', { name: 'Filter' })
  await filter.fill('path:/a')
  await table(page).getByRole('row', { name: '/b' }).waitFor({ state: 'detached' })
  await filter.press('Enter')
  t.match(await focused(), /\/a$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('a')
  await grid(page).waitFor()
  await page.keyboard.press('a')
  await table(page).waitFor()
  await until('the switch gives it, too', async () => await focused() !== '')
})

t.test('the table is updated when requests start, end, and are deleted', async t => {
  const id = await session([request('/a', 5)])
  const page = await openPage(t, browser, pageUrl(replica, id, '&view=apis'))
  const rows = async (expected: unknown[]) =>
    await until(JSON.stringify(expected), async () => JSON.stringify(await shownIn(page)) === JSON.stringify(expected), 10_000)
  await rows([['GET /a', '1', '0', '5 ms', '5 ms']])
  const pending = await pushed(replica, id, { api: '/a', method: 'GET', requestId: 'r', timeConsuming: 0 })
  await rows([['GET /a1 pending', '2', '0', '5 ms', '5 ms']])
  await pushed(replica, id, { ...request('/a', 9, { responseHeader: 'HTTP/1.1 404 No' }), requestId: 'r' })
  await rows([['GET /a', '2', '1', '5 ms', '9 ms']])
  await call(replica, `/capture/entries/${pending}?sessionId=${id}`, { method: 'DELETE' })
  await rows([['GET /a', '1', '0', '5 ms', '5 ms']])
  await page.getByRole('combobox', { name: 'Filter' }).fill('nothing-has-this ')
  await page.getByText('Nothing matches this filter.').waitFor()
  await button(page, 'Show everything').click()
  await rows([['GET /a', '1', '0', '5 ms', '5 ms']])
  await call(replica, `/capture/entries?sessionId=${id}`, { method: 'DELETE' })
  await page.getByText('No requests yet').waitFor()
})

t.test('the table fits a phone, has large touch targets, and no axe violations in dark mode and in Chinese', async t => {
  const id = await session([
    request('/orders/1', 10), request(`/${'a-very-long-name/'.repeat(12)}`, 20), request('/b', 5, { responseHeader: 'HTTP/1.1 500 No' })
  ])
  const page = await openPage(t, browser, pageUrl(replica, id, '&view=apis'),
    { viewport: NARROW, hasTouch: true, isMobile: true, colorScheme: 'dark' })
  await table(page).getByRole('row', { name: '/orders/*' }).waitFor()
  t.same(await axe(page), [])
  t.equal(await page.evaluate(() => document.querySelector('.apis-room')!.scrollWidth), 360, 'nothing overflows')
  for (const target of [button(page, 'APIs'), button(page, 'GET /orders/*'), page.getByLabel('Sorted by')]) {
    t.ok((await target.boundingBox())!.height >= 43.5)
  }
  await page.getByLabel('Sorted by').selectOption('p50')
  t.same((await names(page))[1], 'GET /orders/*')
  await table(page).getByRole('row', { name: '/orders/*' }).tap()
  await count(page).getByText('1 of 3').waitFor()
  const chinese = await openPage(t, browser, pageUrl(replica, id, '&view=apis'), { locale: 'zh-CN' })
  await chinese.getByRole('table', { name: '接口' }).getByRole('row', { name: '/orders/*' }).waitFor()
  t.same(await axe(chinese), [])
})

t.test('hostile paths are shown as text, and at first only 200 rows are shown', async t => {
  const hostile = '/<img src=x onerror=alert(1)>\u202e\u0000/' + 'x'.repeat(5000)
  const id = await session([
    request(hostile, 1, { responseHeader: 'HTTP/1.1 500 No' }), ...Array.from({ length: 450 }, (_, n) => request(`/page-${n}x`, 1))
  ])
  const page = await openPage(t, browser, pageUrl(replica, id, '&view=apis'))
  await table(page).getByRole('row', { name: '/<img src=x onerror=alert(*)>\\u202e' }).waitFor()
  await count(page).getByText('451 requests').waitFor()
  t.equal(await table(page).getAttribute('aria-rowcount'), '452')
  t.equal(await table(page).getByRole('row').count(), 201)
  await button(page, 'Show more (251)').click()
  t.equal(await table(page).getByRole('row').count(), 452)
  await table(page).getByRole('button', { name: '/<img' }).click()
  await count(page).getByText('1 of 451').waitFor()
})

t.test('the table groups by host or by source, remembers it, and a click on a row shows its requests', async t => {
  const id = await session([
    request('/a', 10, { source: 'Shop on an iPhone' }), request('/b', 30),
    { ...request(''), api: 'https://cdn.example/c', source: 'Shop on an iPhone' }, { ...request(''), api: '/d' }
  ])
  const page = await openPage(t, browser, pageUrl(replica, id, '&view=apis'))
  await table(page).getByRole('row', { name: '/a' }).waitFor()
  const by = page.getByLabel('Grouped by')
  await by.selectOption('Host')
  await table(page).getByRole('row', { name: 'shop.example' }).waitFor()
  t.same((await shownIn(page)).map(cells => cells.slice(0, 2)), [['shop.example', '2'], ['unknown', '1'], ['cdn.example', '1']])
  t.equal(await page.getByRole('button', { name: 'Rule for this API' }).count(), 0)
  t.equal(await table(page).getByRole('columnheader', { name: 'Host' }).count(), 1)
  t.same(await axe(page), [])
  await page.reload()
  await by.selectOption('App')
  await button(page, 'Shop on an iPhone').click()
  await count(page).getByText('2 of 4').waitFor()
  t.equal(await page.getByRole('combobox', { name: 'Filter' }).inputValue(), 'source:="Shop on an iPhone"')
  await page.keyboard.press('a')
  await by.selectOption('API')
  await table(page).getByRole('row', { name: '/a' }).waitFor()
})
