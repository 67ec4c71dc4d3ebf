// The filter in a real browser: typing, completion by keyboard, chips, menus of cells, saved filters, and regexes that never end.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { problemsOf } from '../list/axe-list.js'
import { gridOf, rowNames } from '../list/grid.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'

const { replica, browser } = await startHouse(t)

/** Opens a session with six requests of several kinds. */
async function openShop (t: Test, rest = ''): Promise<Page> {
  const session = newSession()
  const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json'
  await pushed(replica, session,
    { api: 'https://a.example/orders', responseHeader: json, response: '{"word":"kettle"}', timeConsuming: 1, storage: '{"theme":"dark"}' })
  await pushed(replica, session,
    { api: 'https://a.example/cart', method: 'POST', responseHeader: json, response: '{"code":17,"word":"ketchup"}', timeConsuming: 1 })
  await pushed(replica, session, {
    api: 'https://b.example/page',
    responseHeader: 'HTTP/1.1 404 Not Found\r\nContent-Type: text/html',
    response: '<p>pan',
    timeConsuming: 1
  })
  await pushed(replica, session, {
    api: 'https://b.example/app.js', responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: text/javascript', response: 'a', timeConsuming: 1
  })
  await pushed(replica, session,
    { api: 'https://b.example/style.css', responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: text/css', response: 'b {}', timeConsuming: 1 })
  await pushed(replica, session, { api: 'https://a.example/slow' })
  const page = await openPage(t, browser, pageUrl(replica, session, rest))
  await gridOf(page).waitFor()
  if (rest === '') await shows(page, ['orders', 'cart', 'page', 'app.js', 'style.css', 'slow'])
  return page
}

const filterOf = (page: Page) => page.getByRole('combobox', { name: 'Filter' })

async function shows (page: Page, names: string[]): Promise<void> {
  const shown = async () => (await rowNames(page)).map(name => name.split(/[/,]/)[1])
  await until(`the list shows ${names.join(', ')}`, async () => JSON.stringify(await shown()) === JSON.stringify(names))
}

t.test('each typed letter filters the list, bodies included, and updates the address', async t => {
  const page = await openShop(t)
  await filterOf(page).pressSequentially('ket')
  await shows(page, ['orders', 'cart'])
  await page.keyboard.type('t')
  await shows(page, ['orders'])
  await until('the address says it', async () => new URL(page.url()).searchParams.get('filter') === 'kett')
  t.equal(await page.getByRole('status', { name: 'Count' }).textContent(), '1 of 6')
  await page.keyboard.press('Backspace')
  await shows(page, ['orders', 'cart'])
  await filterOf(page).fill('status:(')
  await shows(page, [])
  await page.getByRole('button', { name: 'Show everything' }).click()
  await shows(page, ['orders', 'cart', 'page', 'app.js', 'style.css', 'slow'])
})

t.test('a filter in the address is applied when the page opens', async t => {
  const page = await openShop(t, '&filter=status%3A4xx')
  await shows(page, ['page'])
  t.equal(await filterOf(page).inputValue(), 'status:4xx')
})

t.test('a filter can be completed with the keyboard alone', async t => {
  const page = await openShop(t)
  await page.keyboard.press('/')
  await page.keyboard.type('meth')
  await page.getByRole('option', { name: 'method:' }).waitFor()
  t.equal(await filterOf(page).getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('ArrowDown')
  const active = await filterOf(page).getAttribute('aria-activedescendant')
  t.match(await page.locator(`[id="${active}"]`).textContent(), 'method:')
  t.same(await problemsOf(page), [])
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'POST 1' }).waitFor()
  // Keys refer to the typed text, even if the suggestions for it are not rendered yet.
  await page.keyboard.type('po')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  t.equal(await filterOf(page).inputValue(), 'method:POST ')
  await shows(page, ['cart'])
  await page.keyboard.press('Escape')
  t.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'grid')
})

t.test('chips filter by kind and state, show counts, and are part of the filter text', async t => {
  const page = await openShop(t)
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await until('they are counted', async () => await chip('JSON').getAttribute('data-count') === '2')
  await chip('JSON').click()
  await shows(page, ['orders', 'cart'])
  t.equal(await chip('JSON').getAttribute('aria-pressed'), 'true')
  await chip('HTML').click({ modifiers: ['Control'] })
  await shows(page, ['orders', 'cart', 'page'])
  await chip('Errors').click()
  await shows(page, ['cart', 'page'])
  t.equal(await filterOf(page).inputValue(), 'kind:json,html is:error')
  await chip('All').click()
  await shows(page, ['orders', 'cart', 'page', 'app.js', 'style.css', 'slow'])
  await chip('Other').click()
  await shows(page, ['style.css', 'slow'])
  await filterOf(page).fill('is:pending')
  await until('the chip is pressed', async () => await chip('Pending').getAttribute('aria-pressed') === 'true')
})

t.test('the context menu of a cell filters by its value, excludes it, and marks a code as a success', async t => {
  const page = await openShop(t)
  const cell = (row: string, column: string) => gridOf(page).getByRole('row', { name: row }).locator(`[data-column=${column}]`)
  await cell('GET 404 /page', 'method').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Only method:=' }).click()
  await shows(page, ['orders', 'page', 'app.js', 'style.css', 'slow'])
  await cell('GET 404 /page', 'host').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Not host:=' }).click()
  await shows(page, ['orders', 'slow'])
  await filterOf(page).fill('is:error')
  await shows(page, ['cart', 'page'])
  await cell('POST 200 /cart', 'code').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Treat code 17 as a success on a.example' }).click()
  await shows(page, ['page'])
  await until('the address says it', async () => new URL(page.url()).searchParams.get('filter') === 'is:error')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await shows(other, ['page'])
})

t.test('a regex that never ends is stopped and reported as too slow; the next one works', async t => {
  const page = await openShop(t)
  await filterOf(page).fill('/ket(tle|tled)/')
  await shows(page, ['orders'])
  await pushed(replica, new URL(page.url()).searchParams.get('sessionId') ?? '', { api: '/a/kettled', timeConsuming: 1 })
  await shows(page, ['orders', 'a'])
  await pushed(replica, new URL(page.url()).searchParams.get('sessionId') ?? '',
    { api: '/evil', response: `${'a'.repeat(60)}b`, timeConsuming: 1 })
  await filterOf(page).fill('/^(a+)+$/')
  await page.getByRole('alert').filter({ hasText: 'stopped after a second' }).waitFor()
  await filterOf(page).fill('/ketchup/')
  await shows(page, ['cart'])
  t.equal(await page.getByRole('alert').count(), 0)
})

t.test('words do not search storage, but a button shows how many more matches are there', async t => {
  const page = await openShop(t)
  await filterOf(page).fill('dark')
  await shows(page, [])
  await page.getByRole('button', { name: 'Show 1 more request that matches in its storage snapshot' }).click()
  await shows(page, ['orders'])
})

t.test('a filter is saved with a name, applied again after a reload, and forgotten', async t => {
  const page = await openShop(t)
  await filterOf(page).fill('status:4xx')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Broken')
  await page.getByRole('button', { name: 'Save this filter' }).click()
  await page.keyboard.press('Escape')
  await filterOf(page).fill('')
  await page.reload()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Broken status:4xx' }).click()
  await shows(page, ['page'])
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Forget Broken' }).click()
  t.equal(await page.getByRole('button', { name: /^Broken/ }).count(), 0)
})
