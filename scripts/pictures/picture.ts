// Saves a screenshot of a page as WebP, a format that Playwright's own screenshots do not support.
import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

export async function savePicture (page: Page, file: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
  await writeFile(file, data, 'base64')
}
