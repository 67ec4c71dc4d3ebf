// Rules that were made from a recording, applied to the requests of the same app on the next day.
import t from 'tap'
import { addressOf } from '../../src/exchange/address.js'
import { importHar } from '../../src/har/import.js'
import { parseHar } from '../../src/har/recording.js'
import { rulesFromRecording, type RecordedRules } from '../../src/rules/from-recording.js'
import { matchFault } from '../../src/rules/match-fault.js'
import { RuleBook } from '../../src/rules/rule-book.js'
import { readFileSync } from 'node:fs'
import type { Entry } from '../../src/schema/entry.js'
import type { GivenRule } from '../../src/schema/rule.js'
import { entryWith } from '../exchange/entry.js'

const START = 1_795_250_000_000
let count = 0

function entry (request: string, status: number, response: string, more: Partial<Entry> = {}): Entry {
  const [method = '', api = ''] = request.split(' ')
  const n = ++count
  const startTime = START + n * 1000
  return entryWith({
    id: `${n}-a`, requestId: `r${n}`, method, api, responseHeader: `HTTP/1.1 ${status} X`, response, startTime, timestamp: startTime, ...more
  })
}

/** What an app gets that applies the rules: `200 body`, `fail`, or `network` if no rule answers. */
function app (rules: readonly GivenRule[]) {
  const live = rules.map((rule, n) => ({ id: `r${n}`, enabled: true, expires: Infinity, ...rule }))
  const book = new RuleBook(live, { random: () => 0, nowMs: () => 0, bodies: new Map(), uses: new Map() })
  return (request: string, body = '', headers: [string, string][] = []): string => {
    const [method = '', path = ''] = request.split(' ')
    const end = book.pick({ method, url: path.startsWith('http') ? path : `https://a.test${path}`, headers, body })?.end
    if (end?.type !== 'respond') return end?.type ?? 'network'
    const { status, content } = end.answer
    return `${status} ${'text' in content ? content.text : new TextDecoder().decode(content.bytes)}`
  }
}

function appOf (entries: Entry[], options: Parameters<typeof rulesFromRecording>[1] = {}) {
  const made = rulesFromRecording(entries, options)
  for (const { match } of made.rules) t.equal(matchFault(match), undefined, match)
  return { ask: app(made.rules), ...made }
}

const whys = ({ leftOut }: RecordedRules) => leftOut.map(({ entry: { method, api }, why }) => `${why} ${method} ${addressOf({ api, requestHeader: '' }).path}`)

t.test('answers in the recorded order; the last success answers all later requests', async t => {
  const { ask, rules } = appOf([
    entry('GET /job', 200, 'waiting'), entry('GET /job', 200, 'waiting'), entry('GET /job', 200, 'done'), entry('GET /job', 500, 'broken')
  ])
  t.same(rules.map(({ name, times }) => [name, times]),
    [['GET /job (1 of 3)', 2], ['GET /job (2 of 3)', 1], ['GET /job (3 of 3)', 1], ['GET /job (then)', undefined]])
  t.same(Array.from({ length: 6 }, () => ask('GET /job')), ['200 waiting', '200 waiting', '200 done', '500 broken', '200 done', '200 done'])
})

t.test('an API that always answers the same has one rule, and one that only failed keeps failing', async t => {
  const failed = { responseHeader: 'HTTP/1.1 0', response: '' }
  const { ask, rules } = appOf([entry('GET /a', 200, 'a'), entry('GET /b', 0, '', failed), entry('GET /a', 200, 'a')])
  t.same(rules.map(({ name, times }) => [name, times]), [['GET /a', undefined], ['GET /b', undefined]])
  t.same([ask('GET /a'), ask('GET /b'), ask('GET /b'), ask('GET /c')], ['200 a', 'fail', 'fail', 'network'])
})

t.test('what a query asks for counts; times, nonces, secrets and the ids of devices in it do not', async t => {
  const volatile = (n: number) => `_=${START + n * 1000 + 5}&nonce=8f2a1b9c${n}d7e6&token=t${n}&device=3f2504e0-4f89-11d3-9a0c-0305e82c3301`
  const { ask } = appOf([
    entry(`GET /list?page=1&${volatile(1)}`, 200, 'one'), entry(`GET /list?page=10&${volatile(2)}`, 200, 'ten'),
    entry(`GET /list?${volatile(3)}&page=2`, 200, 'two')
  ])
  const later = `_=${START + 90_000_000}&nonce=0a1b2c3d4e5f&token=new&device=11111111-4f89-11d3-9a0c-0305e82c3301`
  t.same(['1', '10', '3'].map(page => ask(`GET /list?page=${page}&${later}`)), ['200 one', '200 ten', 'network'])
  t.equal(ask(`GET /list?${later}&page=2`), '200 two')
})

t.test('an id that a response had brought is data, and counts', async t => {
  const [a, b] = ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '7c9e6679-7425-40de-944b-e07fc1f90ae7']
  const { ask } = appOf([
    entry('GET /ids', 200, JSON.stringify([{ id: a }, { id: b }])), entry(`GET /item?id=${a}`, 200, 'a'), entry(`GET /item?id=${b}`, 200, 'b'),
    entry(`GET /items/${b}/price`, 200, '2'), entry(`GET /items/${a}/price`, 200, '1')
  ])
  t.same([ask(`GET /item?id=${b}`), ask(`GET /item?id=${a}`), ask('GET /item?id=0a1b2c3d4e5f')], ['200 b', '200 a', 'network'])
  t.same([ask(`GET /items/${a}/price`), ask(`GET /items/${b}/price`)], ['200 1', '200 2'])
})

t.test('an id that comes back beside others counts, although no response had brought it', async t => {
  const [a, b] = ['3f2504e04f8911d3', '7c9e6679742540de']
  const { ask } = appOf([entry(`GET /item?id=${a}`, 200, 'a'), entry(`GET /item?id=${b}`, 200, 'b'), entry(`GET /item?id=${a}`, 200, 'a')])
  t.same([ask(`GET /item?id=${b}`), ask(`GET /item?id=${a}`)], ['200 b', '200 a'])
})

t.test('a path may have an id that the app makes anew; one that was requested once stays', async t => {
  const { ask } = appOf([
    entry('PUT /drafts/3f2504e04f8911d3', 201, 'one'), entry('PUT /drafts/7c9e6679742540de', 201, 'two'), entry('GET /shop/9a0c0305e82c3301', 200, 's')
  ])
  t.same([ask('PUT /drafts/aaaa6679742540de'), ask('PUT /drafts/bbbb6679742540de')], ['201 one', '201 two'])
  t.same([ask('GET /shop/9a0c0305e82c3301'), ask('GET /shop/cccc6679742540de')], ['200 s', 'network'])
})

t.test('an address without a query does not answer one with a query that others had', async t => {
  const { ask } = appOf([entry('GET /list', 200, 'all'), entry('GET /list?page=2', 200, 'two')])
  t.same([ask('GET /list'), ask('GET /list?page=2'), ask('GET /list?page=3')], ['200 all', '200 two', 'network'])
})

t.test('bodies count where recorded ones differ and were answered differently: JSON, forms, GraphQL', async t => {
  const form = { requestHeader: 'Content-Type: application/x-www-form-urlencoded' }
  const headers: [string, string][] = [['content-type', 'application/x-www-form-urlencoded']]
  const { ask } = appOf([
    entry('POST /rpc', 200, 'user', { request: `{"method":"getUser","id":1,"ts":${START}}` }),
    entry('POST /rpc', 200, 'cart', { request: `{"method":"getCart","id":2,"ts":${START + 9}}` }),
    entry('POST /log', 200, 'ok', { request: '{"line":"a"}' }), entry('POST /log', 200, 'ok', { request: '{"line":"b"}' }),
    entry('POST /form', 200, 'tea', { request: 'item=tea&n=1', ...form }), entry('POST /form', 200, 'cup', { request: 'item=cup&n=1', ...form }),
    entry('POST /graphql', 200, 'a', { request: '{"query":"query A { a }"}' }), entry('POST /graphql', 200, 'b', { request: '{"query":"query B { b }"}' }),
    entry('POST /graphql', 200, 'unnamed', { request: '{"query":"{ c }"}' })
  ])
  t.same([ask('POST /rpc', `{"ts":${START + 1e8},"id":2,"method":"getCart"}`), ask('POST /rpc', '{"method":"getUser","id":1}')], ['200 cart', '200 user'])
  t.equal(ask('POST /rpc', '{"method":"other"}'), 'network')
  t.equal(ask('POST /log', '{"line":"c"}'), '200 ok')
  t.same([ask('POST /form', 'item=cup&n=3', headers), ask('POST /form', 'item=tea&n=1', headers)], ['200 cup', '200 tea'])
  t.same([ask('POST /graphql', '{"query":"query B { b }"}'), ask('POST /graphql', '{"query":"query A { a }"}')], ['200 b', '200 a'])
  t.equal(ask('POST /graphql', '{"query":"{ c }"}'), '200 unnamed')
})

t.test('secrets in bodies are not compared, and are in no filter', async t => {
  const { ask, rules } = appOf([
    entry('POST /login', 401, 'no', { request: '{"user":"zoe","password":"wrong"}' }), entry('POST /login', 200, 'in', { request: '{"user":"zoe","password":"right"}' })
  ])
  t.notMatch(JSON.stringify(rules), /wrong|right/)
  t.same([ask('POST /login', '{}'), ask('POST /login', '{}'), ask('POST /login', '{}')], ['401 no', '200 in', '200 in'])
})

t.test('a host counts if the app wrote it, unless any host may answer', async t => {
  const entries = [entry('GET https://api.test/x', 200, 'api'), entry('GET https://cdn.test/x', 200, 'cdn')]
  const { ask } = appOf(entries)
  t.same([ask('GET https://cdn.test/x'), ask('GET https://api.test/x'), ask('GET https://other.test/x')], ['200 cdn', '200 api', 'network'])
  const { ask: anywhere } = appOf(entries, { anyHost: true })
  t.equal(anywhere('GET http://localhost:3000/x'), '200 api')
})

t.test('a redirect is answered with what it led to', async t => {
  const { ask, leftOut } = appOf([
    entry('POST /buy', 303, '', { responseHeader: 'HTTP/1.1 303 See Other\nLocation: /thanks', requestHeader: 'Host: a.test' }),
    entry('GET /thanks', 200, 'thanks', { requestHeader: 'Host: a.test' })
  ])
  t.same(leftOut, [])
  t.equal(ask('POST /buy'), '200 thanks')
})

t.test('a 304 from the browser\'s cache is no answer for an app', async t => {
  const { ask } = appOf([entry('GET /terms', 200, 'text'), entry('GET /terms', 304, '')])
  t.same([ask('GET /terms'), ask('GET /terms')], ['200 text', '200 text'])
})

t.test('says what is left out, and why', async t => {
  const made = rulesFromRecording([
    entry('GET /pending', 0, '', { timeConsuming: 0, responseHeader: '' }), entry('GET /canceled', 0, '', { note: 'canceled by the app' }),
    entry('GET /moved', 302, '', { responseHeader: 'HTTP/1.1 302\nLocation: /nowhere' }), entry('GET /cut', 200, 'a', { note: 'response cut: 1 of 2 kept' }),
    entry('GET /large', 200, 'a'.repeat(64 * 1024 + 1)), entry('GET /live', 101, '', { via: 'websocket' }), entry('GET /fine', 200, 'a'.repeat(64 * 1024)),
    entry(`GET /long?q=${'b%20'.repeat(1200)}`, 200, 'a')
  ])
  t.same(made.rules.map(({ name }) => name), ['GET /fine'])
  t.same(whys(made), [
    'pending GET /pending', 'canceled GET /canceled', 'redirect GET /moved', 'cut GET /cut', 'large GET /large', 'stream GET /live', 'match GET /long'
  ])
})

t.test('within the limits, earlier steps of sequences go before APIs, and large bodies before small ones', async t => {
  const jobs = Array.from({ length: 60 }, (_, n) => entry('GET /job', 200, `step ${n}`))
  const apis = Array.from({ length: 90 }, (_, n) => entry(`GET /api/a${n}x`, 200, 'larger than a step'))
  const many = rulesFromRecording([...jobs, ...apis])
  t.equal(many.rules.length, 100)
  t.equal(whys(many).filter(why => why === 'full GET /job').length, 50)
  t.equal(app(many.rules)('GET /api/a89x'), '200 larger than a step')
  const big = rulesFromRecording(Array.from({ length: 10 }, (_, n) => entry(`GET /big/x${n}y`, 200, 'b'.repeat(60_000 + n))))
  t.equal(big.rules.length, 8)
  t.same(whys(big), ['full GET /big/x8y', 'full GET /big/x9y'])
  t.equal(rulesFromRecording(apis, { room: { rules: 3, bytes: 10_000, bodyBytes: 100 } }).rules.length, 3)
})

t.test('a recording of a browser is answered as it was recorded', async t => {
  const har = parseHar(readFileSync(new URL('../data/shop.har', import.meta.url), 'utf8'))
  const entries = importHar(har, 'shop').map((push, n): Entry => ({ id: `${n}`, timestamp: push.startTime ?? 0, ...push }))
  const { ask, leftOut } = appOf(entries)
  const outcomes = entries.filter(entry => !leftOut.some(left => left.entry === entry)).map(entry => {
    const said = ask(`${entry.method} ${entry.api}`, entry.request, [['content-type', /^content-type: (.*)/im.exec(entry.requestHeader)?.[1] ?? '']])
    const status = /^\S+ (\d+)/.exec(entry.responseHeader)?.[1]
    return said.startsWith(`${status} `) || (status === '0' && said === 'fail') || /^30[1-7]$/.test(status ?? '') || /^304/.test(status ?? '') ? 'same' : `${entry.method} ${entry.api}: ${status}, ${said}`
  })
  t.same([...new Set(outcomes)], ['same'])
  t.ok(outcomes.length > 60)
})
