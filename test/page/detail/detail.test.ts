// The details of a request: they show every field, and are updated when the request changes. A link opens a request, one of its tabs, or a
// value.
import t from 'tap'
import { call, newSession, pushed } from '../../support/client.js'
import { openEntry, treeRows } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'

const house = await startHouse(t)
const { replica, browser } = house
const JWT = ['{"alg":"HS256"}', '{"sub":"anna","exp":1700000000}'].map(part => Buffer.from(part).toString('base64url')).join('.') + '.c2ln'
const FULL = {
  api: 'https://shop.example/api/orders/42?full=1&q=%E8%8C%B6',
  method: 'POST',
  timeConsuming: 237.4,
  source: 'checkout on iPhone',
  note: 'response cut: 1 MB of 5 MB kept',
  via: 'beacon',
  requestHeader: `Host: shop.example\nAuthorization: Bearer ${JWT}\nCookie: sid=abc; theme=dark`,
  request: '{"a":1}',
  responseHeader: 'HTTP/1.1 404 Not Found\nContent-Type: application/json\nSet-Cookie: sid=new; Path=/; HttpOnly',
  response: '{"code":7,"data":[{"id":1},{"id":2}]}',
  pageParams: '{"page":"cart"}',
  storage: '{"theme":"dark","cart":"[1,2]"}'
}

t.test('a line says the facts of a request; unfolded, all of them; the overview says everything else but the bodies', async t => {
  const page = await openEntry(t, house, FULL, 'overview')
  const detail = page.getByRole('region', { name: 'Request details' })
  const line = detail.locator('.facts summary')
  t.match((await line.innerText()).replace(/\s+/g, ' '), /^404 Not Found 237 ms 37 B \d\d:\d\d:\d\d\.\d{3} checkout on iPhone$/)
  t.equal(await detail.getByText('beacon').count(), 0)
  await line.click()
  for (const text of ['https://shop.example/api/orders/42', 'beacon', 'request 7 B · response 37 B']) {
    await detail.locator('.facts').getByText(text).first().waitFor()
  }
  await detail.getByText('Note of the recorder: response cut: 1 MB of 5 MB kept').waitFor()
  t.same(await detail.getByRole('table', { name: 'Query' }).getByRole('cell').filter({ hasText: /\S/ }).allTextContents(), ['1', '茶'])
  await detail.getByRole('table', { name: 'Cookies sent' }).getByText('theme').waitFor()
  await detail.getByRole('table', { name: 'Cookies set' }).getByText('Path=/; HttpOnly').waitFor()
  await detail.getByText('expired 2023-11-14 22:13:20 · not verified').waitFor()
  t.same(await treeRows(page, 'Payload'), ['▾{2}', 'sub: "anna"', 'exp: 1700000000'])
  t.same(await treeRows(page, 'Page'), ['▾{1}', 'page: "cart"'])
  await detail.getByRole('button', { name: 'Raw' }).first().click()
  await detail.getByText('Host: shop.example\nAuthorization').waitFor()
})

t.test('an error in the app has its message in the list, its stack in the details, and nothing that only a request has', async t => {
  const page = await openEntry(t, house, {
    api: 'https://shop.example/pay.js:3:14',
    method: 'ERROR',
    via: 'error',
    timeConsuming: 0.1,
    responseHeader: 'HTTP/1.1 0',
    note: 'uncaught: TypeError: no card',
    response: 'TypeError: no card\n    at pay (https://shop.example/pay.js:3:14)'
  }, 'overview')
  await page.getByRole('row', { name: /^ERROR error \/pay\.js:3:14, uncaught: TypeError: no card/ }).locator('.list-sign.thrown').waitFor()
  const detail = page.getByRole('region', { name: 'Request details' })
  await detail.locator('.facts').getByText('Error in the app').waitFor()
  await detail.getByText('at pay (https://shop.example/pay.js:3:14)').waitFor()
  t.same(await detail.getByRole('tab').allTextContents(), ['Overview', 'Storage'])
  await detail.locator('.facts summary').click()
  await detail.locator('.general dt').first().waitFor()
  t.same(await detail.locator('.general dt').allTextContents(), ['URL', 'Started', 'Took'])
  t.equal(await detail.locator('.send-button, .rule-button').count(), 0)
  await page.keyboard.press('e')
  await page.keyboard.press('r')
  t.equal(await page.getByRole('dialog').count(), 0)
})

t.test('list and details format durations and sizes alike, and no duration is cut off in the list', async t => {
  const session = newSession()
  const of = (n: number, timeConsuming: number) => ({ api: `/${n}`, timeConsuming, response: 'x'.repeat(12_345) })
  for (const [n, ms] of [119_600, 59_995, 3_599_499].entries()) await pushed(replica, session, of(n, ms))
  const page = await openPage(t, browser, pageUrl(replica, session))
  const cells = page.locator('[role=gridcell][data-column=time]')
  await cells.nth(2).waitFor()
  t.same(await cells.allTextContents(), ['2 min 0 s', '1 min 0 s', '59 min 59 s'])
  t.same(await cells.evaluateAll(all => all.map(cell => cell.scrollWidth > cell.clientWidth)), [false, false, false])
  t.same(await page.locator('[role=gridcell][data-column=size]').allTextContents(), ['12.3 kB', '12.3 kB', '12.3 kB'])
  await page.getByRole('row', { name: /\/0/ }).click()
  const detail = page.getByRole('region', { name: 'Request details' })
  await detail.locator('.facts').getByText('2 min 0 s').waitFor()
  await detail.locator('.facts').getByText('12.3 kB').waitFor()
})

t.test('the list escapes invisible characters, and never splits a surrogate pair', async t => {
  const session = newSession()
  await pushed(replica, session, { api: `/${'x'.repeat(299)}😀`, timeConsuming: 1 })
  await pushed(replica, session, { api: '/\u2800\u3164\u{e0041}\u061c', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(replica, session))
  const cells = page.locator('[role=gridcell][data-column=name] b')
  await cells.nth(1).waitFor()
  t.same(await cells.allTextContents(), [`${'x'.repeat(299)}…`, '\\u2800\\u3164\\u{e0041}\\u061c'])
})

t.test('a code that the user marks as a success is one in the details, too', async t => {
  const page = await openEntry(t, house,
    { ...FULL, responseHeader: 'HTTP/1.1 200 OK\nContent-Type: application/json', response: '{"code":7,"msg":"Sold out"}' }, 'overview')
  await page.locator('.facts .status-badge.error').getByText('code 7: Sold out').waitFor()
  await page.locator('.facts summary').click()
  await page.getByText('7 (failure)').waitFor()
  await page.getByRole('button', { name: 'Close details' }).last().click()
  await page.getByRole('gridcell', { name: '7', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Treat code 7 as a success on shop.example' }).click()
  await page.locator('.list-row.fine').waitFor()
  await page.getByRole('row').nth(1).click()
  await page.locator('.facts .status-badge.ok').waitFor()
  t.equal(await page.getByText('7 (failure)').count(), 0)
  await page.waitForURL(/[?&]codes=shop\.example%3D7(?:&|#)/)
})

t.test('a link opens an entry, its tab and a value', async t => {
  const page = await openEntry(t, house, FULL, 'response', {}, '&p=%24.data%5B1%5D.id')
  await page.getByRole('treeitem', { name: 'id: 2', selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Response', selected: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Storage', selected: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tab', { name: 'Request', selected: true }).waitFor()
  await page.getByRole('button', { name: 'Close details' }).last().click()
  await page.getByRole('region', { name: 'Request details' }).waitFor({ state: 'detached' })
})

t.test('open details follow the request: pending, complete, deleted', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { api: '/slow', requestId: 'r', timeConsuming: 0 })
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${id}&t=response`))
  await page.getByText('No response yet. It appears here as soon as it arrives.').waitFor()
  await pushed(replica, session,
    { api: '/slow', requestId: 'r', timeConsuming: 5, response: '{"done":true}', responseHeader: 'HTTP/1.1 200 OK' })
  await page.getByRole('treeitem', { name: 'done: true' }).waitFor()
  await call(replica, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  await page.getByText('This request is no longer in the session').waitFor()
})

t.test('the storage tab first shows the changes since the previous snapshot of the same app', async t => {
  const session = newSession()
  await pushed(replica, session, { storage: '{"a":"1","gone":"x","same":"s"}', timeConsuming: 1 })
  await pushed(replica, session, { storage: '{"a":"other app"}', source: 'other', timeConsuming: 1 })
  const id = await pushed(replica, session, { storage: '{"same":"s","a":"2","new":"[1]"}', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${id}&t=storage`))
  const changes = page.getByRole('region', { name: 'Changed since the previous snapshot' })
  await changes.getByText('changed').first().waitFor()
  t.same(await changes.getByRole('listitem').allTextContents(),
    ['~a changedbefore: 1after: 2', '+new addedafter: [1]', '−gone removedbefore: x'])
  await page.getByRole('table', { name: 'Full snapshot' }).getByText('same').waitFor()
})
