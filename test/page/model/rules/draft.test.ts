// The form of a rule: a rule that is opened and saved without edits does not change, mistakes are reported with their field, and the fields
// of an action are kept while another one is selected.
import t from 'tap'
import type { GivenRule, RuleAction } from '../../../../src/schema/rule.js'
import { draftOf, type RuleDraft } from '../../../../src/web/viewer/model/rules/draft.js'
import { faultsIn, jsonFault, readWait, ruleOf } from '../../../../src/web/viewer/model/rules/read-draft.js'

const ACTIONS: RuleAction[] = [
  { type: 'respond', status: 503, statusText: 'Busy', headers: [{ name: 'x-a', value: '1' }, { name: 'x-a', value: '2' }], body: { text: '{}' }, delayMs: [200, 1500] },
  { type: 'respond', status: 200, body: { base64: 'AAEC' } },
  { type: 'respond', status: 200, body: { stored: 'abc', bytes: 5000 } },
  { type: 'change', request: { origin: 'https://b.example', pathPrefix: { from: '/v1', to: '/v2' }, setHeaders: [{ name: 'x', value: 'y' }], removeHeaders: ['a', 'b'], body: { text: 'q' } } },
  { type: 'change', response: { status: 500, statusText: 'No', setHeaders: [{ name: 'x', value: 'y' }], removeHeaders: ['etag'], body: { text: 'new' } } },
  { type: 'change', response: { merge: { a: null, b: [1, { c: 2 }] } } },
  { type: 'change', response: { patch: [{ op: 'replace', path: '/a', value: 1 }] } },
  { type: 'delay', ms: 800 },
  { type: 'delay', ms: [1, 2] },
  { type: 'fail', how: 'timeout' },
  { type: 'pass' }
]

for (const action of ACTIONS) {
  t.test(`a rule is the same after it was opened and saved: ${JSON.stringify(action)}`, async t => {
    const rule: GivenRule = { id: 'r', name: 'pay', enabled: false, match: 'path:/pay', action, times: 3, chance: 12.5, expires: 99 }
    const draft = draftOf(rule, 'other')
    t.same(faultsIn(draft), [])
    t.same(ruleOf(draft, 'unused'), rule)
  })
}

const draft = (part: Partial<RuleDraft>): RuleDraft => ({ ...draftOf({ name: '', match: '', action: { type: 'respond', status: 200 } }, ''), ...part })
const respond = (part: Partial<RuleDraft['respond']>) => draft({ respond: { ...draft({}).respond, ...part } })
const change = (part: Partial<RuleDraft['change']>) => draft({ type: 'change', change: { ...draft({}).change, ...part } })
const names = (value: RuleDraft) => faultsIn(value).map(({ at, what }) => `${at} ${what}`)

t.test('a rule without a name of its own is named after what it does, and ends in an hour', async t => {
  const rule = ruleOf(draft({}), 'every request answers 200')
  t.equal(rule.name, 'every request answers 200')
  t.equal(rule.lifetimeMs, 3_600_000)
  t.equal(draftOf({ name: 'pay answers 200', match: '', action: { type: 'pass' } }, 'pay answers 200').name, '')
})

t.test('what is wrong in an answer is named with its field', async t => {
  for (const status of ['', '99', '600', 'abc', '200.5']) t.same(names(respond({ status })), ['status status'], status)
  for (const status of ['301', '302', '303', '307', '308']) t.same(names(respond({ status })), ['status redirect'])
  t.same(names(respond({ status: '205' })), ['status reset'])
  t.same(names(respond({ status: '204', body: { text: 'x' } })), ['body bodiless'])
  t.same(names(respond({ status: '204' })), [])
  t.same(names(respond({ statusText: '忙' })), ['statusText latin'])
  t.same(faultsIn(respond({ headers: 'a: 1\nno header' })), [{ at: 'headers', what: 'line', line: 2 }])
  t.same(names(respond({ headers: 'a: 1\u0000' })), ['headers line'])
  t.same(faultsIn(respond({ headers: 'a: ü\n\nb: 忙' })), [{ at: 'headers', what: 'value', line: 3 }])
  t.same(names(respond({ body: { text: 'ü'.repeat(32_769) } })), ['body large'])
  t.same(names(respond({ body: { kept: { entry: 'e' }, bytes: 70_000 } })), ['body large'])
  t.same(names(respond({ wait: 'soon' })), ['wait wait'])
  t.same(names(draft({ match: 'status:500' })), ['match match'])
  t.same(names(draft({ times: '0' })), ['times times'])
  t.same(names(draft({ times: '1.5', chance: '0' })), ['times times', 'chance chance'])
  t.same(names(draft({ chance: '101' })), ['chance chance'])
})

t.test('what is wrong in a change is named with its field', async t => {
  t.same(names(change({})), ['nothing nothing'])
  for (const origin of ['b.example', 'ftp://b', 'https://b/path']) t.same(names(change({ origin })), ['origin origin'], origin)
  t.same(names(change({ from: 'v1', to: '/v2' })), ['from path'])
  t.same(names(change({ to: '/v2' })), ['from path'])
  t.same(names(change({ without: 'a b' })), ['without names'])
  t.same(names(change({ merge: '{' })), ['merge json'])
  t.same(names(change({ how: 'patch', patch: '{"op":1}' })), ['patch operations'])
  t.same(names(change({ status: '302' })), ['status redirect'])
  t.same(names(change({ status: '205' })), ['status reset'])
  t.same(names(change({ status: '500' })), [])
})

t.test('a wait is milliseconds, seconds, or a range of either', async t => {
  const cases: [string, ReturnType<typeof readWait>][] = [
    ['800', 800], ['1.5 s', 1500], ['200-1500', [200, 1500]], ['1-3 s', [1000, 3000]], ['500 ms - 2 s', [500, 2000]], ['0', 0],
    ['600000', 600_000], ['5-5', 5], ['', undefined], ['2-1', undefined], ['-5', undefined], ['601 s', undefined], ['1 min', undefined]
  ]
  for (const [text, wait] of cases) t.same(readWait(text), wait, text)
})

t.test('JSON is checked, and an empty text is fine', async t => {
  t.equal(jsonFault(' '), undefined)
  t.equal(jsonFault('[1]'), undefined)
  t.type(jsonFault('{a'), 'string')
})

t.test('the fields of an action stay while another one is tried', async t => {
  const opened = draftOf({ name: 'x', match: '', action: { type: 'respond', status: 418, body: { text: 'tea' } } }, '')
  t.same(ruleOf({ ...opened, type: 'fail' }, '').action, { type: 'fail', how: 'network' })
  t.same(ruleOf({ ...opened, type: 'fail' }, '').name, 'x')
  t.match(ruleOf({ ...opened, type: 'respond' }, '').action, { status: 418, body: { text: 'tea' } })
})
