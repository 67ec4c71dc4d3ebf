// The table of APIs at every width: which columns it shows, and whether the names have enough room.
import t from 'tap'
import { newSession, pushBatch } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'

const { replica, browser } = await startHouse(t)
const session = newSession()
await pushBatch(replica, session, Array.from({ length: 60 }, (_, n) => ({
  requestId: `r-${n}`,
  method: 'GET',
  api: `https://shop.example/api/customers/${n}/orders/latest/${['items', 'invoices', 'deliveries'][n % 3]}`,
  timeConsuming: 1_234,
  responseHeader: n % 5 ? 'HTTP/1.1 200 OK' : 'HTTP/1.1 500 No',
  response: 'x'.repeat(12_345)
})))

const WIDTHS: [width: number, columns: string[] | undefined, leastName: number][] = [
  [360, undefined, 200],
  [600, undefined, 360],
  [820, ['api', 'count', 'errors', 'repeats', 'p95', 'times'], 280],
  [1100, ['api', 'count', 'errors', 'repeats', 'p50', 'p95', 'bytes', 'last', 'times'], 330],
  [1400, ['api', 'count', 'errors', 'repeats', 'p50', 'p95', 'bytes', 'last', 'times'], 600],
  [1920, ['api', 'count', 'errors', 'repeats', 'p50', 'p95', 'bytes', 'last', 'times'], 1_000]
]

for (const [width, columns, leastName] of WIDTHS) {
  t.test(`at ${width} px the names have room, and nothing is off screen or cut off`, async t => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(t, browser, pageUrl(replica, session, '&view=apis'), { viewport: { width, height: 800 }, colorScheme })
      const table = page.getByRole('table', { name: 'APIs' })
      await table.getByRole('row', { name: '/api/customers/*/orders/latest/invoices' }).waitFor()
      if (columns) {
        const shown = async () => await table.locator('thead th').evaluateAll(heads => heads
          .filter(head => head.getBoundingClientRect().width > 0).map(head => head.getAttribute('class')?.replace(/^.*\bapi-/, '')))
        await until('the columns are those', async () => (await shown()).join() === columns.join())
      } else await page.getByLabel('Sort by').or(page.locator('.apis-sort select')).first().waitFor()
      t.equal(await page.locator('.apis-room').evaluate(room => room.scrollWidth - room.clientWidth), 0, 'nothing is off screen')
      const cut = await table.locator('tbody td').evaluateAll(cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1)
        .map(cell => cell.textContent))
      t.same(cut, [], 'nothing is cut off')
      const name = (await table.locator('.api-cell-name').first().boundingBox())!
      t.ok(name.width >= leastName, `${name.width}`)
    }
  })
}

t.test('at 360 px the buttons for rules are in one column, below one another', async t => {
  const session = newSession()
  await pushBatch(replica, session, ['a', 'basket', 'customers/orders'].map(path => ({
    requestId: path, method: 'GET', api: `https://shop.example/${path}`, timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK'
  })))
  const page = await openPage(t, browser, pageUrl(replica, session, '&view=apis'), { viewport: NARROW, hasTouch: true, isMobile: true })
  const buttons = page.getByRole('table', { name: 'APIs' }).locator('.api-rule')
  await buttons.nth(2).waitFor()
  t.equal(new Set(await buttons.evaluateAll(all => all.map(button => Math.round(button.getBoundingClientRect().right)))).size, 1)
})
