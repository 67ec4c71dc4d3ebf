// The list of rules: switching one or all of them off, their order, hits and expiry, export and import.
import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import type { RuleAction } from '../../../src/schema/rule.js'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, count, live } from '../support/parts.js'
import { bar, editor, field, hasRules, messages, openPanel, panel, putRules, rule, rulesOf } from './parts.js'

const { replica, browser } = await startHouse(t)
const LARGE: RuleAction = { type: 'respond', status: 200, body: { text: `{"tea":"${'茶'.repeat(3000)}"}` } }
const given = (...rules: ReturnType<typeof rule>[]) => ({ rules: rules.map(({ expires: _, ...rest }) => rest) })

async function open (test: Test, ...rules: ReturnType<typeof rule>[]) {
  const session = newSession()
  await pushed(replica, session, { api: '/pay', timeConsuming: 5 })
  if (rules.length > 0) await putRules(replica, session, given(...rules))
  const page = await openPage(test, browser, pageUrl(replica, session))
  page.setDefaultTimeout(10_000)
  await live(page)
  return { session, page }
}

t.test('every viewer sees that rules are active, and one press switches all off, with an undo', async t => {
  const { session, page } = await open(t, rule('a'), rule('b'), rule('c', { enabled: false }))
  const other = await openPage(t, browser, pageUrl(replica, session))
  for (const viewer of [page, other]) await bar(viewer).getByText('2 rules are active').waitFor()
  await button(page, 'Turn rules off').click()
  for (const viewer of [page, other]) await bar(viewer).getByText(/active/).waitFor({ state: 'detached' })
  t.equal((await rulesOf(replica, session)).off, true)
  await messages(page).getByRole('button', { name: 'Undo' }).click()
  for (const viewer of [page, other]) await bar(viewer).getByText('2 rules are active').waitFor()
  await other.keyboard.press('Control+Shift+R')
  await bar(page).getByText(/active/).waitFor({ state: 'detached' })
  t.equal((await rulesOf(replica, session)).off, true)
  await openPanel(page)
  await panel(page).getByRole('switch', { name: 'Rules are off' }).click()
  await bar(other).getByText('2 rules are active').waitFor()
})

t.test('a rule is switched, deleted and brought back to its place, with a body that only the service has', async t => {
  const { session, page } = await open(t, rule('a'), rule('b', { action: LARGE }), rule('c'))
  await openPanel(page)
  await panel(page).getByRole('switch', { name: 'rule a is on' }).click()
  await hasRules(replica, session, ({ rules }) => rules[0]?.enabled === false)
  await panel(page).getByRole('button', { name: 'Delete rule b' }).click()
  await hasRules(replica, session, ({ rules }) => rules.length === 2)
  await messages(page).getByRole('button', { name: 'Undo' }).click()
  const { rules } = await hasRules(replica, session, ({ rules }) => rules.length === 3)
  t.same(rules.map(({ id }) => id), ['a', 'b', 'c'])
  const body = await (await fetch(`${replica.url}/capture/rules/b/body?sessionId=${encodeURIComponent(session)}`)).text()
  t.equal(body, `{"tea":"${'茶'.repeat(3000)}"}`)
})

t.test('rules are ordered by arrow keys and by dragging; the focus stays on the moved rule', async t => {
  const { session, page } = await open(t, rule('a'), rule('b'), rule('c'))
  await openPanel(page)
  const order = async () => await panel(page).locator('[data-rule]').evaluateAll(rows => rows.map(row => row.getAttribute('data-rule')))
  await panel(page).getByRole('button', { name: /^Move rule a/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await hasRules(replica, session, ({ rules }) => rules.map(({ id }) => id).join('') === 'bca')
  t.same(await order(), ['b', 'c', 'a'])
  t.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /^Move rule a/)
  await page.getByText('rule a is now number 3 of 3').waitFor({ state: 'attached' })
  const [from, to] = await Promise.all(['a', 'b'].map(async name =>
    await panel(page).getByRole('button', { name: new RegExp(`^Move rule ${name}`) }).boundingBox()))
  await page.mouse.move(from!.x + 5, from!.y + 5)
  await page.mouse.down()
  await page.mouse.move(to!.x + 5, to!.y + 25, { steps: 4 })
  await page.mouse.move(to!.x + 5, to!.y + 5, { steps: 4 })
  t.same(await order(), ['a', 'b', 'c'], 'the list shows the order while it is dragged')
  await page.mouse.up()
  await hasRules(replica, session, ({ rules }) => rules.map(({ id }) => id).join('') === 'abc')
})

t.test('hits are counted from the entries, lead to them, and reduce the times that are left', async t => {
  const { session, page } = await open(t, rule('a', { times: 3, chance: 50 }))
  for (const n of [1, 2]) {
    await pushed(replica, session, { api: `/pay?n=${n}`, timeConsuming: 5, rule: { id: 'a', name: 'rule a', action: 'fail' }, source: 'phone' })
  }
  await openPanel(page)
  const row = panel(page).getByRole('listitem').filter({ hasText: 'rule a' })
  await row.getByText('1 of 3 left').waitFor()
  await row.getByText('50%').waitFor()
  await row.getByText(/^ends in (59|60) min|^ends in 1 h/).waitFor()
  await row.getByRole('button', { name: '2 hits' }).click()
  await count(page).getByText('2 of 3').waitFor()
  t.equal(await panel(page).count(), 0)
})

t.test('the bar does not say more than the page knows, and a note names how apps opt in', async t => {
  const { page } = await open(t, rule('a'))
  t.equal(await bar(page).getByText('1 rule is active').getAttribute('title'), 'It applies in apps of this session that opt in.')
  await openPanel(page)
  const note = panel(page).getByRole('note')
  await note.getByText(/data-rules in the script tag, earshot record --rules, or rules: true in start\(\)/).waitFor()
  await note.getByText('The script tag of a page:').waitFor()
})

t.test('a rule that has ended says so, and applies for another hour after one press', async t => {
  const { session, page } = await open(t)
  await openPanel(page)
  // The service no longer sends a rule that has ended, so the page must know it before.
  await putRules(replica, session, { rules: [{ name: 'short', match: '', action: { type: 'pass' }, lifetimeMs: 1000 }] })
  await panel(page).getByText('ended', { exact: true }).waitFor()
  await bar(page).getByText(/active/).waitFor({ state: 'detached' })
  await button(page, 'Renew for 1 hour').click()
  await panel(page).getByText(/^ends in (59|60) min|^ends in 1 h/).waitFor()
  const { rules: [renewed], now } = await rulesOf(replica, session)
  t.ok(renewed!.expires - now > 3_000_000)
})

t.test('rules are exported with their bodies, and imported with new ids', async t => {
  const { session, page } = await open(t, rule('a', { action: LARGE }), rule('b', { times: 2 }))
  await openPanel(page)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').locator('visible=true').last().click()])
  const text = await readFile(await download.path(), 'utf8')
  const { rules: [first, second] } = JSON.parse(text) as { rules: ReturnType<typeof rule>[] }
  t.match(first, { name: 'rule a', action: LARGE })
  t.match(second, { name: 'rule b', times: 2 })
  t.notMatch(text, /"(id|expires)"/)
  await page.getByLabel('File of rules to import').setInputFiles({ name: 'rules.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await messages(page).getByText('2 rules imported').waitFor()
  const { rules } = await rulesOf(replica, session)
  t.equal(new Set(rules.map(({ id }) => id)).size, 4)
  await page.getByLabel('File of rules to import').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await messages(page).getByText(/This file was not imported/).waitFor()
})

t.test('a rule from nothing: a change that merges JSON; what is missing is named, and the field has the focus', async t => {
  const { session, page } = await open(t)
  await openPanel(page)
  await panel(page).getByText('No rules yet').waitFor()
  await button(page, 'New rule').click()
  await editor(page).getByRole('radio', { name: 'Change' }).check({ force: true })
  await button(page, 'Save').click()
  await editor(page).getByText('Nothing is changed yet').waitFor()
  await field(page, 'Status').fill('302')
  await button(page, 'Save').click()
  await editor(page).getByText('A rule cannot answer with a redirect').waitFor()
  t.equal(await field(page, 'Status').evaluate(element => element === document.activeElement), true)
  await field(page, 'Status').fill('205')
  await button(page, 'Save').click()
  await editor(page).getByText('A rule cannot answer with 205. Use 204 or 200.').waitFor()
  await field(page, 'Status').fill('')
  await editor(page).getByLabel(/^Merge patch/).fill('{"total":0,"coupon":null}')
  await field(page, 'Times per app').fill('2')
  await field(page, 'Ends in').selectOption('10 minutes')
  await field(page, 'Name').fill('Everything is free')
  await button(page, 'Save').click()
  await panel(page).getByRole('button', { name: 'Edit Everything is free' }).waitFor()
  const { rules: [saved], now } = await rulesOf(replica, session)
  t.match(saved, { name: 'Everything is free', match: '', times: 2, action: { type: 'change', response: { merge: { total: 0, coupon: null } } } })
  t.ok(saved!.expires - now <= 600_000 && saved!.expires - now > 500_000)
})
