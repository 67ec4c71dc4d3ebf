import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { StartingEntry, type StartingRequest } from '../../src/rules/starting-request.js'
import { compileMatch, MAX_VALUES } from '../../src/rules/match.js'
import { mayMatch } from '../../src/rules/prefilter.js'
import { RuleBook } from '../../src/rules/rule-book.js'
import { RequestTexts } from '../../src/rules/request-texts.js'
import { parse } from '../../src/filter/parse.js'
import { valueCount } from '../../src/filter/query.js'
import type { Rule, RuleAction } from '../../src/schema/rule.js'
import { anyText } from '../filter/arbitraries.js'
import { runs } from '../support/runs.js'

// Each word stands in some requests and not in others; some in another letter case, escaped, or in letters whose other case is ASCII.
const WORDS = ['pay', 'PAY', '/v1/pay', 'v1', 'k', '\u212a', 'i', '\u0130', '茶', 'é', 'É', 's', '\u017f', '*', '/v1/*', '/*/pay', '*y', 'p*y', 'a b', '/', 'a', '1',
  'api.test', 'API', 'x-k', 'X-\u0130', 'json', 'en', '42', 'null', 'true', '{', '\\', '%20', 'q=a b', 'q=', 'query', 'Pay', '/v1/42', '/v1/pay', '']
const KEYS = ['method', 'host', 'path', 'api', 'query', 'operation', 'header', 'request-header', 'body', 'request', 'json', 'kind', 'source', 'via']
const word = fc.constantFrom(...WORDS)
const written = fc.tuple(word, fc.boolean()).map(([word, isQuoted]) => isQuoted || /[\s"\\]/.test(word) ? JSON.stringify(word) : word)
const value = fc.oneof(
  written, written.map(text => `=${text}`), fc.tuple(written, fc.constantFrom('=', '>', '<='), written).map(parts => parts.join(''))
)
const term = fc.oneof(
  written, fc.constantFrom('method:POST', 'method:G', 'json:data.id=42', 'json:Data', 'json:$', 'status:200', 'path:/./', 'operation:=Pay'),
  fc.constantFrom('path:=/v1/pay', 'path:=/', 'path:=/v1/42'),
  fc.tuple(fc.constantFrom(...KEYS), fc.array(value, { minLength: 1, maxLength: 2 })).map(([key, values]) => `${key}:${values.join(',')}`)
)
const signed = fc.tuple(fc.constantFrom('', '', '', '-'), term).map(parts => parts.join(''))
const terms = fc.array(signed, { minLength: 1, maxLength: 3 }).map(terms => terms.join(' '))
const match = fc.oneof(
  { weight: 8, arbitrary: fc.array(terms, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.tuple(signed, signed, signed).map(([a, b, c]) => [`(${a} OR ${b}) ${c}`]) },
  { weight: 1, arbitrary: fc.tuple(anyText) }
).map(alternatives => alternatives.join(' OR '))

const URLS = ['https://api.test/v1/pay', 'HTTPS://API.test/V1/PAY?q=a%20b', 'http://api.test', 'http://api.test?q=a+b', 'ws://api.test/v1/42?q=%E8%8C%B6',
  'https://Kim.test/\u212a/\u0130/\u017f', 'https://a.test/v1/茶?q=é', 'data:text/plain,/v1/pay', 'data://api.test/v1/pay', 'blob:https://api.test/v1/pay', '//api.test/v1/pay',
  '/v1/pay?q=en', '1x://api.test/v1/pay', 'x_y://api.test/v1/pay', ' https://api.test/v1/pay', 'https://u:pay@api.test:42/v1/*#en', 'http:/v1/pay', '']
const asked: fc.Arbitrary<StartingRequest> = fc.record({
  method: fc.constantFrom('GET', 'post', 'POSTAL', ''),
  url: fc.constantFrom(...URLS),
  headers: fc.constantFrom<StartingRequest['headers'][]>(undefined, [], [['Host', 'api.test']], [['X-K', 'Pay'], ['content-type', 'application/json']], [['X-K', 'a\\u0062']],
    [['{"x-k":"p\\u0061y"}', '']], [['{"x-k"', '[42,"pay"]}']], [['x-K', '1']], [['x-é', 'PAY'], ['x-k', '420']]),
  body: fc.constantFrom(undefined, '', 'a=PAY&b=\u212a', '{"data":{"id":42}}', '{"DATA":{"ID":42.0},"k":"pay"}', '{"d\\u0061ta":{"id":42,"K":1}}', '42', '"pay"', '茶 É',
    '{"query":"mutation Pay { pay }"}', '{"query":"{ pay }"}', '{"operationName":"P\\u0061y","query":"query Pay { a }"}', '[{"a":"\\u8336"},null,true]'),
  source: fc.constantFrom(undefined, 'pay app'),
  via: fc.constantFrom(undefined, 'beacon')
})

t.test('the prefilter holds back no request that matches, or of which it is not known', async t => {
  const counts = { held: 0, matched: 0 }
  fc.assert(fc.property(match, asked, (text, asked) => {
    if (valueCount(parse(text)) > MAX_VALUES) return
    const entry = new StartingEntry(asked)
    const compiled = compileMatch(text)
    const may = mayMatch(compiled.required, new RequestTexts(entry))
    if (compiled.matches(entry) !== false) {
      counts.matched++
      assert(may)
    } else if (!may) counts.held++
  }), { numRuns: runs(5000) })
  t.ok(counts.held > 0 && counts.matched > 0, JSON.stringify(counts))
})

const ACTIONS: RuleAction[] = [
  { type: 'fail', how: 'network' }, { type: 'pass' }, { type: 'delay', ms: 1 }, { type: 'change', response: { status: 404 } }
]
const ruled = fc.tuple(match, fc.constantFrom(...ACTIONS), fc.constantFrom(undefined, 1), fc.constantFrom(0, 2000, 2000))
const rules = fc.array(ruled, { maxLength: 30 })
  .map(rules => rules.map(([match, action, times, expires], n): Rule => (
    { id: `r${n}`, name: match, enabled: true, match, action, expires, ...times !== undefined && { times } }
  )))

t.test('a book applies the same rules, and is unsure of the same ones, as if each were tried in its order', async t => {
  let applied = 0
  fc.assert(fc.property(rules, fc.array(asked, { minLength: 1, maxLength: 5 }), (rules, requests) => {
    const [uses, plainUses] = [new Map<string, number>(), new Map<string, number>()]
    const book = new RuleBook(rules, { random: () => 0.5, nowMs: () => 1000, bodies: new Map(), uses })
    for (const asked of requests) {
      const unsure: string[] = []
      const picked = book.pick(asked, ({ id }) => unsure.push(id))?.applied
      if (picked) applied++
      const plain = tryEach(rules, asked, plainUses)
      assert.deepEqual([picked?.id, picked?.also, unsure, uses], [plain.hits.at(-1), plain.also, plain.unsure, plainUses])
    }
  }), { numRuns: runs(500) })
  t.ok(applied > 0)
})

function tryEach (rules: Rule[], asked: StartingRequest, uses: Map<string, number>) {
  const entry = new StartingEntry(asked)
  const [hits, unsure]: [Rule[], string[]] = [[], []]
  for (const rule of rules) {
    if (rule.expires <= 1000 || (uses.get(rule.id) ?? 0) >= (rule.times ?? Infinity)) continue
    const matches = compileMatch(rule.match).matches(entry)
    if (matches === undefined) unsure.push(rule.id)
    if (!matches) continue
    uses.set(rule.id, (uses.get(rule.id) ?? 0) + 1)
    hits.push(rule)
    if (rule.action.type === 'fail' || rule.action.type === 'pass') break
  }
  const named = hits.filter(({ action }) => action.type !== 'pass').map(({ id, name, action }) => ({ id, name, action: action.type }))
  const also = named.slice(0, -1).slice(0, 10)
  return { hits: named.map(({ id }) => id), also: also.length > 0 ? also : undefined, unsure }
}

t.test('what a filter finds in another form than it is written is not held back', async t => {
  const cases: [match: string, asked: Partial<StartingRequest>][] = [
    ['query:q=pay', { url: 'https://api.test/?q=p%61y' }],
    ['query:=q=pay', { url: 'https://api.test/?q=p%61y' }],
    ['path:/*t', { url: 'https://api.test/v1/t' }],
    ['host:=api.test', { url: '/v1', headers: [['Host', 'api.test']] }],
    ['\u212a', { url: 'https://api.test/%E2%84%AA' }],
    ['header:x-k=pay', { headers: [['{"x-k"', '"p\\u0061y"}']] }],
    ['header:x-k>41', { headers: [['x-k', '420']] }],
    ['json:data.id=42', { body: '{"d\\u0061ta":{"\\u0069d":42}}' }],
    ['json:id=42', { body: '{"id":4.2e1}' }],
    ['request:é', { body: '"\\u00c9"' }]
  ]
  for (const [match, more] of cases) {
    const entry = new StartingEntry({ method: 'GET', url: 'https://api.test/', headers: [], body: '', ...more })
    const compiled = compileMatch(match)
    t.same([compiled.matches(entry), mayMatch(compiled.required, new RequestTexts(entry))], [true, true], match)
  }
})

t.test('rules for one path stay between the others in their order', async t => {
  const [wait, fail] = [{ type: 'delay', ms: 1 }, { type: 'fail', how: 'network' }] as const
  const rules = ([['path:=/pay', wait], ['pay', wait], ['path:=/pay OR path:=/other', wait], ['', wait], ['path:=/PAY', fail]] as const)
    .map(([match, action], n): Rule => ({ id: `r${n}`, name: match, enabled: true, match, action, expires: 2000 }))
  const book = new RuleBook(rules, { random: () => 0.5, nowMs: () => 1000, bodies: new Map(), uses: new Map() })
  const idsFor = (url: string) => {
    const { id, also = [] } = book.pick({ method: 'GET', url, headers: [], body: '' })?.applied ?? {}
    return [...also.map(({ id }) => id), id]
  }
  t.same(idsFor('https://api.test/pay'), ['r0', 'r1', 'r2', 'r3', 'r4'])
  t.same(idsFor('https://api.test/other'), ['r2', 'r3'])
  t.same(idsFor('https://api.test/pay/1'), ['r1', 'r3'])
  t.same(idsFor('data://api.test/pay'), ['r1', 'r3'], 'another path, as a filter reads it')
})

t.test('what is not known of a request holds back no rule', async t => {
  const seen = new RequestTexts(new StartingEntry({ method: 'POST', url: 'https://api.test/', headers: undefined, body: undefined }))
  for (const text of ['request-header:x', 'header:x=1', 'json:id=a', 'request:x', 'body:x']) {
    t.ok(mayMatch(compileMatch(text).required, seen), text)
  }
})

t.test('most rules need not be tried', async t => {
  const seen = new RequestTexts(new StartingEntry({ method: 'POST', url: 'https://api.test/v1/pay?x=1', headers: [['x-one', 'a']], body: '{"id":7}' }))
  for (const text of ['method:GET', 'host:other', 'path:/v2/*', 'refund', 'query:x=2', 'header:x-two', 'header:x-one=b', 'json:user=1',
    'json:id=bob', 'request:kettle', 'pay method:GET', 'refund OR path:cart', 'api:/orders/*']) {
    t.notOk(mayMatch(compileMatch(text).required, seen), text)
  }
  t.ok(mayMatch(compileMatch('refund OR PATH:pay').required, seen))
})

t.test('the body is looked at last', async t => {
  let reads = 0
  const lazy = { method: 'POST', url: 'https://api.test/v1/pay', headers: [], get body () { reads++; return 'x' } }
  t.notOk(mayMatch(compileMatch('request:x json:id=1 path:other').required, new RequestTexts(new StartingEntry(lazy))))
  t.equal(reads, 0)
})
