// The page in Firefox: start, list, detail view, filter and comparison, without browser errors or axe violations.
// Run: npm run check:browsers -- page
import t from 'tap'
import { newSession, pushBatch, pushed } from '../support/client.js'
import { axe } from './support/axe.js'
import { startHouse } from './support/house.js'
import { openPage, pageUrl } from './support/open.js'
import { button, count, live } from './support/parts.js'
import { fromEnd, gridOf, rowCount, rowNames } from './list/grid.js'

t.setTimeout(300_000)
const { replica, browser } = await startHouse(t)
const JSON_HEADER = 'HTTP/1.1 200 OK\r\nContent-Type: application/json'
const complete = (n: number, fields: object = {}) => ({
  requestId: `r-${n}`,
  method: 'GET',
  api: `https://api.example.com/orders/${n}`,
  timeConsuming: 5,
  responseHeader: JSON_HEADER,
  response: `{"code":0,"id":${n}}`,
  ...fields
})

t.test('the start page creates a session, and shows the first request as soon as it arrives', async t => {
  const page = await openPage(t, browser, `${replica.url}/`)
  await page.getByRole('region', { name: 'Connect an app' }).waitFor()
  await live(page)
  t.same(await axe(page), [])
  await pushed(replica, new URL(page.url()).searchParams.get('sessionId')!, complete(1))
  await gridOf(page).getByRole('row', { name: 'GET 200 /orders/1' }).waitFor()
})

t.test('the list follows new requests at its end, scrolls to all of them, and sorts them', async t => {
  const session = newSession()
  for (let from = 0; from < 400; from += 100) {
    const batch = Array.from({ length: 100 }, (_, n) => complete(from + n, { timeConsuming: 1000 - from - n }))
    const { status } = await pushBatch(replica, session, batch)
    if (status !== 200) throw new Error(`The batch was answered ${status}`)
  }
  const page = await openPage(t, browser, pageUrl(replica, session))
  await live(page)
  await gridOf(page).getByRole('row', { name: 'GET 200 /orders/399' }).waitFor()
  await gridOf(page).focus()
  await page.keyboard.press('Home')
  await gridOf(page).getByRole('row', { name: 'GET 200 /orders/0' }).waitFor()
  await page.keyboard.press('End')
  await gridOf(page).getByRole('row', { name: 'GET 200 /orders/399' }).waitFor()
  t.equal(await rowCount(page), 400)
  await pushed(replica, session, complete(400))
  await gridOf(page).getByRole('row', { name: 'GET 200 /orders/400' }).waitFor()
  await page.waitForFunction(() => {
    const grid = document.querySelector('[role=grid]')
    return grid !== null && grid.scrollHeight - grid.clientHeight - grid.scrollTop < 2
  })
  t.ok(await fromEnd(page) < 2)
  t.same(await axe(page), [])
  await gridOf(page).evaluate(grid => { grid.scrollTop = 0 })
  await gridOf(page).getByRole('row', { name: 'GET 200 /orders/0' }).waitFor()
  await page.getByRole('columnheader', { name: 'Time', exact: true }).click()
  await gridOf(page).getByRole('row', { name: 'GET 200 /orders/400' }).waitFor()
  t.equal((await rowNames(page))[0], 'GET 200 /orders/400')
})

t.test('the details of a request are opened by keyboard, follow its changes, and show JSON as a tree', async t => {
  const session = newSession()
  await pushed(replica, session, complete(1, { timeConsuming: 0, responseHeader: '', response: '' }))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await gridOf(page).getByRole('row', { name: 'GET pending /orders/1' }).waitFor()
  await gridOf(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const detail = page.getByRole('region', { name: 'Request details' })
  await detail.waitFor()
  await pushed(replica, session, complete(1, { response: '{"code":0,"items":[{"id":7,"name":"kettle"}]}' }))
  await detail.getByRole('tab', { name: /^Response/ }).first().click()
  await detail.getByRole('tree').getByText('items').waitFor()
  await detail.getByRole('tab', { name: 'Overview' }).click()
  await detail.getByText('api.example.com').first().waitFor()
  t.same(await axe(page), [])
})

t.test('the filter completes keys and values by keyboard, and hides what does not match', async t => {
  const session = newSession()
  await pushed(replica, session, complete(1))
  await pushed(replica, session, complete(2, { responseHeader: 'HTTP/1.1 500 Internal Server Error', response: 'no' }))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await gridOf(page).getByRole('row', { name: 'GET 500 /orders/2' }).waitFor()
  const filter = page.getByRole('combobox', { name: 'Filter' })
  await filter.click()
  await page.keyboard.type('stat')
  await page.getByRole('listbox').getByRole('option', { name: /^status/ }).first().waitFor()
  t.same(await axe(page), [])
  await filter.fill('status:5xx')
  await count(page).getByText('1 of 2', { exact: false }).waitFor()
  t.same(await rowNames(page), ['GET 500 /orders/2'])
})

t.test('a failed request is compared with the last successful one', async t => {
  const session = newSession()
  await pushed(replica, session, complete(1, { response: '{"code":0,"a":1}' }))
  const id = await pushed(replica, session, complete(2, { responseHeader: 'HTTP/1.1 500 No', response: '{"code":7,"a":1}' }))
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${id}`))
  await button(page, 'Compare with the last successful request').click()
  const body = page.getByRole('region', { name: 'Comparison' }).getByRole('region', { name: 'Response body', exact: true })
  await body.getByRole('listitem').first().waitFor()
  t.match((await body.innerText()).replace(/\s+/g, ' '), /code: 0 → 7/)
  t.same(await axe(page), [])
})
