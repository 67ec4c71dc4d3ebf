// Duplicates and N+1 bursts in the page: badges on rows, the filter, and the table of APIs. All are updated when requests arrive or are
// deleted.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { call, importHar, list, newSession } from '../../support/client.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, count, grid } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const FROM_MS = Date.now() - 60_000
type Request = [path: string, atMs: number]
/** Adds requests that started `atMs` after FROM_MS. From a recording: with ages, the time that a push takes would move them. */
async function add (t: Test, session: string, ...requests: Request[]): Promise<void> {
  const entries = requests.map(([path, atMs]) => ({
    startedDateTime: new Date(FROM_MS + atMs), time: 1, request: { method: 'GET', url: `https://a.example${path}` }, response: { status: 200 }
  }))
  t.match(await importHar(replica, session, JSON.stringify({ log: { entries } })), { status: 200 })
}
const items = (...ids: number[]): Request[] => ids.map(n => [`/items/${n}`, n])
const row = (page: Page, name: RegExp) => grid(page).getByRole('row', { name })

t.test('duplicates and N+1 requests have a badge in their row, a filter and a cell in the table of APIs', async t => {
  const session = newSession()
  await add(t, session, ['/me', 5000], ['/me', 5500], ['/once', 7000], ...items(1, 2, 3, 4, 5))
  const page = await openPage(t, browser, pageUrl(replica, session))
  await row(page, /\/me .*, duplicate$/).nth(1).waitFor()
  await row(page, /\/items\/5 .*, N\+1$/).waitFor()
  t.equal(await row(page, /, N\+1$/).count(), 5)
  t.equal(await row(page, /\/once .*(duplicate|N\+1)/).count(), 0)
  const sign = row(page, /\/me/).first().getByRole('img', { name: 'Duplicate: one of several identical requests within a second' })
  t.match(await sign.getAttribute('title'), /^Duplicate/)
  t.same(await axe(page), [])

  await page.getByRole('combobox', { name: 'Filter' }).fill('is:duplicate ')
  await count(page).getByText('2 of 8').waitFor()
  await page.getByRole('combobox', { name: 'Filter' }).fill('is:n+1 ')
  await count(page).getByText('5 of 8').waitFor()
  await button(page, 'APIs').click()
  await page.getByRole('cell', { name: '5 N+1', exact: true }).waitFor()
  await button(page, 'Clear the filter').click()
  await page.getByRole('cell', { name: 'duplicates: 2', exact: true }).waitFor()
})

t.test('a request becomes a duplicate when the second one arrives, and stops being one when that is deleted', async t => {
  const session = newSession()
  await add(t, session, ['/first', 0])
  const page = await openPage(t, browser, pageUrl(replica, session, '&filter=is:duplicate'))
  await count(page).getByText('0 of 1').waitFor()
  await add(t, session, ['/first', 500])
  await count(page).getByText('2 of 2').waitFor()
  await row(page, /\/first .*, duplicate$/).nth(1).waitFor()
  const second = (await list(replica, session)).at(-1)?.id
  await call(replica, `/capture/entries/${second}?sessionId=${session}`, { method: 'DELETE' })
  await count(page).getByText('0 of 1').waitFor()
  await button(page, 'Clear the filter').click()
  await row(page, /\/first [^,]*$/).waitFor()
})

t.test('the fifth request turns the four before it into an N+1 burst', async t => {
  const session = newSession()
  await add(t, session, ...items(1, 2, 3, 4))
  const page = await openPage(t, browser, pageUrl(replica, session, '&view=apis'))
  await page.getByRole('row', { name: '/items/*' }).waitFor()
  t.equal(await page.getByRole('cell', { name: /N\+1/ }).count(), 0)
  await add(t, session, ['/items/5', 200])
  await page.getByRole('cell', { name: '5 N+1', exact: true }).waitFor()
  await page.keyboard.press('a')
  await row(page, /, N\+1$/).nth(4).waitFor()
})
