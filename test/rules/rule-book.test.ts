import t from 'tap'
import { RuleBook, type BookDeps } from '../../src/rules/rule-book.js'
import type { StartingRequest } from '../../src/rules/starting-request.js'
import type { Rule, RuleAction } from '../../src/schema/rule.js'

const RESPOND: RuleAction = { type: 'respond', status: 503, body: { text: 'away' } }
const FAIL: RuleAction = { type: 'fail', how: 'network' }
let count = 0

function rule (match: string, action: RuleAction, more: Partial<Rule> = {}): Rule {
  return { id: `r${count++}`, name: match, enabled: true, match, action, expires: 2000, ...more }
}

function bookOf (rules: Rule[], deps: Partial<BookDeps> = {}): RuleBook {
  return new RuleBook(rules, { random: () => 0.5, nowMs: () => 1000, bodies: new Map(), uses: new Map(), ...deps })
}

function asked (path = '/pay', more: Partial<StartingRequest> = {}): StartingRequest {
  return { method: 'POST', url: `https://a.test${path}`, headers: [], body: '', ...more }
}

t.test('the first enabled rule that matches applies', async t => {
  const book = bookOf([rule('path:other', RESPOND), rule('path:pay', FAIL, { enabled: false }), rule('path:=/pay', RESPOND), rule('', FAIL)])
  t.match(book.pick(asked()), { end: { type: 'respond', answer: { status: 503 } }, applied: { name: 'path:=/pay', action: 'respond' } })
  t.match(book.pick(asked('/x')), { end: FAIL })
  t.equal(bookOf([rule('path:other', RESPOND)]).pick(asked()), undefined)
})

t.test('delay and change let later rules go on, and the entry names them all', async t => {
  const change: RuleAction = { type: 'change', response: { status: 404 } }
  const rules = [rule('pay', { type: 'delay', ms: 100 }), rule('', { type: 'delay', ms: [10, 30] }), rule('', change), rule('', FAIL), rule('', RESPOND)]
  t.same(bookOf(rules).pick(asked()), {
    delayMs: 120,
    changes: [change],
    end: FAIL,
    bodies: new Map(),
    applied: {
      id: rules[3]!.id,
      name: '',
      action: 'fail',
      also: rules.slice(0, 3).map(({ id, name, action }) => ({ id, name, action: action.type }))
    }
  })
})

t.test('a rule whose action a request cannot do is told, does not count, and lets later rules go on', async t => {
  const uses = new Map<string, number>()
  const rules = [rule('', { type: 'delay', ms: 5 }, { name: 'slow' }), rule('path:other', { type: 'change' }), rule('', FAIL)]
  const told: string[] = []
  const picked = bookOf(rules, { uses }).pick(asked('/pay', { actions: ['respond', 'fail', 'pass'] }), ({ name }) => told.push(name))
  t.match(picked, { delayMs: 0, end: FAIL, applied: { action: 'fail' } })
  t.same(told, ['slow'])
  t.notOk(uses.has(rules[0]!.id))
})

t.test('pass is an exception for the rules below, and touches nothing by itself', async t => {
  const rules = [rule('pay', { type: 'pass' }), rule('', FAIL)]
  t.equal(bookOf(rules).pick(asked()), undefined)
  t.match(bookOf(rules).pick(asked('/x')), { end: FAIL })
  t.match(bookOf([rule('', { type: 'delay', ms: 5 }), ...rules]).pick(asked()), { delayMs: 5, end: undefined, applied: { action: 'delay' } })
})

t.test('times counts requests of the app, also when the rules were changed in between', async t => {
  const uses = new Map<string, number>()
  const rules = [rule('', FAIL, { times: 2 }), rule('', RESPOND)]
  const first = bookOf(rules, { uses })
  t.same([first.pick(asked()), bookOf(rules, { uses }).pick(asked()), first.pick(asked())].map(picked => picked?.applied.action), ['fail', 'fail', 'respond'])
})

t.test('chance is of 100', async t => {
  const values = [0.29, 0.3, 0.9]
  const book = bookOf([rule('', FAIL, { chance: 30 })], { random: () => values.shift()! })
  t.same([book.pick(asked()), book.pick(asked()), book.pick(asked())].map(picked => picked?.end), [FAIL, undefined, undefined])
})

t.test('a rule ends at its time', async t => {
  let now = 1999
  const book = bookOf([rule('', FAIL)], { nowMs: () => now })
  t.ok(book.pick(asked()))
  now = 2000
  t.equal(book.pick(asked()), undefined)
})

t.test('a rule whose body is not there yet does not apply', async t => {
  const stored = rule('', { type: 'respond', status: 200, body: { stored: 'f1', bytes: 3 } })
  t.match(bookOf([stored, rule('', FAIL)]).pick(asked()), { end: FAIL })
  const bodies = new Map([['f1', new Uint8Array([1, 2, 3])]])
  const end = bookOf([stored], { bodies }).pick(asked())?.end
  t.same(end?.type === 'respond' && end.answer.content, { bytes: new Uint8Array([1, 2, 3]) })
})

t.test('a body that cannot be looked at is reported, and its rule does not apply', async t => {
  const unsure: string[] = []
  const book = bookOf([rule('request:x', FAIL), rule('path:other request:x', FAIL), rule('pay', RESPOND)])
  t.equal(book.readsBody, true)
  t.match(book.pick(asked('/pay', { body: undefined }), rule => unsure.push(rule.match)), { applied: { action: 'respond' } })
  t.same(unsure, ['request:x'])
  t.equal(bookOf([rule('pay', FAIL)]).readsBody, false)
})

t.test('the body is read only if a rule asks for it', async t => {
  let reads = 0
  const lazy = { ...asked(), get body () { reads++; return 'x' } }
  bookOf([rule('pay -path:=/pay', FAIL), rule('path:other request:x', FAIL)]).pick(lazy)
  t.equal(reads, 0)
  t.ok(bookOf([rule('request:x json:y OR request:x', FAIL)]).pick(lazy))
  t.equal(reads, 1)
})

t.test('hostile rules do nothing but what is written there', async t => {
  const answers: [RuleAction & { type: 'respond' }, object | undefined][] = [
    [{ type: 'respond', status: 302, headers: [{ name: 'Location', value: 'https://evil.test' }] }, undefined],
    [{ type: 'respond', status: 101 }, undefined],
    [{ type: 'respond', status: 700 }, undefined],
    [{ type: 'respond', status: 200, statusText: 'OK 茶' }, { statusText: '', content: { text: '' } }],
    [{ type: 'respond', status: 204, body: { text: 'x' } }, { content: { text: '' } }],
    [{
      type: 'respond',
      status: 200,
      body: { text: 'é' },
      headers: [
        { name: 'Set-Cookie', value: 'a=1' }, { name: 'a\r\nb', value: 'x' }, { name: 'x', value: 'a\r\nb: c' }, { name: 'Content-Length', value: '9' },
        { name: 'content-encoding', value: 'gzip' }, { name: 'ok', value: ' 1 ' }
      ]
    }, { content: { text: 'é' } }],
    [{ type: 'respond', status: 200, body: { base64: '%%%' } }, undefined],
    [{ type: 'respond', status: 200, body: { entry: '1-2' } }, undefined]
  ]
  for (const [action, expected] of answers) {
    const end = bookOf([rule('', action)]).pick(asked())?.end
    t.match(end?.type === 'respond' ? end.answer : undefined, expected, JSON.stringify(action))
    if (action.headers && end?.type === 'respond') t.same(end.answer.headers, [['ok', '1'], ['content-length', '2']])
  }
  t.equal(bookOf([rule('', FAIL)]).pick(asked(`/${'x'.repeat(70_000)}`)), undefined, 'a long address')
  t.match(bookOf([rule('', FAIL, { times: 1e9 })]).pick(asked()), { end: FAIL })
})
