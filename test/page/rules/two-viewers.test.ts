// Two viewers who edit rules at the same time; and a service that has rules turned off, or that requires a token to edit them.
import t, { type Test } from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { startReplica } from '../../support/replica.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { button, live } from '../support/parts.js'
import { editor, field, hasRules, messages, openPanel, panel, putRules, rule, rulesOf } from './parts.js'

const { replica, redis, browser } = await startHouse(t)

async function edit (test: Test) {
  const session = newSession()
  await pushed(replica, session, { api: '/pay', timeConsuming: 5 })
  const { expires: _, ...given } = rule('a', { action: { type: 'respond', status: 200, body: { text: '{}' } } })
  const [stored] = await putRules(replica, session, { rules: [given] })
  const page = await openPage(test, browser, pageUrl(replica, session))
  page.setDefaultTimeout(10_000)
  await live(page)
  await openPanel(page)
  await panel(page).getByRole('button', { name: 'Edit rule a' }).click()
  await field(page, 'Body').fill('{"mine":1}')
  return { session, page, stored: stored! }
}

t.test('what the other viewer changed elsewhere in the rule is shown, and kept together with the edit', async t => {
  const { session, page, stored } = await edit(t)
  await putRules(replica, session, { rules: [{ ...stored, times: 2, action: { ...stored.action, status: 503 } as never }] })
  await editor(page).getByText('Someone else has changed this rule.').waitFor()
  await editor(page).getByText('Status: now 503').waitFor()
  t.equal(await field(page, 'Body').inputValue(), '{"mine":1}', 'the edit is still there')
  await button(page, 'Save').click()
  const { rules: [saved] } = await hasRules(replica, session, ({ rules }) => JSON.stringify(rules).includes('mine'))
  t.match(saved, { times: 2, action: { status: 503, body: { text: '{"mine":1}' } } })
})

t.test('if both changed the same, nothing is saved before the viewer decides', async t => {
  const { session, page, stored } = await edit(t)
  await putRules(replica, session, { rules: [{ ...stored, action: { ...stored.action, body: { text: '{"theirs":1}' } } as never }] })
  await editor(page).getByText('You both changed this. The form has your edit; theirs is:').waitFor()
  await button(page, 'Save').click()
  t.match((await rulesOf(replica, session)).rules[0]?.action, { body: { text: '{"theirs":1}' } })
  t.equal(await field(page, 'Body').inputValue(), '{"mine":1}')
  await button(page, 'Save mine').click()
  await hasRules(replica, session, ({ rules }) => JSON.stringify(rules).includes('mine'))
})

t.test('the version of the other viewer can be taken, and a deleted rule can be saved again', async t => {
  const { session, page, stored } = await edit(t)
  await putRules(replica, session, { rules: [{ ...stored, action: { ...stored.action, body: { text: '{"theirs":1}' } } as never }] })
  await button(page, 'Take theirs').click()
  t.equal(await field(page, 'Body').inputValue(), '{"theirs":1}')
  await field(page, 'Body').fill('{"mine":2}')
  await putRules(replica, session, { rules: [] })
  await editor(page).getByText('This rule no longer exists').waitFor()
  await button(page, 'Save mine').click()
  await hasRules(replica, session, ({ rules }) => rules.length === 1)
  t.match((await rulesOf(replica, session)).rules[0], { id: 'a', action: { body: { text: '{"mine":2}' } } })
})

t.test('a rule that has ended can be edited and saved, and then lasts again', async t => {
  const { session, page, stored } = await edit(t)
  await button(page, 'All rules').click()
  await putRules(replica, session, { rules: [{ ...stored, expires: Date.now() + 1000 }] })
  await panel(page).getByText('ended', { exact: true }).waitFor()
  await panel(page).getByRole('button', { name: 'Edit rule a' }).click()
  t.equal(await field(page, 'Ends in').inputValue(), '3600000')
  await field(page, 'Body').fill('{"mine":3}')
  await button(page, 'Save').click()
  const { rules: [saved], now } = await hasRules(replica, session, ({ rules }) => rules.length === 1)
  t.match(saved?.action, { body: { text: '{"mine":3}' } })
  t.ok(saved!.expires > now + 1_000_000)
})

t.test('a change that was made while another one arrived is applied to the newer list', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/pay', timeConsuming: 5 })
  const { expires: _, ...given } = rule('a')
  await putRules(replica, session, { rules: [given] })
  const page = await openPage(t, browser, pageUrl(replica, session), { expected: [/409/] })
  await live(page)
  await openPanel(page)
  await panel(page).getByText('rule a').first().waitFor()
  // The page is not told of this change before it makes its own: the service then answers 409.
  let held = true
  await page.route('**/capture/rules?*', async route => {
    if (held && route.request().method() === 'PUT') {
      held = false
      await putRules(replica, session, { rules: [given, { ...given, id: 'b', name: 'rule b' }] })
    }
    await route.continue()
  })
  await panel(page).getByRole('switch', { name: 'rule a is on' }).click()
  const { rules } = await hasRules(replica, session, ({ rules }) => rules[0]?.enabled === false)
  t.same(rules.map(({ id }) => id), ['a', 'b'], 'nothing of the other viewer is lost')
})

t.test('if others are faster each time, the page says what to do, and the same press works afterwards', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/pay', timeConsuming: 5 })
  const { expires: _, ...given } = rule('a')
  await putRules(replica, session, { rules: [given] })
  const page = await openPage(t, browser, pageUrl(replica, session), { expected: [/409/] })
  page.setDefaultTimeout(10_000)
  await live(page)
  await openPanel(page)
  await panel(page).getByText('rule a').first().waitFor()
  await page.route('**/capture/rules?*', async route => {
    if (route.request().method() === 'PUT') await putRules(replica, session, { rules: [given] })
    await route.continue()
  })
  await panel(page).getByRole('switch', { name: 'rule a is on' }).click()
  await messages(page).getByText('Not saved: Other viewers are changing these rules right now. Try again.').waitFor()
  await page.unrouteAll()
  await panel(page).getByRole('switch', { name: 'rule a is on' }).click()
  await hasRules(replica, session, ({ rules }) => rules[0]?.enabled === false)
})

t.test('a service that has rules off says so, and who can change it', async t => {
  const off = await startReplica(t, redis, { RULES: 'off' })
  const session = newSession()
  await pushed(off, session, { api: '/pay', timeConsuming: 5 })
  const page = await openPage(t, browser, pageUrl(off, session), { expected: [/403/] })
  await live(page)
  await openPanel(page)
  await panel(page).getByText('Rules are off in this service.').waitFor()
  await panel(page).getByText('RULES=on').waitFor()
})

t.test('with RULE_TOKENS, a viewer sees the rules, and is asked for the token to change them', async t => {
  const locked = await startReplica(t, redis, { RULE_TOKENS: 'rule-token-of-16' })
  const session = newSession()
  await pushed(locked, session, { api: '/pay', method: 'POST', timeConsuming: 5 })
  const page = await openPage(t, browser, pageUrl(locked, session), { expected: [/40[13]/] })
  page.setDefaultTimeout(10_000)
  await live(page)
  await openPanel(page)
  await button(page, 'New rule').click()
  await button(page, 'Save').click()
  await editor(page).getByText('A token for rules is needed').waitFor()
  await editor(page).getByLabel('Token for rules').fill('rule-token-of-16')
  await button(page, 'Use this token').click()
  await button(page, 'Save').click()
  await hasRules(locked, session, ({ rules }) => rules.length === 1)
})
