// Opens a page that shows a session with a few requests.
import type { Test } from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import type { startHouse } from './house.js'
import { openPage, pageUrl, type OpenOptions } from './open.js'
import { grid, live } from './parts.js'

type House = Pick<Awaited<ReturnType<typeof startHouse>>, 'replica' | 'browser'>

/** `rest`: what follows in the URL of the page. */
export async function watching (
  t: Test, { replica, browser }: House, entries: number, options: OpenOptions = {}, rest = ''
): Promise<{ page: Page, session: string }> {
  const session = newSession()
  for (let n = 1; n <= entries; n++) await pushed(replica, session, { api: `/n/${n}`, timeConsuming: n })
  const page = await openPage(t, browser, pageUrl(replica, session, rest), options)
  await live(page)
  await grid(page).waitFor()
  return { page, session }
}

/** Waits until `count` requests are shown. */
export async function rows (page: Page, count: number): Promise<void> {
  await page.locator(`[role=grid][aria-label=Requests][aria-rowcount="${count + 1}"]`).waitFor()
}
