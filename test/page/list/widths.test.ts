// Which columns the list shows at each width, and whether the name has enough room.
import t from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushBatch, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { gridOf, rowCount } from './grid.js'

const { replica, browser } = await startHouse(t, { env: { MAX_ENTRIES: '20000', MAX_SESSION_BYTES: '500mb' } })
const COUNT = 10_000
const session = newSession()
// The longest words of the column Status, in rows that each width shows.
const UNANSWERED: Record<number, object> = {
  497: { responseHeader: 'HTTP/1.1 0', response: '' },
  498: { responseHeader: 'HTTP/1.1 0', response: '', note: 'canceled by the app' }
}
for (let at = 0; at < COUNT; at += 500) {
  await pushBatch(replica, session, Array.from({ length: 500 }, (_, n) => ({
    requestId: `r-${at + n}`,
    method: 'GET',
    api: `https://${n % 2 ? 'api' : 'cdn'}.shop.example/api/products/${at + n}?page=3`,
    timeConsuming: 1450,
    responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: application/json',
    response: '{"code":0}',
    ...UNANSWERED[n]
  })))
}

async function shown (page: Page): Promise<void> {
  await until('all are there', async () => await rowCount(page) === COUNT)
  // On a phone it is in a menu.
  await page.locator('.chip-json[data-count]').waitFor({ state: 'attached' })
}

/** The names of the columns, in order. */
async function columnsOf (page: Page): Promise<string[]> {
  return (await page.getByRole('columnheader').allInnerTexts()).map(text => text.trim().split('\n')[0] ?? '')
}

const COLUMNS: [width: number, columns: string[], leastName: number][] = [
  [600, ['Method', 'Status', 'Name', 'Size', 'Time'], 280],
  [820, ['Method', 'Status', 'Code', 'Name', 'Kind', 'Size', 'Time', 'Waterfall'], 280],
  [1100, ['#', 'Start', 'Method', 'Status', 'Code', 'Name', 'Kind', 'Size', 'Time', 'Waterfall'], 330],
  [1400, ['#', 'Start', 'Method', 'Status', 'Code', 'Name', 'Host', 'Kind', 'Size', 'Time', 'Waterfall'], 400],
  [1920, ['#', 'Start', 'Method', 'Status', 'Code', 'Name', 'Host', 'Kind', 'Size', 'Time', 'Waterfall'], 600]
]

// One page for all widths: each would load the 10,000 requests again.
const page = await openPage(t, browser, pageUrl(replica, session))
await shown(page)
for (const [width, columns, leastName] of COLUMNS) {
  t.test(`at ${width} px the name has room, and columns that do not fit are hidden`, async t => {
    await page.setViewportSize({ width, height: 800 })
    await until('the columns are those', async () => (await columnsOf(page)).join() === columns.join())
    t.equal(await gridOf(page).evaluate(grid => grid.scrollWidth - grid.clientWidth), 0, 'nothing is off screen')
    const name = await page.getByRole('columnheader', { name: 'Name' }).boundingBox()
    t.ok(name!.width >= leastName, `${name!.width}`)
    const cut = await gridOf(page).locator('[role=gridcell]:not([data-column=name], [data-column=host])').evaluateAll(
      cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent))
    t.same(cut, [], 'no cell is cut off')
    t.match(await gridOf(page).textContent(), /failed.*canceled/, 'with the longest status')
    if (!columns.includes('Host')) t.match(await page.locator('[data-column=name]').first().textContent(), /shop\.example/, 'name has host')
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  t.test(`at 360 px, ${colorScheme}, each request has two lines, nothing is cut off but its name, and nothing is off screen`, async t => {
    const viewport = { width: 360, height: 740 }
    const page = await openPage(t, browser, pageUrl(replica, session), { viewport, hasTouch: true, colorScheme })
    await shown(page)
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    t.equal(await gridOf(page).evaluate(grid => grid.scrollWidth - grid.clientWidth), 0, 'nothing is off screen')
    const row = gridOf(page).locator('[role=row][aria-rowindex]').last()
    const cells = await row.locator('[role=gridcell]').evaluateAll(cells => cells.map(cell => {
      const { left, right, top } = cell.getBoundingClientRect()
      return { column: cell.getAttribute('data-column'), left, right, top, isCut: cell.scrollWidth > cell.clientWidth }
    }))
    t.ok(cells.every(({ left, right }) => left >= 0 && right <= 360), JSON.stringify(cells))
    t.same(cells.filter(({ column, isCut }) => isCut && column !== 'name' && column !== 'host'), [])
    const name = cells.find(({ column }) => column === 'name')!
    t.ok(name.right - name.left >= 200, `${name.right - name.left}`)
    t.ok(new Set(cells.map(({ top }) => Math.round(top / 10))).size >= 2, 'two lines')
  })
}

t.test('if the last part of the path is an id, the name includes the part before it', async t => {
  await gridOf(page).getByRole('row', { name: 'GET 200 /api/products/9999?page=3 ' }).waitFor()
  t.equal(await page.locator('[data-column=name] b').last().textContent().then(text => text?.replace(/\d+/, 'n')), 'products/n')
})

t.test('if the name has the host, a request without a host has nothing in its place', async t => {
  const session = newSession()
  await pushed(replica, session, { api: 'https://api.shop.example/cart', timeConsuming: 5 })
  await pushed(replica, session, { api: '/status', timeConsuming: 5 })
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: { width: 820, height: 800 } })
  const names = page.locator('[role=gridcell][data-column=name]')
  const texts = async () => (await names.allInnerTexts()).map(text => text.trim()).join()
  await until('the host is in the name, and nothing is in its place', async () => await texts() === 'cart api.shop.example/,status')
})
