// The smaller parts of the rules' model: the default name of a rule, the recorded requests that it would have matched, rules in a file, and
// for how long the page tells the service that somebody is editing.
import { signal } from '@preact/signals'
import t from 'tap'
import type { ListedEntry } from '../../../../src/exchange/held.js'
import { bodyOf } from '../../../../src/rules/whole-rule.js'
import { RULE_LIMITS } from '../../../../src/schema/rule-limits.js'
import { whileEditing, type Visibility } from '../../../../src/web/viewer/model/rules/presence.js'
import type { OwnRule } from '../../../../src/web/viewer/model/rules/rule-changes.js'
import { subjectOf } from '../../../../src/web/viewer/model/rules/rule-name.js'
import { readRulesFile } from '../../../../src/web/viewer/model/rules/rules-file.js'
import { Trials, type Trial } from '../../../../src/web/viewer/model/rules/trial.js'
import { entryWith } from '../../../exchange/entry.js'
import { until } from '../../../support/until.js'

t.test('a rule is named by its method and path, or by its filter', async t => {
  const cases = [
    ['method:post host:=shop.example path:=/v1/pay', 'POST /v1/pay'],
    ['method:GET api:=/orders/*', 'GET /orders/*'],
    ['path:=/graphql operation:=CreateOrder', '/graphql CreateOrder'],
    ['host:cdn', 'cdn'],
    ['kettle OR tea', 'kettle OR tea'],
    ['', '']
  ]
  for (const [match = '', subject] of cases) t.equal(subjectOf(match), subject)
  t.ok(subjectOf(`path:=/${'x'.repeat(300)}`).length <= 70)
})

t.test('a filter is tried on the recorded requests, again when there are more, and a fault is named', async t => {
  const match = signal('method:post path:=/pay')
  const entries = signal<readonly ListedEntry[]>([
    entryWith({ method: 'POST', api: 'https://a.example/pay?x=1', request: '{"n":1}' }), entryWith({ method: 'GET', api: '/pay' })
  ])
  const trials = new Trials(match, entries)
  t.teardown(() => trials.close())
  await becomes(trials, { fault: undefined, matched: 1, of: 2, unknown: 0 })
  entries.value = [...entries.value, entryWith({ method: 'POST', api: '/pay' })]
  await becomes(trials, { fault: undefined, matched: 2, of: 3, unknown: 0 })
  match.value = 'json:n=1'
  await becomes(trials, { fault: undefined, matched: 1, of: 3, unknown: 0 })
  match.value = 'status:500'
  t.same(trials.state.value.fault, { kind: 'key', key: 'status' })
  match.value = ''
  await becomes(trials, { fault: undefined, matched: 3, of: 3, unknown: 0 })
})

t.test('bodies that are no longer in memory are counted as unknown, if the filter asks for them', async t => {
  const { request: _, response: __, storage: ___, pageParams: ____, ...rest } = entryWith({ method: 'POST', api: '/pay' })
  const light = { ...rest, keptFacts: { lengths: { request: 9, response: 9, pageParams: 0, storage: 0 } } } as unknown as ListedEntry
  const trials = new Trials(signal('request:kettle'), signal<readonly ListedEntry[]>([light]))
  t.teardown(() => trials.close())
  await becomes(trials, { fault: undefined, matched: 0, of: 1, unknown: 1 })
})

t.test('a file of rules is read with new ids and new ends; anything else is refused', async t => {
  const text = JSON.stringify({ rules: [{ id: 'old', expires: 5, name: 'a', match: '', action: { type: 'pass' } }] })
  const [rule] = readRulesFile(text) as OwnRule[]
  t.match(rule, { name: 'a', action: { type: 'pass' } })
  t.not(rule?.id, 'old')
  t.notOk(rule && 'expires' in rule)
  for (const bad of ['{}', '[1]', '{"rules":[{"name":"a"}]}', 'no json']) t.equal(readRulesFile(bad), undefined, bad)
})

t.test('a file with more rules than a session may have is refused as a whole', async t => {
  const file = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => ({ name: `${n}`, match: '', action: { type: 'pass' } })))
  t.match(readRulesFile(file(RULE_LIMITS.rules)), { length: RULE_LIMITS.rules })
  t.same(readRulesFile(file(RULE_LIMITS.rules + 1)), { count: RULE_LIMITS.rules + 1 })
})

t.test('a stored body is text if it is text, and bytes otherwise', async t => {
  t.same(bodyOf(new TextEncoder().encode('茶')), { text: '茶' })
  t.same(bodyOf(new Uint8Array([0xff, 0])), { base64: '/wA=' })
})

t.test('the service is told while the page is visible, and no longer after the end', async t => {
  let told = 0
  let hear = () => {}
  const page: Visibility & { visibilityState: string } = {
    visibilityState: 'hidden',
    addEventListener: (_, listener) => { hear = listener },
    removeEventListener: () => { hear = () => {} }
  }
  const end = whileEditing(page, () => { told++ })
  t.equal(told, 0, 'a hidden page is not looked at')
  page.visibilityState = 'visible'
  hear()
  t.equal(told, 1)
  end()
  hear()
  t.equal(told, 1)
})

// On a busy machine, it takes more than one slice of time.
async function becomes (trials: Trials, state: Trial): Promise<void> {
  await until(`the trial is ${JSON.stringify(state)}`, async () => JSON.stringify(trials.state.value) === JSON.stringify(state))
}
