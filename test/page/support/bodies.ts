// Helpers for the tests of bodies: open the details of an entry on the tab of a body, and read the rows of the body's tree.
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { newSession, pushed } from '../../support/client.js'
import type { House } from './house.js'
import { openPage, pageUrl, type OpenOptions } from './open.js'

const PATIENCE_MS = 15_000

/** Opens a response. `type` is its content type. */
export async function openResponse (
  t: Test, { replica, browser }: House, type: string, response: string, options: OpenOptions = {}
): Promise<Page> {
  const fields = { response, responseHeader: `HTTP/1.1 200 OK\nContent-Type: ${type}` }
  return await openEntry(t, { replica, browser }, fields, 'response', options)
}

/** Opens a complete entry with these fields at a tab. `rest`: more of the address's fragment, such as `&p=$.a`. */
export async function openEntry (
  t: Test, { replica, browser }: Pick<House, 'replica' | 'browser'>, fields: Record<string, unknown>, tab: string,
  options: OpenOptions = {}, rest = ''
): Promise<Page> {
  const session = newSession()
  const id = await pushed(replica, session, { api: 'https://shop.example/api/orders/42', timeConsuming: 12, ...fields })
  const page = await openPage(t, browser, pageUrl(replica, session, `#e=${id}&t=${tab}${rest}`), options)
  page.setDefaultTimeout(PATIENCE_MS)
  await page.getByRole('region', { name: 'Request details' }).getByRole('tab').first().waitFor()
  return page
}

/** Reads the clipboard; the page needs the options below. */
export async function clipboard (page: Page): Promise<string> {
  return await page.evaluate(async () => await navigator.clipboard.readText())
}
export const WITH_CLIPBOARD: OpenOptions = { permissions: ['clipboard-read', 'clipboard-write'] }

/** The texts of the rendered rows of the tree, in order. */
export async function treeRows (page: Page, name = 'Response body'): Promise<string[]> {
  const rows = page.getByRole('tree', { name }).getByRole('treeitem')
  await rows.first().waitFor()
  return await rows.evaluateAll(elements => elements.map(element => element.textContent ?? ''))
}
