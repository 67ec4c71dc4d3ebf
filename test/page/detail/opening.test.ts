// The details of a request when they open: which tab is selected, and whether name, status, actions and marks fit on the screen.
import t from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'

const { replica, browser } = await startHouse(t)
const session = newSession()
for (const n of [1, 2, 3]) {
  await pushed(replica, session, {
    method: 'POST',
    api: `https://shop.example/api/orders/${n}`,
    timeConsuming: 5,
    request: '{"items":[]}',
    responseHeader: 'HTTP/1.1 422 Unprocessable Entity\r\nContent-Type: application/json',
    response: '{"error":"empty_order"}'
  })
}

t.test('the first request opens with its response, later ones with the last used tab, also after a reload', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session))
  await page.getByRole('row', { name: /orders\/1 / }).click()
  await page.getByRole('tab', { name: 'Response', selected: true }).waitFor()
  await page.getByRole('treeitem', { name: 'empty_order' }).waitFor()
  await page.getByRole('tab', { name: 'Request' }).click()
  await page.getByRole('row', { name: /orders\/2 / }).click()
  await page.getByRole('tab', { name: 'Request', selected: true }).waitFor()
  await page.goto(pageUrl(replica, newSession()))
  await page.goto(pageUrl(replica, session))
  await page.getByRole('row', { name: /orders\/3 / }).click()
  await page.getByRole('tab', { name: 'Request', selected: true }).waitFor()
})

t.test('at 360 px the request is named, and the actions are in reach of the thumb', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: NARROW, hasTouch: true, isMobile: true })
  await page.getByRole('row', { name: /orders\/1 / }).tap()
  const heading = page.getByRole('region', { name: 'Request details' }).getByRole('heading', { level: 2 })
  await heading.waitFor()
  t.match((await heading.innerText()).replace(/\s+/g, ' '), /POST .*orders\/1/)
  const name = heading.locator('strong')
  t.ok(await name.evaluate(element => element.getBoundingClientRect().right <= innerWidth), 'the name fits')
  for (const action of ['Previous request', 'Next request', 'Compare', 'Edit and send again']) {
    const box = await page.locator('.detail-actions').getByRole('button', { name: action, exact: true }).boundingBox()
    t.ok(box!.y > NARROW.height - 60 && box!.height >= 44, action)
  }
  await page.getByRole('button', { name: 'Next request' }).tap()
  await heading.getByText('orders/2').waitFor()
})

t.test('the title has the slash of the path / once', async t => {
  const session = newSession()
  await pushed(replica, session, { api: 'https://shop.example/', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  const page = await openPage(t, browser, pageUrl(replica, session))
  await page.getByRole('row', { name: /GET/ }).click()
  const name = page.getByRole('region', { name: 'Request details' }).locator('h2 .detail-name')
  await name.waitFor()
  t.equal(await name.innerText(), 'shop.example/')
})

t.test('at 360 px a short status is whole, also beside the name of the app', async t => {
  const session = newSession()
  await pushed(replica, session, {
    api: '/v1/orders', timeConsuming: 452, source: 'iphone', responseHeader: 'HTTP/1.1 200 OK', response: 'x'.repeat(82)
  })
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: NARROW, hasTouch: true, isMobile: true })
  await page.getByRole('row', { name: /orders/ }).tap()
  const status = page.locator('.facts summary .status-parts')
  await status.waitFor()
  t.equal(await status.textContent(), '200 OK')
  const left = await status.evaluate(element => [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight])
  t.same(left, [0, 0], 'nothing is cut off, and nothing is on a hidden line')
})

t.test('at 360 px a long status is cut off before its icon is', async t => {
  const session = newSession()
  await pushed(replica, session, {
    api: '/v1/orders', timeConsuming: 320, source: 'checkout on iPhone', responseHeader: 'HTTP/1.1 422 Unprocessable Entity', response: '{}'
  })
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: NARROW, hasTouch: true, isMobile: true })
  await page.getByRole('row', { name: /orders/ }).tap()
  const box = await page.locator('.facts summary .status-badge svg').boundingBox()
  t.same([box!.width, box!.height], [14, 14])
})

t.test('on a wide screen the marks are in the row of the tabs', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: { width: 1400, height: 900 } })
  await page.getByRole('row', { name: /orders\/1 / }).click()
  const [marks, tabs] = [page.getByRole('group', { name: 'Mark', exact: true }), page.getByRole('tablist')]
  await tabs.waitFor()
  t.equal(Math.round((await marks.boundingBox())!.y), Math.round((await tabs.boundingBox())!.y))
})

t.test('one line has status, time, size and start, whole, at every width; its fold is remembered', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session))
  const line = page.locator('.facts summary')
  for (const width of [360, 600, 820, 1100, 1400, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(pageUrl(replica, session))
    await page.getByRole('row', { name: /orders\/1 / }).click()
    await line.waitFor()
    const isOpen = await line.evaluate(line => line.parentElement!.matches('[open]'))
    t.equal(isOpen, width !== 360, 'folded at first, and unfolded after it was unfolded')
    t.match((await line.innerText()).replace(/\s+/g, ' '), /^422 Unproc.* 5 ms 23 B \d\d:\d\d:\d\d\.\d{3}$/)
    const inside = await line.evaluate(line => [...line.children].map(child => child.getBoundingClientRect()).every(
      ({ left, right, top }) => left >= 0 && right <= innerWidth && Math.abs(top - line.getBoundingClientRect().top) < 12))
    t.ok(inside, `in one line, and nothing is off screen at ${width} px`)
    if (!isOpen) await line.click()
    await page.getByText('request 12 B · response 23 B').waitFor()
  }
})

for (const [width, isTouch] of [[360, true], [600, true], [600, false], [1100, false]] as const) {
  t.test(`at ${width} px${isTouch ? ' with touch' : ''}, where there is no room for both, marks have a row of their own, whole`, async t => {
    const touch = isTouch ? { hasTouch: true, isMobile: true } : {}
    const page = await openPage(t, browser, pageUrl(replica, session), { viewport: { width, height: 800 }, ...touch })
    await page.getByRole('row', { name: /orders\/1 / }).click()
    const [marks, tabs] = [page.getByRole('group', { name: 'Mark', exact: true }), page.getByRole('tablist')]
    await tabs.waitFor()
    const [above, below] = [(await marks.boundingBox())!, (await tabs.boundingBox())!]
    t.ok(above.width < 640, `${above.width} px are not enough for both`)
    t.ok(above.y + above.height <= below.y + 1, 'they are in a row above the tabs')
    t.equal(await marks.evaluate(bar => bar.scrollWidth - bar.clientWidth), 0, 'nothing is cut off')
    const boxes = await marks.getByRole('button').or(marks.getByRole('textbox')).evaluateAll(all => all.map(each => each.getBoundingClientRect()))
    t.equal(boxes.length, 8, 'the pin, six colors and the note')
    t.ok(boxes.every(({ left, right }) => left >= above.x && right <= above.x + above.width), 'none is outside')
    t.ok(new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size <= 2, 'in one row')
  })
}
