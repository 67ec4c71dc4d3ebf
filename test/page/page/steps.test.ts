// Leaving a part of the page by Escape, or a note by Enter: the focus returns to the list.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, grid } from '../support/parts.js'

const { replica, browser } = await startHouse(t)
const session = newSession()
for (const api of ['/first', '/second', '/third']) await pushed(replica, session, { api, timeConsuming: 3 })

const focused = async (page: Page) => await page.evaluate(() => {
  const { activeElement } = document
  return activeElement?.getAttribute('aria-label') ?? activeElement?.tagName
})

async function shown (t: Test): Promise<Page> {
  const page = await openPage(t, browser, pageUrl(replica, session))
  await page.getByRole('row', { name: /\/third/ }).waitFor()
  return page
}

t.test('a note that was opened from the list returns focus to the list', async t => {
  for (const key of ['Enter', 'Escape']) {
    const page = await shown(t)
    await page.getByRole('row', { name: /\/second/ }).click()
    await grid(page).focus()
    await page.keyboard.press('n')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Note')
    await page.keyboard.type('seen')
    await page.keyboard.press(key)
    t.equal(await focused(page), 'Requests', key)
  }
})

t.test('the page does not take the focus when it opens', async t => {
  const page = await shown(t)
  t.equal(await focused(page), 'BODY')
})

t.test('Escape closes the details and focuses the list', async t => {
  const page = await shown(t)
  await page.getByRole('row', { name: /\/second/ }).click()
  await page.getByRole('tab', { name: 'Response' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Request details' }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Requests')
})

t.test('Escape closes the table of APIs and focuses the list', async t => {
  const page = await shown(t)
  await button(page, 'APIs').click()
  await page.getByRole('table', { name: 'APIs' }).waitFor()
  await page.keyboard.press('Escape')
  await grid(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Requests')
})

t.test('the table of APIs stays open after a reload, but another session opens as a list', async t => {
  const page = await shown(t)
  await button(page, 'APIs').click()
  await page.getByRole('table', { name: 'APIs' }).waitFor()
  await page.waitForURL(/view=apis/)
  await page.reload()
  await page.getByRole('table', { name: 'APIs' }).waitFor()
  const other = newSession()
  await pushed(replica, other, { api: '/other', timeConsuming: 3 })
  await page.goto(pageUrl(replica, other))
  await grid(page).getByRole('row', { name: /\/other/ }).waitFor()
})

t.test('the dialog of shortcuts groups them: those of the list before those of the page', async t => {
  const page = await shown(t)
  await grid(page).focus()
  await page.keyboard.press('?')
  const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await map.getByRole('heading', { name: 'Session and page' }).waitFor()
  t.same(await map.getByRole('heading', { level: 3 }).allTextContents(), ['Filter', 'List', 'Request', 'Details', 'Session and page'])
  t.match(await map.getByRole('region', { name: 'List' }).textContent(), /Next request.*j/)
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Requests')
})
