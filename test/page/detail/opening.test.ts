// The first view of a request: its payload, its name, and the actions within reach.
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

t.test('at 360 px the name and the status of the request fit, and the actions are at the bottom', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: NARROW, hasTouch: true, isMobile: true })
  await page.getByRole('row', { name: /orders\/1 / }).tap()
  const heading = page.getByRole('region', { name: 'Request details' }).getByRole('heading', { level: 2 })
  await heading.waitFor()
  t.match((await heading.innerText()).replace(/\s+/g, ' '), /POST 422 .*orders\/1/)
  const name = heading.locator('strong')
  t.ok(await name.evaluate(element => element.getBoundingClientRect().right <= innerWidth), 'the name fits')
  for (const action of ['Previous request', 'Next request', 'Compare', 'Edit and send again']) {
    const box = await page.locator('.detail-actions').getByRole('button', { name: action, exact: true }).boundingBox()
    t.ok(box!.y > NARROW.height - 60 && box!.height >= 44, action)
  }
  await page.getByRole('button', { name: 'Next request' }).tap()
  await heading.getByText('orders/2').waitFor()
})

t.test('on a wide screen the marks are in the row of the tabs', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: { width: 1400, height: 900 } })
  await page.getByRole('row', { name: /orders\/1 / }).click()
  const [marks, tabs] = [page.getByRole('group', { name: 'Mark', exact: true }), page.getByRole('tablist')]
  await tabs.waitFor()
  t.equal(Math.round((await marks.boundingBox())!.y), Math.round((await tabs.boundingBox())!.y))
})
