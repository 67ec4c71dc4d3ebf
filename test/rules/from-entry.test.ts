import t from 'tap'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { faultsOf } from '../../src/filter/faults.js'
import { filter } from '../../src/filter/entry-filter.js'
import { obstacleOf, ruleFromEntry } from '../../src/rules/from-entry.js'
import { GivenRuleSchema, RULE_LIMITS } from '../../src/schema/rule.js'
import { Compile } from 'typebox/compile'
import { anyEntry, entryWith } from '../exchange/entry.js'

const validator = Compile(GivenRuleSchema)
const actionOf = (fields: Parameters<typeof entryWith>[0]) => ruleFromEntry(entryWith(fields)).action

t.test('a rule from an entry matches its method, host and path, and responds as recorded', async t => {
  const entry = entryWith({
    api: 'https://api.example.com/v1/pay?nonce=8f2',
    method: 'POST',
    responseHeader: 'HTTP/1.1 402 Payment Required\r\nContent-Type: application/json\r\nX-Trace: a1',
    response: '{"ok":false}'
  })
  t.same(ruleFromEntry(entry), {
    name: 'POST /v1/pay',
    match: 'method:POST host:=api.example.com path:=/v1/pay',
    action: {
      type: 'respond',
      status: 402,
      statusText: 'Payment Required',
      headers: [{ name: 'Content-Type', value: 'application/json' }, { name: 'X-Trace', value: 'a1' }],
      body: { text: '{"ok":false}' }
    }
  })
})

t.test('an entry with only a path matches on every host, even if its headers name one', async t => {
  t.equal(ruleFromEntry(entryWith({ api: '/v1/pay', requestHeader: 'Host: a.example' })).match, 'method:GET path:=/v1/pay')
})

t.test('the operation of GraphQL is part of the match and of the name', async t => {
  const graphql = (query: string) => ruleFromEntry(entryWith({ api: '/graphql', method: 'POST', request: JSON.stringify({ query }) }))
  t.match(graphql('mutation Pay { pay { id } }'), { name: 'POST /graphql Pay', match: 'method:POST path:=/graphql operation:=Pay' })
  t.match(graphql('{ cart { id } }'), { name: 'POST /graphql', match: 'method:POST path:=/graphql operation:=query' })
})

t.test('the match of any entry finds this entry, and a filter has no fault in it', t => {
  fc.assert(fc.property(anyEntry, fc.webPath(), (any, path) => {
    for (const entry of [{ ...any, method: 'PUT' }, { ...any, method: 'GET', api: path }, { ...any, method: 'GET', api: `https://a.example${path}` }]) {
      const { match } = ruleFromEntry(entry)
      assert.ok(match.length <= RULE_LIMITS.match)
      assert.deepEqual(faultsOf(match), [], match)
      assert.ok(filter(match)(entry), match)
    }
  }))
  for (const api of ['/a b', '/a,b(c', '/=x', '/"q"', '/*', '/a*b', '/%E4', '/OR', `/${'data,'.repeat(2000)}`, '/regex/', '/-x', '/orders/:id', '/:a']) {
    const entry = entryWith({ api })
    const { match } = ruleFromEntry(entry)
    t.same(faultsOf(match), [], match.slice(0, 80))
    t.ok(filter(match)(entry), match.slice(0, 80))
  }
  t.end()
})

t.test('the path is matched as a whole, and a star in it only means a star', async t => {
  const wanted = filter(ruleFromEntry(entryWith({ api: '/a*' })).match)
  t.notOk(wanted(entryWith({ api: '/abc' })))
  t.notOk(filter(ruleFromEntry(entryWith({ api: '/a' })).match)(entryWith({ api: '/a/b' })))
})

t.test('a rule from any entry is valid', t => {
  fc.assert(fc.property(anyEntry, entry => {
    const rule = ruleFromEntry({ ...entry, method: 'GET' })
    assert.ok(validator.Check(rule), JSON.stringify(rule))
  }))
  t.end()
})

t.test('headers of the connection, of the bytes on the wire, and of cookies are left out, and what no platform can send', async t => {
  const responseHeader = [
    'HTTP/2 200', ':status: 200', 'Connection: keep-alive', 'Keep-Alive: timeout=5', 'Transfer-Encoding: chunked', 'Content-Length: 5',
    'content-encoding: br', 'Set-Cookie: a=1', 'Trailer: x', 'not a header', 'X-Tea: 茶', 'ETag: "7"', `X-Long: ${'a'.repeat(9000)}`
  ].join('\r\n')
  t.same(actionOf({ responseHeader, response: 'hello' }),
    { type: 'respond', status: 200, headers: [{ name: 'ETag', value: '"7"' }], body: { text: 'hello' } })
})

t.test('a text is declared as UTF-8, because it was decoded when it was recorded; bytes keep their charset', async t => {
  const typed = (response: string) => {
    const action = actionOf({ responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset="GBK"; x=1', response })
    return action.type === 'respond' ? action.headers?.[0]?.value : undefined
  }
  t.equal(typed('<p>茶'), 'text/html; charset=utf-8; x=1')
  t.equal(typed('data:text/html;base64,iVBORw=='), 'text/html; charset="GBK"; x=1')
})

t.test('bytes stay bytes, and a body of more than 4 KiB refers to the entry', async t => {
  const responseHeader = 'HTTP/1.1 200'
  t.match(actionOf({ responseHeader, response: 'data:image/png;base64,iV_ORw==' }), { body: { base64: 'iV/ORw==' } })
  t.match(actionOf({ responseHeader, response: 'a'.repeat(4096) }), { body: { text: /^a{4096}$/ } })
  t.match(actionOf({ id: '7-f', responseHeader, response: 'a'.repeat(4097) }), { body: { entry: '7-f' } })
})

t.test('a response without a body gets none, even if the browser showed one', async t => {
  t.same(actionOf({ responseHeader: 'HTTP/1.1 204 No Content', response: 'x' }), { type: 'respond', status: 204, statusText: 'No Content' })
  t.same(actionOf({ method: 'HEAD', responseHeader: 'HTTP/1.1 200', response: 'x' }), { type: 'respond', status: 200 })
  t.same(actionOf({ responseHeader: 'HTTP/1.1 304 Not Modified' }), { type: 'respond', status: 304, statusText: 'Not Modified' })
  t.same(actionOf({ responseHeader: 'HTTP/1.1 304 Not Modified', response: 'from the cache' }),
    { type: 'respond', status: 200, body: { text: 'from the cache' } })
})

t.test('a request that failed fails again, and so does a stream, which cannot be answered', async t => {
  t.same(actionOf({ responseHeader: 'HTTP/1.1 0', note: 'TypeError: Failed to fetch' }), { type: 'fail', how: 'network' })
  t.same(actionOf({ via: 'websocket', responseHeader: 'HTTP/1.1 101' }), { type: 'fail', how: 'network' })
  t.same(actionOf({ timeConsuming: 0 }), { type: 'respond', status: 200 })
  t.same(actionOf({ responseHeader: 'HTTP/1.1 0', note: 'canceled by the app' }), { type: 'respond', status: 200 })
})

t.test('says what cannot be repeated as it was recorded', async t => {
  const obstacle = (fields: Parameters<typeof entryWith>[0]) => obstacleOf(entryWith(fields))
  t.equal(obstacle({ timeConsuming: 0 }), 'pending')
  t.equal(obstacle({ note: 'canceled by the app', responseHeader: 'HTTP/1.1 0' }), 'canceled')
  t.equal(obstacle({}), 'no-status')
  t.equal(obstacle({ via: 'eventsource', responseHeader: 'HTTP/1.1 200' }), 'stream')
  t.equal(obstacle({ responseHeader: 'HTTP/1.1 302 Found' }), 'redirect')
  t.equal(obstacle({ responseHeader: 'HTTP/1.1 205' }), 'status')
  t.equal(obstacle({ responseHeader: 'HTTP/1.1 200', response: 'a', note: 'response cut: 1 MB of 5 MB kept' }), 'cut')
  t.equal(obstacle({ responseHeader: 'HTTP/1.1 304' }), undefined)
  t.equal(obstacle({ responseHeader: 'HTTP/1.1 0', note: 'no network' }), undefined)
})

t.test('a long name is cut between characters', async t => {
  const { name } = ruleFromEntry(entryWith({ api: `/${'a'.repeat(93)}💳💳` }))
  t.ok(name.length <= 100)
  t.ok(name.isWellFormed(), name)
})
