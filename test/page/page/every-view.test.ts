// Runs axe on every view of the page, in both themes, with the time strip open: at one of three widths, or at all of them if nothing is
// left out.
import t from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushed, uploaded } from '../../support/client.js'
import { isWhole } from '../../support/runs.js'
import { axe, COLOR_RULES } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl, visit } from '../support/open.js'
import { button } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const session = newSession()
const OK = 'HTTP/1.1 200 OK\nContent-Type: application/json\nSet-Cookie: a=1; Path=/'
const JWT = ['{"alg":"HS256"}', '{"sub":"anna","exp":1700000000}'].map(part => Buffer.from(part).toString('base64url')).join('.') + '.c2ln'
const api = (path: string) => ({ api: `https://shop.example/api/${path}`, source: 'checkout on iPhone' })
await pushed(replica, session, { ...api('orders'), method: 'POST', timeConsuming: 20, response: '{"ok":true}', responseHeader: OK })
await pushed(replica, session, { ...api('products?page=2'), timeConsuming: 30, response: '<p>tea</p>', responseHeader: 'HTTP/1.1 200 OK\nContent-Type: text/html' })
await pushed(replica, session, { ...api('slow'), timeConsuming: 0 })
const id = await pushed(replica, session, {
  ...api('orders'),
  method: 'POST',
  timeConsuming: 40,
  request: '{"item":7}',
  via: 'beacon',
  requestHeader: `Content-Type: application/json\nAuthorization: Bearer ${JWT}\nCookie: a=1; theme=dark`,
  responseHeader: 'HTTP/1.1 422 No\nContent-Type: application/json',
  response: '{"error":"empty_order"}',
  storage: '{"cart":"[]"}',
  pageParams: '{"page":"cart"}',
  note: 'response cut: 1 MB of 5 MB kept'
})
await uploaded(replica, session)

type View = [name: string, rest: string, act?: (page: Page) => Promise<void>]
const menu = (name: string): NonNullable<View[2]> => async page => {
  await button(page, name).first().click()
  await page.locator('.over').waitFor()
}
const key = (name: string): NonNullable<View[2]> => async page => {
  await page.keyboard.press(name)
  await page.getByRole('dialog').waitFor()
}

const VIEWS: View[] = [
  ['list', ''],
  ['filtered', '&filter=orders', async page => { await page.getByText('2 of 4').waitFor() }],
  ['nothing', '&filter=nowhere', async page => { await page.getByText('Nothing matches this filter.').waitFor() }],
  ['completions', '', async page => {
    await page.getByRole('combobox', { name: 'Filter' }).fill('sta')
    await page.getByRole('option').first().waitFor()
  }],
  ['APIs', '&view=apis', async page => { await page.getByRole('table', { name: 'APIs' }).getByRole('row').nth(1).waitFor() }],
  ...['overview', 'request', 'response', 'storage', 'compare'].map((tab): View => [tab, `#e=${id}&t=${tab}`, async page => {
    await page.getByRole('tab', { selected: true }).waitFor()
    await page.locator('.facts summary').click()
  }]),
  ...['Raw', 'Hex'].map((name): View => [`response, ${name}`, `#e=${id}&t=response`, async page => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('button', { name, exact: true, pressed: true }).waitFor()
  }]),
  ['menu of the session', '', menu(`Session ${session}`)],
  ['columns', '', menu('Columns and rows')],
  ['shortcuts', '', key('?')],
  ['send again', `#e=${id}&t=request`, async page => {
    await page.getByRole('tab', { selected: true }).waitFor()
    await button(page, 'Edit and send again').locator('visible=true').first().click()
    await page.getByRole('dialog').waitFor()
  }]
]

// One load for each view, at another width each time: a load takes longer than axe.
const WIDTHS = [1400, 360, 820]

t.test('axe finds no violation in any view, at 360, 820 or 1400 px, light or dark', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session))
  for (const [n, [name, rest, act]] of VIEWS.entries()) {
    await page.setViewportSize({ width: WIDTHS[n % 3]!, height: 800 })
    await visit(page, pageUrl(replica, session, rest))
    await page.locator('.connection.live').waitFor()
    await act?.(page)
    for (const width of WIDTHS.map((_, k) => WIDTHS[(n + k) % 3]!).slice(0, isWhole ? 3 : 1)) {
      await page.setViewportSize({ width, height: 800 })
      if (!rest.includes('#') || width >= 700) await page.locator('.strip-track').waitFor()
      await page.emulateMedia({ colorScheme: 'light' })
      await page.locator('html:not([data-theme=dark])').waitFor()
      t.same(await axe(page), [], `${name}, ${width} px, light`)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html[data-theme=dark]').waitFor()
      t.same(await axe(page, 'html', COLOR_RULES), [], `${name}, ${width} px, dark`)
    }
  }
})
