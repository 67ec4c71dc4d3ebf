// Rules on fetch, in a real Chromium: what the page gets, beside the same from a real server.
import t, { type Test } from 'tap'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { GivenRule } from '../../../src/schema/rule.js'
import { newSession } from '../../support/client.js'
import { written } from '../../support/rules.js'
import { until } from '../../support/until.js'
import { open, recorded, replica, site, tag } from './browser/place.js'

t.setTimeout(240_000)

const READER = `<script>${readFileSync(new URL('rules/reader.js', import.meta.url), 'utf8')}</script>`

type Pushed = Partial<Record<string, unknown>>

/** A page with these rules, which are there before its first request. */
async function ruled (t: Test, rules: GivenRule[], more = 'data-rules', head = READER) {
  const session = newSession()
  if (rules.length > 0) await written(t, replica, session, rules)
  const opened = await open(t, tag(session, more) + head)
  if (rules.length > 0) await until('the rules are there', async () => await opened.page.evaluate('Boolean(sessionStorage["earshot-rules"])'))
  const pushes: Pushed[] = []
  opened.page.on('request', request => {
    if (request.url().includes('/capture/batch')) pushes.push(...(request.postDataJSON() as Pushed[]))
  })
  return { session, pushes, ...opened }
}

function rule (match: string, action: GivenRule['action'], more: Partial<GivenRule> = {}): GivenRule {
  return { name: match || 'all', match, action, ...more }
}

async function asks (page: Page, code: string): Promise<unknown> {
  return await page.evaluate(code)
}

t.test('a page gets the answer of a rule, and the entry says so', async t => {
  const { page, session, pushes } = await ruled(t, [rule('path:=/c', { type: 'respond', status: 503, body: { text: 'away' } })])
  const seen = site.seen.length
  t.same(await asks(page, "fetch('/c?x=1').then(async response => [response.status, await response.text()])"), [503, 'away'])
  t.equal(site.seen.length, seen, 'the network is not asked')
  const [entry] = await recorded(session, 1)
  t.match(entry, { response: 'away', responseHeader: /^HTTP\/1.1 503\r\n/ })
  t.match(pushes.at(-1), { response: 'away', rule: { name: 'path:=/c', action: 'respond' } })
})
