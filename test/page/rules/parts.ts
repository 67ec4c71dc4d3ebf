// Helpers for tests of rules: locate the parts of the page for rules, and read and write the rules that the service has.
import type { Locator, Page } from 'playwright-core'
import type { GivenRules, Rule, RulesReply } from '../../../src/schema/rule.js'
import { call } from '../../support/client.js'
import { until } from '../../support/until.js'
import { fromMore, grid } from '../support/parts.js'

export const editor = (page: Page): Locator => page.getByRole('dialog', { name: /^(New rule|Edit the rule)$/ })
export const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Rules', exact: true })
export const bar = (page: Page): Locator => page.getByRole('status', { name: 'Active rules' })
/** Those in an open dialog come first. */
export const messages = (page: Page): Locator => page.getByRole('status', { name: 'Messages' }).first()
export const field = (page: Page, name: string): Locator => editor(page).getByLabel(name, { exact: true })

export async function rulesOf (target: { url: string }, session: string, init: RequestInit = {}): Promise<RulesReply> {
  return (await call(target, `/capture/rules?sessionId=${encodeURIComponent(session)}`, init)).body as RulesReply
}

export async function putRules (target: { url: string }, session: string, given: GivenRules): Promise<Rule[]> {
  const reply = await rulesOf(target, session, {
    method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(given)
  })
  return reply.rules
}

/** Waits until the service has rules of which this is true. */
export async function hasRules (target: { url: string }, session: string, isSo: (reply: RulesReply) => boolean): Promise<RulesReply> {
  let last: RulesReply | undefined
  await until('the rules are as expected', async () => {
    last = await rulesOf(target, session)
    return isSo(last)
  })
  return last!
}

export async function openPanel (page: Page): Promise<Locator> {
  await fromMore(page, 'Rules')
  await panel(page).waitFor()
  return panel(page)
}

/** Opens the only request, and waits until its shortcuts work. */
export async function openRequest (page: Page, name: RegExp): Promise<void> {
  await grid(page).getByRole('row', { name }).first().click()
  await page.getByRole('tab').first().waitFor()
  await page.locator('.rules-bar').waitFor({ state: 'attached' })
}

export function rule (id: string, given: Partial<Rule> = {}): Rule {
  return { id, name: `rule ${id}`, enabled: true, match: 'path:=/pay', action: { type: 'fail', how: 'network' }, expires: 0, ...given }
}
