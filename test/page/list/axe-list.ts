// The violations that axe finds in the list; other tests check the heading and the bottom bar.
import type { Page } from 'playwright-core'
import { axe } from '../support/axe.js'

export async function problemsOf (page: Page): Promise<string[]> {
  return (await axe(page)).filter(problem => !/page-has-heading-one|bottom-bar/.test(problem))
}
