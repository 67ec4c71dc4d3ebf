// Helpers for the start page: choose a way to connect an app, and copy its snippets.
import type { Locator, Page } from 'playwright-core'
import { button } from '../support/parts.js'

export const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
export const WAYS = ['A web page', 'A page on a phone', 'A mini-program', 'A Node program', 'Another language', 'Tests']

export async function choose (page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${way} `) }).click()
}

/** What the button of a snippet puts into the clipboard. */
export async function copied (page: Page, way: string, snippet: string): Promise<string> {
  await choose(page, way)
  const text = page.getByRole('group', { name: snippet, exact: true })
  if (!await text.isVisible()) await page.locator('.instead summary').click()
  return await clipboardAfter(page, text.getByRole('button', { name: 'Copy' }))
}

export async function bookmarkOf (page: Page): Promise<string> {
  await choose(page, 'A web page')
  await page.getByText('Or record any page with a bookmarklet').click()
  const bookmark = await page.locator('.bookmark').getAttribute('href') ?? ''
  const { origin } = new URL(page.url())
  await page.context().grantPermissions(CLIPBOARD.permissions, { origin })
  const text = await clipboardAfter(page, page.locator('.snippet-row').getByRole('button', { name: 'Copy' }))
  if (text !== bookmark) throw new Error(`The button copies ${text}`)
  return bookmark
}

async function clipboardAfter (page: Page, copy: Locator): Promise<string> {
  await copy.click()
  await page.getByText('Copied').waitFor()
  await button(page, 'Close').last().click()
  return await page.evaluate(async () => await navigator.clipboard.readText())
}
