// What axe finds in the page, but for what belongs to its frame: headings and the bar at its foot are tested there.
import type { Page } from 'playwright-core'
import { axe } from '../support/axe.js'

export async function problemsOf (page: Page): Promise<string[]> {
  return (await axe(page)).filter(problem => !/page-has-heading-one|bottom-bar/.test(problem))
}
