// The findings of axe in the page, without those in the frame: headings and the bottom bar are tested there.
import type { Page } from 'playwright-core'
import { axe } from '../support/axe.js'

export async function problemsOf (page: Page): Promise<string[]> {
  return (await axe(page)).filter(problem => !/page-has-heading-one|bottom-bar/.test(problem))
}
