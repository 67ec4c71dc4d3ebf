// Overlays: menus, panels and the context menu of a cell behave alike.
import t, { type Test } from 'tap'
import type { Locator, Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, grid, live } from '../support/parts.js'

const { replica, browser } = await startHouse(t)

interface Opened { over: Locator, from: Locator }

const WAYS: Record<string, (page: Page) => Promise<Opened>> = {
  'a menu': async page => {
    await button(page, 'Export').click()
    return { over: page.getByRole('menu', { name: 'Export' }), from: button(page, 'Export') }
  },
  'a panel': async page => {
    await button(page, 'Columns and rows').click()
    return { over: page.getByRole('dialog', { name: 'Columns and rows' }), from: button(page, 'Columns and rows') }
  },
  'the menu of a cell': async page => {
    await grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(2).click({ button: 'right' })
    return { over: page.getByRole('menu'), from: grid(page) }
  }
}

for (const [name, open] of Object.entries(WAYS)) {
  t.test(`${name} takes the focus, and Escape returns it`, async t => {
    const page = await opened(t)
    const { over, from } = await open(page)
    await over.waitFor()
    await t.resolves(over.locator(':focus').or(page.locator('[role=dialog]:focus')).first().waitFor())
    await page.keyboard.press('Escape')
    await over.waitFor({ state: 'detached' })
    t.ok(await from.evaluate(element => element === document.activeElement))
  })

  t.test(`${name} closes on a click outside, and when it loses the focus`, async t => {
    const page = await opened(t)
    const first = await open(page)
    await first.over.waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await first.over.waitFor({ state: 'detached' })
    const again = await open(page)
    await again.over.waitFor()
    await page.getByRole('combobox', { name: 'Filter' }).focus()
    await again.over.waitFor({ state: 'detached' })
    t.ok(await page.getByRole('combobox', { name: 'Filter' }).evaluate(element => element === document.activeElement))
  })

  t.test(`${name} fits into a small window`, async t => {
    const page = await opened(t)
    await page.setViewportSize({ width: 720, height: 360 })
    const { over } = await open(page)
    const box = (await over.boundingBox())!
    t.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 720 && box.y + box.height <= 360, JSON.stringify(box))
  })
}

async function opened (t: Test): Promise<Page> {
  const session = newSession()
  await pushed(replica, session, { api: '/a', timeConsuming: 1 })
  const page = await openPage(t, browser, pageUrl(replica, session))
  await live(page)
  await grid(page).getByRole('row').nth(1).waitFor()
  return page
}
