// Which pages may use the service: CORS replies for browsers that ask, and 403 for pages that are not listed.
import t from 'tap'
import { call, newSession, refusedToWatch, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const open = await startReplica(t, redis)
const listed = await startReplica(t, redis,
  { CORS_ORIGINS: 'https://app.example, https://*.b.example:8080, null', VIEW_TOKENS: 'v', PUSH_TOKENS: 'p' })
const session = newSession()
const path = `/capture/entries?sessionId=${session}&token=v`

const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' }
})

t.test('by default, pages of every origin are allowed, also for error replies', async t => {
  for (const where of [path, '/capture/entries', '/nowhere']) {
    const { headers } = await call(open, where, { headers: { origin: 'https://any.example' } })
    t.equal(headers.get('access-control-allow-origin'), '*', where)
    t.match(headers.get('access-control-expose-headers'), /etag.*retry-after.*x-request-id/)
  }
})

t.test('a preflight needs no token, and may be cached', async t => {
  for (const replica of [open, listed]) {
    const { status, headers } = await call(replica, `/capture/raw-data?sessionId=${session}`, preflight('https://app.example'))
    t.equal(status, 204)
    t.match(headers.get('access-control-allow-origin'), /^(\*|https:\/\/app\.example)$/)
    t.match(headers.get('access-control-allow-methods'), /POST.*DELETE/)
    t.equal(headers.get('access-control-allow-headers'), 'authorization,content-type')
    t.equal(headers.get('access-control-max-age'), '86400')
  }
})

const PERMITTED = ['https://app.example', 'https://x.y.b.example:8080', 'null']
const REFUSED = [
  'https://other.example', 'http://app.example', 'https://app.example.evil', 'https://appxexample', 'https://b.example:8080',
  'https://evilb.example:8080', 'https://x.b.example'
]

t.test('with CORS_ORIGINS, pages of other origins get 403, over HTTP and WebSocket', async t => {
  for (const origin of PERMITTED) {
    const { status, headers } = await call(listed, path, { headers: { origin } })
    t.equal(status, 200, origin)
    t.equal(headers.get('access-control-allow-origin'), origin)
    t.match(headers.get('vary'), /origin/i)
  }
  for (const origin of REFUSED) {
    const { status, headers, body } = await call(listed, path, { headers: { origin } })
    t.equal(status, 403, origin)
    t.equal(headers.get('access-control-allow-origin'), null)
    t.match(body, { error: /CORS_ORIGINS/ })
    t.match(await refusedToWatch(listed, `sessionId=${session}&token=v`, { origin }), { status: 403 }, origin)
    t.equal((await call(listed, path, preflight(origin))).headers.get('access-control-allow-origin'), null)
  }
})

t.test('origins are normalized before they are compared, in the setting and in the header', async t => {
  const CORS_ORIGINS = 'https://App.Example:443,http://plain.example:80,https://*.wild.example:443,http://[0:0:0:0:0:0:0:1]:3000,' +
    'capacitor://localhost,https://bücher.example'
  const written = await startReplica(t, redis, { CORS_ORIGINS })
  const same = [
    'https://app.example', 'https://app.example:443', 'http://plain.example', 'https://a.b.wild.example', 'http://[::1]:3000',
    'capacitor://localhost', 'https://xn--bcher-kva.example'
  ]
  for (const origin of same) {
    const { status, headers } = await call(written, path, { headers: { origin } })
    t.equal(status, 200, origin)
    t.equal(headers.get('access-control-allow-origin'), origin)
  }
  const others = [
    'http://app.example', 'https://app.example:444', 'https://plain.example', 'http://plain.example:443', 'https://wild.example',
    'https://a.wild.example:80', 'http://[::1]', 'null', 'capacitor://other', '*', 'https://'
  ]
  for (const origin of others) {
    const { status, headers } = await call(written, path, { headers: { origin } })
    t.equal(status, 403, origin)
    t.equal(headers.get('access-control-allow-origin'), null)
  }
})

t.test('rejects origins that only resemble a subdomain or the service itself', async t => {
  const wild = await startReplica(t, redis, { CORS_ORIGINS: 'https://*.ok.example' })
  for (const label of ['a', 'a.b', 'xn--bcher-kva', 'A_1-x']) {
    t.equal((await call(wild, path, { headers: { origin: `https://${label}.ok.example` } })).status, 200, label)
  }
  const labels = [
    'evil.com#', 'evil.com?', 'evil.com\\', 'evil.com/', 'evil.com:443', 'user@', 'user:pass@evil.com', '%2e', 'a b', 'a,https://b', '',
    '.', 'a..b', '[::1]', '*'
  ]
  const own = [`${wild.url}#evil.com`, `${wild.url}/`, wild.url.replace('//', '//evil.com@'), wild.url.replace('//', '//evil.com\\@')]
  const ends = ['#', '/', ':443@evil.com'].map(end => `https://a.ok.example${end}`)
  for (const origin of [...labels.map(label => `https://${label}.ok.example`), ...ends, ...own]) {
    const { status, headers } = await call(wild, path, { headers: { origin } })
    t.equal(status, 403, origin)
    t.equal(headers.get('access-control-allow-origin'), null)
    t.match(await refusedToWatch(wild, `sessionId=${session}`, { origin }), { status: 403 }, origin)
  }
})

t.test('a beacon from a page that is not listed is not stored', async t => {
  const beacon = {
    method: 'POST', headers: { origin: 'https://other.example', 'content-type': 'text/plain' }, body: '{"api":"/a","method":"GET"}'
  }
  t.match(await call(listed, `/capture/raw-data?sessionId=${session}&token=p`, beacon),
    { status: 403, body: { code: 'forbidden', data: '' } })
  t.same((await call(listed, path)).body, [])
})

t.test('clients without an origin, and pages of the service itself, are allowed', async t => {
  t.match(await (await watch(t, listed, session, undefined, 'v')).next(), { type: 'connected' })
  t.match(await call(listed, path, { headers: { origin: listed.url } }), { status: 200 })
})

t.test('pages of the service are recognized behind a proxy if TRUST_PROXY is set', async t => {
  const proxied = { headers: { origin: 'https://earshot.example', 'x-forwarded-host': 'earshot.example', 'x-forwarded-proto': 'https' } }
  const trusting = await startReplica(t, redis, { CORS_ORIGINS: 'https://app.example', TRUST_PROXY: 'loopback' })
  t.match(await call(trusting, path, proxied), { status: 200 })
  t.match(await call(listed, path, proxied), { status: 403 })
  for (const [origin, host, status] of [
    ['https://earshot.example', 'earshot.example:443', 200], ['http://earshot.example', 'earshot.example:80', 200],
    ['https://earshot.example', 'EARSHOT.example', 200],
    ['http://[::1]', '[0::1]:80', 200], ['http://earshot.example:8080', 'earshot.example:8080', 200],
    ['https://earshot.example', 'earshot.example:8443', 403], ['https://earshot.example:8443', 'earshot.example', 403],
    ['http://earshot.example', 'earshot.example:443', 403],
    ['https://other.example', 'earshot.example', 403], ['null', 'null', 403], ['https://earshot.example', 'a b', 403]
  ] as const) {
    t.equal((await call(trusting, path, { headers: { origin, 'x-forwarded-host': host } })).status, status, `${origin} at ${host}`)
  }
})
