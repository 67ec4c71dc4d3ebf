// Runs axe on the page for the tests of the list. Violations of the rule page-has-heading-one, and violations in the bottom bar, are left
// out: other tests check them.
import type { Page } from 'playwright-core'
import { axe } from '../support/axe.js'

export async function problemsOf (page: Page): Promise<string[]> {
  return (await axe(page)).filter(problem => !/page-has-heading-one|bottom-bar/.test(problem))
}
