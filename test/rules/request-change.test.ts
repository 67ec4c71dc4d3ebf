import t from 'tap'
import type { ChangeRequest, ChangeResponse } from '../../src/schema/rule.js'
import { changedHead, changedJson, MAX_JSON } from '../../src/rules/answer.js'
import { changedRequest } from '../../src/rules/request-change.js'

t.test('a request gets another origin, path and headers', async t => {
  const url = 'https://api.example.com:8443/v1/pay?x=1'
  const changed = (change: ChangeRequest) => changedRequest({ url, headers: [['Accept', 'a'], ['X-One', '1'], ['x-one', '2']] }, change, new Map())
  t.equal(changed({ origin: 'http://localhost:3000/' })?.url, 'http://localhost:3000/v1/pay?x=1')
  t.equal(changed({ pathPrefix: { from: '/v1', to: '/v2/beta' } })?.url, 'https://api.example.com:8443/v2/beta/pay?x=1')
  t.equal(changed({ pathPrefix: { from: '/v1/pay', to: '' } })?.url, 'https://api.example.com:8443?x=1')
  t.equal(changed({ pathPrefix: { from: '/v1', to: '@evil.test' } })?.url, 'https://api.example.com:8443/@evil.test/pay?x=1')
  t.equal(changed({ pathPrefix: { from: '/v3', to: '/v4' } })?.url, url)
  for (const origin of ['javascript:alert(1)', 'data:text/html,x', 'https://a@b', 'https://a/b', 'ftp://a', 'x']) t.equal(changed({ origin })?.url, url, origin)
  t.same(changed({ setHeaders: [{ name: 'x-one', value: '3' }], removeHeaders: ['ACCEPT'] })?.headers, [['x-one', '3']])
  t.same(changed({ body: { text: 'new' } })?.content, { text: 'new' })
  t.equal(changed({ body: { stored: 'f', bytes: 1 } }), undefined, 'its body is not there yet')
})

t.test('a response gets another status, headers and body', async t => {
  const original = { status: 200, statusText: 'Fine', headers: [['content-type', 'a/b'], ['content-length', '9'], ['content-encoding', 'br']] as const }
  const changed = (change: ChangeResponse) => changedHead(original, change, new Map())
  t.same(changed({ status: 503 }), { ...original, status: 503, statusText: '' })
  t.same(changed({ statusText: 'Odd' }), { ...original, statusText: 'Odd' })
  t.same(changed({ body: { text: 'é' } }), {
    status: 200, statusText: 'Fine', headers: [['content-type', 'a/b'], ['content-length', '2']], content: { text: 'é' }
  })
  t.same(changed({ removeHeaders: ['Content-Type'] })?.headers, original.headers.slice(1))
  t.equal(changed({ status: 302 }), undefined)
})

t.test('JSON is changed up to a megabyte: first merged, then patched', async t => {
  const change: ChangeResponse = { merge: { a: 2 }, patch: [{ op: 'test', path: '/a', value: 2 }, { op: 'add', path: '/b', value: 3 }] }
  t.equal(changedJson('{"a":1,"n":1.0}', change), '{"a":2,"n":1.0,"b":3}')
  t.equal(changedJson(`"${'x'.repeat(MAX_JSON)}"`, change), undefined)
})
