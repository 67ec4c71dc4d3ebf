// Locates the parts of the page by their accessible roles and names.
import type { Locator, Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import type { Entry } from '../../../src/schema/entry.js'

export function connection (page: Page): Locator {
  return page.getByRole('status', { name: 'Connection' })
}

export function grid (page: Page): Locator {
  return page.getByRole('grid', { name: 'Requests' })
}

export function count (page: Page): Locator {
  return page.getByRole('status', { name: 'Count' })
}

export async function live (page: Page): Promise<void> {
  await connection(page).getByText('Live', { exact: true }).waitFor()
}

export function button (page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** Clicks an item of the menu of what is used less. */
export async function fromMore (page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(More|更多)$/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** All entries of the page, with secrets, from its own export. */
export async function entriesOf (page: Page, item: string | RegExp = /^All as HAR, with secrets/): Promise<Partial<Entry>[]> {
  const { log } = JSON.parse(await exported(page, item)) as { log: { entries: { _earshot: Partial<Entry> }[] } }
  return log.entries.map(({ _earshot }) => _earshot)
}

export async function exported (page: Page, item: string | RegExp): Promise<string> {
  await button(page, 'Export').click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()])
  return await readFile(await download.path(), 'utf8')
}
