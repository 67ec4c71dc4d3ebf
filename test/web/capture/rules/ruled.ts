// Pages whose session has rules.
import type { Test } from 'tap'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { GivenRule, RuleAction } from '../../../../src/schema/rule.js'
import { newSession } from '../../../support/client.js'
import { written } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { open, replica, tag } from '../browser/place.js'

export const READER = `<script>${readFileSync(new URL('reader.js', import.meta.url), 'utf8')}</script>`

/** A page with these rules, which are there before the test asks. */
export async function ruled (t: Test, rules: GivenRule[], more = 'data-rules', head = READER) {
  const session = newSession()
  if (rules.length > 0) await written(t, replica, session, rules)
  const opened = await open(t, tag(session, more) + head)
  if (rules.length > 0) await until('the rules are there', async () => await hasRules(opened.page))
  return { session, ...opened }
}

export async function hasRules (page: Page): Promise<boolean> {
  return await page.evaluate('Boolean(sessionStorage["earshot-rules"])')
}

export function rule (match: string, action: RuleAction, more: Partial<GivenRule> = {}): GivenRule {
  return { name: match || 'all', match, action, ...more }
}

export async function run (page: Page, code: string): Promise<unknown> {
  return await page.evaluate(code)
}

export const AWAY: RuleAction = { type: 'respond', status: 503, body: { text: 'away' } }
