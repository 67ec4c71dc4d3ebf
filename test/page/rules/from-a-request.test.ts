// Rules from a request and from an API: two key presses save a rule; one menu item makes the request fail, another slows it down, and both
// can be undone.
import t, { type Test } from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl, type OpenOptions } from '../support/open.js'
import { button } from '../support/parts.js'
import { bar, editor, field, hasRules, messages, openRequest, rulesOf } from './parts.js'

const { replica, browser } = await startHouse(t)

const PAY = {
  api: 'https://shop.example/v1/pay?try=1',
  method: 'POST',
  request: '{"total":12}',
  timeConsuming: 40,
  responseHeader: 'HTTP/1.1 200 OK\ncontent-type: application/json\nconnection: close\nset-cookie: a=1\ncontent-encoding: gzip\nx-trace: 7',
  response: '{"paid":true}'
}

async function open (test: Test, fields: Record<string, unknown> = PAY, options: OpenOptions = {}, rest = '') {
  const session = newSession()
  const id = await pushed(replica, session, fields)
  const page = await openPage(test, browser, pageUrl(replica, session, rest), options)
  page.setDefaultTimeout(10_000)
  return { session, page, id }
}

t.test('r and Enter save a rule that answers as recorded, without the headers of the connection', async t => {
  const { session, page } = await open(t)
  await openRequest(page, /pay/)
  await page.keyboard.press('r')
  await editor(page).getByText('Would have matched 1 of 1 requests here').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('list') === 'rule-statuses')
  await page.keyboard.press('Enter')
  await messages(page).getByText('Saved: POST /v1/pay answers 200').waitFor()
  const { rules: [rule] } = await rulesOf(replica, session)
  t.match(rule, { enabled: true, match: 'method:POST host:=shop.example path:=/v1/pay' })
  t.same(rule?.action, {
    type: 'respond',
    status: 200,
    statusText: 'OK',
    headers: [{ name: 'content-type', value: 'application/json' }, { name: 'x-trace', value: '7' }],
    body: { text: '{"paid":true}' }
  })
  await bar(page).getByText('1 rule is active').waitFor()
  t.equal(await page.evaluate(() => document.activeElement?.tagName !== 'BODY'), true, 'the focus is back')
})

t.test('the status and the body are edited, the name follows, and the rule is saved from the body with Ctrl+Enter', async t => {
  const { session, page } = await open(t)
  await openRequest(page, /pay/)
  await page.keyboard.press('r')
  await field(page, 'Status').fill('503')
  t.equal(await field(page, 'Reason phrase').inputValue(), 'Service Unavailable')
  await field(page, 'Body').fill('{"error":"busy"')
  await editor(page).getByText(/^Not valid JSON \(.+\)\. It is sent as it is\.$/).waitFor()
  await field(page, 'Body').fill('{"error":"busy","n":12345678901234567890}')
  await button(page, 'Format').click()
  t.equal(await field(page, 'Body').inputValue(), '{\n  "error": "busy",\n  "n": 12345678901234567890\n}')
  await field(page, 'Body').press('Control+Enter')
  const { rules: [rule] } = await hasRules(replica, session, ({ rules }) => rules.length === 1)
  t.equal(rule?.name, 'POST /v1/pay answers 503')
  t.match(rule?.action, { status: 503, statusText: 'Service Unavailable', body: { text: /"n": 12345678901234567890/ } })
})

t.test('"Fail it" and "Slow it down" are one press in the open request and in the menu of a row, and can be undone', async t => {
  const { session, page } = await open(t)
  await openRequest(page, /pay/)
  await button(page, 'Rule for this request').click()
  await page.getByRole('menuitem', { name: 'Fail it' }).click()
  await messages(page).getByText('Saved: POST /v1/pay fails').waitFor()
  t.same((await rulesOf(replica, session)).rules.map(({ action }) => action), [{ type: 'fail', how: 'network' }])
  await messages(page).getByRole('button', { name: 'Undo' }).click()
  await messages(page).getByText('Undone').waitFor()
  t.same((await rulesOf(replica, session)).rules, [])
  await bar(page).getByText('rule').waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /pay/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Slow it down' }).click()
  await messages(page).getByText('Saved: POST /v1/pay waits 2000 ms').waitFor()
  t.same((await rulesOf(replica, session)).rules.map(({ action }) => action), [{ type: 'delay', ms: 2000 }])
})

t.test('a rule for a whole API has its path pattern, from the menu of its row and by r', async t => {
  const session = newSession()
  for (const n of [41, 42]) await pushed(replica, session, { ...PAY, method: 'GET', api: `https://shop.example/items/${n}` })
  const page = await openPage(t, browser, pageUrl(replica, session, '&view=apis'))
  const row = page.getByRole('row', { name: /items/ })
  await row.hover()
  await row.getByRole('button', { name: 'Rule for this API' }).click()
  await page.getByRole('menuitem', { name: 'Fail it' }).click()
  await messages(page).getByText('Saved: GET /items/* fails').waitFor()
  t.equal((await rulesOf(replica, session)).rules[0]?.match, 'method:=GET api:=/items/*')
  await row.getByRole('button', { name: /items/ }).focus()
  await page.keyboard.press('r')
  await editor(page).getByText('Would have matched 2 of 2 requests here').waitFor()
})

t.test('what cannot be repeated is said: no response, a redirect, a stream, a body that is too large', async t => {
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ ...PAY, timeConsuming: 0, response: '', responseHeader: '' }, /has no response yet/],
    [{ ...PAY, responseHeader: 'HTTP/1.1 302 Found\nlocation: /x', response: '' }, /cannot answer with a redirect/],
    [{ ...PAY, api: 'wss://shop.example/live', method: 'GET', via: 'websocket' }, /cannot answer a stream/],
    [{ ...PAY, response: 'x'.repeat(70_000) }, /The body is too large: shorten it to 64 KiB at most/]
  ]
  for (const [fields, sentence] of cases) {
    const { page } = await open(t, fields)
    await openRequest(page, /shop|pay|live/)
    await page.keyboard.press('r')
    await editor(page).getByText(sentence).waitFor()
  }
})

t.test('a form that is closed without saving can be opened again as it was', async t => {
  const { session, page } = await open(t)
  await openRequest(page, /pay/)
  await page.keyboard.press('r')
  await field(page, 'Body').fill('half a thought')
  await page.keyboard.press('Escape')
  await messages(page).getByRole('button', { name: 'Edit again' }).click()
  t.equal(await field(page, 'Body').inputValue(), 'half a thought')
  await button(page, 'Save').click()
  await hasRules(replica, session, ({ rules }) => rules.length === 1)
  await editor(page).waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  await editor(page).waitFor()
  await page.keyboard.press('Escape')
  await editor(page).waitFor({ state: 'detached' })
  t.equal(await messages(page).getByText('The rule is not saved.').count(), 0, 'nothing was written')
})

t.test('the filter of a rule completes only what is known when a request starts, and names what is not', async t => {
  const { session, page } = await open(t)
  await openRequest(page, /pay/)
  await page.keyboard.press('r')
  const match = editor(page).getByRole('combobox', { name: 'Which requests' })
  await match.fill('re')
  await editor(page).getByRole('option', { name: /^request:/ }).waitFor()
  t.equal(await editor(page).getByRole('option', { name: /^response/ }).count(), 0)
  await match.fill('status:500')
  await editor(page).getByText(/^“status” is not known when a request starts/).waitFor()
  await button(page, 'Save').click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
  t.same((await rulesOf(replica, session)).rules, [], 'it is not saved')
  await match.fill('method:get')
  await editor(page).getByText('Would have matched 0 of 1 requests here').waitFor()
  await match.fill('')
  await editor(page).getByText('Would have matched 1 of 1 requests here').waitFor()
})
