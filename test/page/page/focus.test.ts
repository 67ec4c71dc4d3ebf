// Opens and closes every menu and dialog by the keyboard alone: afterwards, the focus is back where it was before.
import t from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { sampled } from '../../support/runs.js'
import { startHouse } from '../support/house.js'
import { NARROW, openPage, pageUrl, WIDE } from '../support/open.js'
import { grid } from '../support/parts.js'

const { replica, browser } = await startHouse(t, { env: { RULES: 'on' } })
const session = newSession()
const OK = 'HTTP/1.1 200 OK\nContent-Type: application/json'
for (const n of [1, 2, 3]) {
  await pushed(replica, session, { api: `https://shop.example/orders/${n}`, timeConsuming: 3, responseHeader: OK, response: `{"n":${n}}` })
}

interface Case {
  /** The accessible name of what opens it, and has the focus afterwards. */
  from: string | RegExp
  /** The item that opens a dialog, if a menu opens first. */
  item?: string | RegExp
  key?: string
  rest?: string
  width?: number
}

const CASES: Record<string, Case> = {
  'the menu of the session': { from: `Session ${session}` },
  'how to connect an app': { from: `Session ${session}`, item: 'Connect an app…' },
  'the menu of exports': { from: 'Export' },
  'the menu of everything else': { from: 'More' },
  'the shortcuts, from the menu': { from: 'More', item: 'Keyboard shortcuts' },
  'the rules, from the menu': { from: 'More', item: 'Rules' },
  'the menu of the bottom bar': { from: 'More', width: NARROW.width },
  'the columns': { from: 'Columns and rows' },
  'the saved filters': { from: 'Saved filters' },
  'the chips that do not fit': { from: /^\d+ more$/, width: NARROW.width },
  'the shortcuts, by their key': { from: 'Requests', key: '?' },
  'the menu of a cell': { from: 'Requests', key: 'ContextMenu' },
  'an edited request': { from: 'Requests', key: 'e' },
  'a rule for a request': { from: 'Requests', key: 'r' },
  'the formats of copies': { from: 'Other formats', rest: 't=response' },
  'the rules for the open request': { from: 'Rule for this request', rest: 't=response' },
  'the open request, edited': { from: 'Edit and send again', rest: 't=response' },
  'the rules for an API': { from: 'Rule for this API', rest: 'view=apis' }
}

for (const [part, { from, item, key = 'Enter', rest, width = WIDE.width }] of sampled(Object.entries(CASES), 3)) {
  t.test(`${part}: Escape brings the focus back`, async t => {
    const page = await openPage(t, browser, pageUrl(replica, session, rest === 'view=apis' ? `&${rest}` : ''), { viewport: { ...WIDE, width } })
    if (from === 'Requests' || rest?.startsWith('t=')) await openSecond(page, rest)
    const opener = from === 'Requests' ? grid(page) : page.getByRole('button', { name: from, exact: true }).locator('visible=true').first()
    await opener.focus()
    const name = await opener.evaluate(element => element.getAttribute('aria-label') ?? element.textContent)
    await page.keyboard.press(key)
    if (item !== undefined) {
      const chosen = page.getByRole('menuitem', { name: item, exact: true })
      await chosen.waitFor()
      while (!await chosen.evaluate(element => element === document.activeElement)) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.locator('.over').waitFor({ state: 'detached' })
    }
    const opened = page.locator('dialog[open], .over').first()
    await opened.waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('dialog[open], .over'))
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    await page.waitForFunction(name => {
      const { activeElement } = document
      return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent) === name
    }, name)
    t.pass('the focus is back')
  })
}

/** Selects the second request, by the keyboard. `rest`: its tab, if it is opened. */
async function openSecond (page: Page, rest?: string): Promise<void> {
  await grid(page).getByRole('row', { name: /orders\/3/ }).waitFor()
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  if (rest === undefined) return
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Response' }).waitFor()
}
