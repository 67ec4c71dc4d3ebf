// Shortcuts act only on requests that the page shows, whether or not details are open. The dialog "Keyboard shortcuts" lists the same
// shortcuts in every part of the page.
import t, { type Test } from 'tap'
import type { Page, Route } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { until } from '../../support/until.js'
import { clipboard, WITH_CLIPBOARD } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl, type OpenOptions } from '../support/open.js'
import { grid } from '../support/parts.js'

const { replica, browser } = await startHouse(t, { env: { RULES: 'on' } })
const session = newSession()
for (const n of [1, 2]) {
  await pushed(replica, session, { api: `https://shop.example/orders/${n}`, timeConsuming: 3, responseHeader: 'HTTP/1.1 200 OK', response: 'paid' })
}
const filter = (page: Page) => page.getByRole('combobox', { name: 'Filter' })

/** Without the filter, selects the first request by the keyboard. */
async function open (t: Test, options: OpenOptions = {}): Promise<Page> {
  const page = await openPage(t, browser, pageUrl(replica, session), options)
  await grid(page).getByRole('row', { name: /orders\/1/ }).waitFor()
  await grid(page).focus()
  await page.keyboard.press('Home')
  // The shortcuts of requests are loaded after the list.
  await page.getByRole('region', { name: 'Totals' }).getByText('Median').waitFor()
  return page
}

t.test('a request that the filter hides is not sent again, and gets no rule, no mark and no copy', async t => {
  const page = await open(t)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Request details' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('zzzz')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing matches this filter.').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid')
  for (const key of ['e', 'r', 'c', 'd', 'n', 'p']) await page.keyboard.press(key)
  // Only the map opens, and only because no other dialog has opened.
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  t.equal(await page.locator('dialog').count(), 1)
  t.equal(await page.getByRole('region', { name: 'Request details' }).count(), 0)
})

t.test('a key that is pressed before its part is loaded works then, once', async t => {
  const held: Route[] = []
  const page = await openPage(t, browser, pageUrl(replica, session), {
    before: async page => { await page.route(/\/assets\/later-\w+\.js$/, route => { held.push(route) }) }
  })
  await grid(page).getByRole('row', { name: /orders\/1/ }).waitFor()
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('e')
  await until('the part is requested', async () => held.length > 0)
  await Promise.all(held.splice(0).map(async route => await route.continue()))
  await page.getByRole('dialog', { name: 'Edit and send again' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

t.test('c copies a selected row without its details', async t => {
  const page = await open(t, WITH_CLIPBOARD)
  await page.keyboard.press('c')
  await until('it is copied', async () => (await clipboard(page)).includes('shop.example/orders/1'))
})

t.test('the map of shortcuts is the same from the list, from the table of APIs, and from the details', async t => {
  const page = await open(t)
  const mapOf = async () => {
    await page.keyboard.press('?')
    const map = page.getByRole('dialog')
    await map.waitFor()
    const sections = await map.locator('section').evaluateAll(sections =>
      sections.map(section => [...section.querySelectorAll('h3, dl > div')].map(({ textContent }) => textContent ?? '')))
    await page.keyboard.press('Escape')
    await map.waitFor({ state: 'detached' })
    return sections.map(([title, ...shortcuts]) => [title, ...shortcuts.sort()])
  }
  const fromList = await mapOf()
  t.ok(fromList.every(({ length }) => length > 1), 'no section is empty')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Response' }).click()
  await page.getByRole('textbox', { name: 'Find in body' }).or(page.getByRole('searchbox', { name: 'Find in body' })).first().waitFor()
  t.same(await mapOf(), fromList)
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.getByRole('grid', { name: 'APIs' }).or(page.getByRole('table', { name: 'APIs' })).first().waitFor()
  t.same(await mapOf(), fromList)
})

for (const term of ['method:get', 'path:/orders']) {
  t.test(`Enter after ${term} goes to the list, whatever is suggested`, async t => {
    const page = await open(t)
    await filter(page).focus()
    await page.keyboard.type(term)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid')
    t.equal(await page.getByRole('option').count(), 0)
    await page.keyboard.press('j')
    t.equal(await filter(page).inputValue(), term)
  })
}
