// The figures beside the number of requests: of all requests, of those that match the filter, and of the selected ones.
import t from 'tap'
import type { Page } from 'playwright-core'
import { call, newSession, pushBatch, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'

const { replica, browser } = await startHouse(t)
const session = newSession()
const { body } = await pushBatch(replica, session, Array.from({ length: 20 }, (_, n) => ({
  requestId: `r-${n}`,
  method: 'GET',
  api: `https://shop.example/api/${n < 5 ? 'orders' : 'products'}/${n}`,
  age: 60_000 - n * 100,
  timeConsuming: 10 * (n + 1),
  response: 'x'.repeat(1_000),
  responseHeader: 'HTTP/1.1 200 OK\nContent-Type: text/plain'
})))
if (!/20 of 20/.test(JSON.stringify(body))) throw new Error(JSON.stringify(body))

const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })

async function says (page: Page, ...texts: string[]): Promise<void> {
  page.setDefaultTimeout(10_000)
  for (const text of texts) await totals(page).getByText(text, { exact: true }).waitFor()
}

t.test('they are those of all requests, of what the filter leaves, and of the selection', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session))
  await says(page, '20 requests', 'Size 20 kB', 'Median 100 ms', 'p95 190 ms')
  t.match(await totals(page).innerText(), /Span \d/)
  await page.getByRole('combobox', { name: 'Filter' }).fill('orders')
  await says(page, '5 of 20', 'Size 5 kB of 20 kB', 'Median 30 ms', 'p95 50 ms')
  await page.getByRole('row', { name: /orders\/1 / }).click()
  await page.getByRole('row', { name: /orders\/3 / }).click({ modifiers: ['Shift'] })
  await page.getByText(/^3 selected · 3 kB · /).waitFor()
})

t.test('they follow what comes, changes and goes', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { api: '/a', requestId: 'a', timeConsuming: 0 })
  const page = await openPage(t, browser, pageUrl(replica, session))
  await says(page, '1 request', 'Size 0 B')
  t.equal(await totals(page).getByText('Median').count(), 0, 'a pending request has no time')
  await pushed(replica, session, { api: '/a', requestId: 'a', timeConsuming: 40, response: 'x'.repeat(100) })
  await says(page, '1 request', 'Size 100 B', 'Median 40 ms')
  await pushed(replica, session, { api: '/b', timeConsuming: 80, response: 'x'.repeat(50) })
  await says(page, '2 requests', 'Size 150 B', 'Median 40 ms', 'p95 80 ms')
  await call(replica, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  await says(page, '1 request', 'Size 50 B', 'Median 80 ms')
})

t.test('they are whole, in one line, at every width, and take no room from the list that they do not need', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session, '&filter=orders'))
  for (const width of [360, 600, 820, 1100, 1400, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await says(page, '5 of 20', 'p95 50 ms')
    const box = (await totals(page).boundingBox())!
    t.equal(await totals(page).evaluate(bar => bar.scrollWidth - bar.clientWidth), 0, `nothing is cut off at ${width} px`)
    t.ok(box.height <= 30, `${box.height}`)
    const isPhone = width < 700
    t.equal(await totals(page).getByText('Median 30 ms').isVisible(), !isPhone)
    if (isPhone) t.ok(box.y < 200, 'on phones, they share the bar of the chips')
    else t.equal(Math.round(box.y + box.height), 800, 'otherwise, they are the foot of the page')
  }
})

t.test('they stay beside an open request, and leave with the list where that is a page of its own', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session))
  await page.getByRole('row', { name: /orders\/1 / }).click()
  await page.getByRole('region', { name: 'Request details' }).waitFor()
  await says(page, 'Size 20 kB')
  await page.setViewportSize(NARROW)
  await totals(page).waitFor({ state: 'detached' })
})

t.test('the list does not move when the figures arrive, and its end is its end', async t => {
  const session = newSession()
  await pushBatch(replica, session, Array.from({ length: 100 }, (_, n) => ({ requestId: `r-${n}`, method: 'GET', api: `/${n}`, timeConsuming: 1 })))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await says(page, '100 requests', 'p95 1 ms')
  const grid = page.getByRole('grid', { name: 'Requests' })
  t.ok(await grid.evaluate(grid => grid.scrollHeight - grid.clientHeight - grid.scrollTop) <= 1)
})

t.test('they say how many older requests the session has evicted, and follow it', async t => {
  const { replica } = await startHouse(t, { env: { MAX_ENTRIES: '5' } })
  const session = newSession()
  const evicted = (page: Page) => totals(page).getByText(/^Evicted/)
  const push = async (count: number) => {
    for (let n = 0; n < count; n++) await pushed(replica, session, { api: '/a', timeConsuming: 40 })
  }
  await push(5)
  const page = await openPage(t, browser, pageUrl(replica, session))
  await says(page, '5 requests', 'p95 40 ms')
  t.equal(await evicted(page).count(), 0)
  await push(3)
  await says(page, '5 requests', 'Evicted 3')
  await page.setViewportSize(NARROW)
  await says(page, '5 requests', 'p95 40 ms', 'Evicted 3')
  t.equal(await totals(page).evaluate(bar => bar.scrollWidth - bar.clientWidth), 0, 'nothing is cut off')
  const next = await openPage(t, browser, pageUrl(replica, session))
  await says(next, 'Evicted 3')
  await call(replica, `/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  await push(1)
  await says(next, '1 request')
  await evicted(next).waitFor({ state: 'detached' })
})
