// The violations of WCAG 2.2 AA that axe finds in the current state of a page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that another theme may violate, if the page is otherwise the same. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * One line for each element that violates a rule; there should be none. `within`: the selector of the only part to check, if the rest
 * was checked before. `rules`: by default all of WCAG 2.2 AA. Runs through the browser's debugger, because the page's CSP would block an
 * injected script.
 */
export async function axe (page: Page, within = 'html', rules?: string[]): Promise<string[]> {
  // `html` exists before the page is rendered, so wait for `main`.
  await page.locator('main').first().waitFor({ state: 'attached' })
  await page.locator(within).first().waitFor()
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate(async ({ within, runOnly }) => {
    const options = { runOnly, resultTypes: ['violations'] } satisfies Axe.RunOptions
    return await (globalThis as unknown as { axe: typeof Axe }).axe.run({ include: [within] }, options)
  }, { within, runOnly: rules ? { type: 'rule' as const, values: rules } : TAGS })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')} ${failureSummary}`))
}
