// The chips of the filter at every width: errors come first, and no chip is cut off. A menu contains the chips that do not fit; its button
// shows their number.
import t from 'tap'
import { newSession, pushBatch } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl } from '../support/open.js'
import { button, count } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const session = newSession()
await pushBatch(replica, session, Array.from({ length: 500 }, (_, n) => ({
  requestId: `r-${n}`,
  method: 'GET',
  api: `https://api.example.com/v1/orders/${n}`,
  timeConsuming: 5,
  responseHeader: `HTTP/1.1 ${n < 408 ? '503 No' : '200 OK'}\r\nContent-Type: ${n % 2 ? 'image/png' : 'application/json'}`
})))

const CHIPS = ['All', 'Errors', 'Pending', 'JSON', 'Form', 'HTML', 'Script', 'Image', 'Binary', 'Other']

const WIDTHS = [[360, true], [600, false], [820, false], [820, true], [1100, false], [1400, false], [1920, false]] as const
for (const [width, hasTouch] of WIDTHS) {
  t.test(`at ${width} px${hasTouch ? ', with touch,' : ''} errors come first, no chip is cut off, and a menu has the rest`, async t => {
    const page = await openPage(t, browser, pageUrl(replica, session), { viewport: { width, height: 800 }, hasTouch })
    await page.locator('.chip-error[data-count="408"]').waitFor()
    const kinds = page.getByRole('region', { name: 'Kinds' })
    const names = await kinds.locator('button[aria-pressed]:visible').evaluateAll(chips => chips.map(chip => chip.getAttribute('aria-label')))
    const shown = names.filter(name => CHIPS.includes(name!))
    t.same(shown, CHIPS.slice(0, shown.length))
    t.ok(shown.length >= 3, shown.join())
    for (const name of shown) {
      const cut = await button(page, name!).evaluate(chip => {
        const [own, row] = [chip.getBoundingClientRect(), chip.parentElement!.getBoundingClientRect()]
        return own.right > row.right + 1 || own.bottom > row.bottom + 1 || chip.scrollWidth > chip.clientWidth
      })
      t.notOk(cut, name!)
    }
    const left = CHIPS.length - shown.length
    if (left === 0) return
    await button(page, `${left} more`).click()
    const items = page.getByRole('menuitem')
    t.equal(await items.count(), left)
    t.same((await items.allTextContents()).map(text => text.replace(/\d+$/, '')), CHIPS.slice(shown.length))
    await items.last().click()
    await count(page).getByText('0 of 500').waitFor()
  })
}

t.test('with touch, the chip that is pressed is 12 px less high than the area that can be touched', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: NARROW, hasTouch: true, isMobile: true })
  const all = button(page, 'All')
  await all.and(page.locator('[aria-pressed=true]')).waitFor()
  t.ok((await all.boundingBox())!.height >= 44)
  t.same(await all.evaluate(chip => [getComputedStyle(chip).backgroundClip, chip.clientHeight]), ['padding-box', 32])
})

t.test('at 360 px a hint in a field that is too long for it ends with an ellipsis', async t => {
  const page = await openPage(t, browser, pageUrl(replica, session), { viewport: NARROW, hasTouch: true, isMobile: true })
  const filter = page.getByRole('combobox', { name: 'Filter' })
  await filter.waitFor()
  t.equal(await filter.evaluate(field => getComputedStyle(field).textOverflow), 'ellipsis')
})
