// list_requests, search_text, and the hints when nothing matches.
import t from 'tap'
import { newSession, push, pushBatch, pushed } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { sampled } from '../../support/runs.js'
import { openAgent } from './agent.js'

interface Row { id: string, url: string, status?: number, why?: string, found?: object[] }
interface Listed { matched: number, shown: number, host?: string, next?: string, hint?: string, requests: Row[] }

const replica = await startReplica(t, await startRedis(t))
const order = (n: number) => ({
  api: `https://shop.example/orders/${n}`, method: 'GET', timeConsuming: n, responseHeader: 'HTTP/1.1 200 OK', response: '{"code":0}'
})

t.test('each request is one short line, as text and as values, and the cursor gives older ones once', async t => {
  const session = newSession()
  await pushBatch(replica, session, Array.from({ length: 30 }, (_, n) => order(n + 1)))
  await pushed(replica, session, { api: '/pending', method: 'POST' })
  const { call, text, fault } = await openAgent(t, replica.url, session)
  const all = await call('list_requests') as unknown as Listed
  t.match(all, { matched: 31, shown: 20, host: 'shop.example', next: '12' })
  t.same(all.requests.at(-2), { id: '30', method: 'GET', url: '/orders/30', status: 200, ms: 30 })
  t.same(all.requests.at(-1), { id: '31', method: 'POST', url: '/pending', verdict: 'pending' })
  const lines = (await text('list_requests', { last: 2 })).split('\n')
  t.same(lines, [
    '31 requests match, 2 shown, the newest last. For older requests, pass cursor 30. Rows without a host are requests to shop.example.', '30 GET 200 30ms /orders/30',
    '31 POST - /pending [pending]'
  ])
  const older = await call('list_requests', { cursor: all.next }) as unknown as Listed
  t.same(older.requests.map(({ id }) => id), Array.from({ length: 11 }, (_, n) => String(n + 1)))
  t.notOk('next' in older)
  t.match(await call('list_requests', { cursor: '1' }), { matched: 31, shown: 0, hint: 'No older requests match' })
  t.match(await fault('list_requests', { cursor: 'x' }), /A cursor is a number: `next` of the previous result/)
  t.match(await call('get_request', { id: '30' }), { url: 'https://shop.example/orders/30', applicationCode: '0' })
  t.match(await fault('get_request', { id: '99' }), /There is no request 99 in session/)
  t.match(await fault('get_request', { id: '0' }), /There is no request 0 in session/)
})

t.test('200 requests take at most 20 KB, and fewer are shown if hostile texts make them longer', async t => {
  const [session, hostile] = [newSession(), newSession()]
  await pushBatch(replica, session,
    Array.from({ length: 250 }, (_, n) => ({ ...order(n), api: `https://api.shop.example/v1/customers/${n}/orders?page=2&sort=created` })))
  const evil = {
    method: 'DELETE',
    timeConsuming: 123_456.7,
    responseHeader: 'HTTP/1.1 0',
    note: '\u202e"\\\n'.repeat(250),
    api: `https://shop.example/\n231 GET 200 /fine${'"\\\u4e2d\u200b'.repeat(500)}`
  }
  await pushBatch(replica, hostile, Array.from({ length: 250 }, () => evil))
  for (const [name, least] of [[session, 200], [hostile, 50]] as const) {
    const { call, text } = await openAgent(t, replica.url, name)
    const values = await call('list_requests', { last: 200 }) as unknown as Listed
    const lines = await text('list_requests', { last: 200 })
    t.ok(Buffer.byteLength(JSON.stringify(values)) <= 20_000, `${Buffer.byteLength(JSON.stringify(values))} bytes of values`)
    t.ok(Buffer.byteLength(lines) <= 20_000, `${Buffer.byteLength(lines)} bytes of text`)
    t.ok(values.shown >= least, `${values.shown} shown`)
    t.equal(lines.split('\n').length, values.shown + 1, 'no app can add a line')
    t.equal(values.next, values.requests[0]!.id)
  }
})

t.test('answers without matches explain why', async t => {
  const [session, empty] = [newSession(), newSession()]
  await pushBatch(replica, session, [order(1), order(2), { ...order(3), method: 'POST' }])
  const { call, fault } = await openAgent(t, replica.url, session)
  t.match(await call('list_requests', { filter: 'method:GET status:404' }),
    { matched: 0, hint: 'None of 3 requests matches; without status:404, 2 would match; summarize_session shows what is there' })
  t.match(await call('list_requests', { session: empty }),
    { matched: 0, hint: /^There is no request in session .*create_session makes a new session$/ })
  t.match(await call('summarize_session', { session: empty }), { requests: 0, hint: /^There is no request in session/ })
  t.match(await call('summarize_session', { filter: 'status:404' }), { requests: 0, hint: /^No request matches/ })
  t.match(await fault('list_requests', { filtr: 'status:404' }),
    /There is no argument "filtr"\. Did you mean filter\? The arguments are session, filter, last, cursor/)
  t.match(await fault('create_session', { name: 'x' }), /There is no argument "name"\. The arguments are none/)
  t.match(await fault('list_requests', { filter: 'statsu:200' }), /no key "statsu"\. Did you mean "status:"\?/)
  t.match(await fault('summarize_session', { filter: 'status:abc' }), /the key "status" does not take "abc"/)
  t.match(await fault('wait_for_request', { filter: 'is:eror' }), /Did you mean "error"\?/)
  for (const tool of ['list_requests', 'wait_for_request']) t.match(await fault(tool, { filter: 'qq:1' }), /use search_text or quote it$/)
  t.match(await fault('wait_for_request', { filter: 'is:duplicate' }), /wait_for_request does not take them: use list_requests/)
})

t.test('finds duplicates and bursts like the service', async t => {
  const session = newSession()
  await pushBatch(replica, session, [order(1), order(1), { ...order(9), api: '/other' }])
  const { call } = await openAgent(t, replica.url, session)
  const ids = async (filter: string) => (await call('list_requests', { filter }) as unknown as Listed).requests.map(({ id }) => id)
  t.same(await ids('is:duplicate method:GET'), ['1', '2'])
  t.same(await ids('-is:duplicate'), ['3'])
  t.same(await ids('is:n+1'), [])
  const logins = newSession()
  const login = (password: string) => ({ ...order(1), api: '/login', method: 'POST', request: JSON.stringify({ password }) })
  await pushBatch(replica, logins, [login('one'), login('two')])
  const other = await openAgent(t, replica.url, logins)
  t.match(await other.call('list_requests', { filter: 'is:duplicate' }), { matched: 0 }, 'other secrets')
  t.notMatch(await other.text('summarize_session'), /duplicates/)
  await pushBatch(replica, logins, [login('three'), login('three')])
  t.match(await other.call('list_requests', { filter: 'is:duplicate' }), { matched: 2 })
  t.match(await other.text('summarize_session'), /2 duplicates/)
})

t.test('search_text finds a text anywhere, also escaped, with its context, but never finds secrets', async t => {
  const session = newSession()
  await push(replica, session, { ...order(1), response: JSON.stringify({ note: `${'a'.repeat(100)}Kettle${'b'.repeat(100)}` }) })
  await push(replica, session, { ...order(2), requestHeader: 'X-Item: kettle\r\nAuthorization: Bearer hunter2', note: 'kettle' })
  await push(replica, session, { ...order(3), response: '{"city":"\\u4e2d\\u6587"}', storage: 'kettle' })
  await push(replica, session, { ...order(4), response: `data:image/png;base64,${'kettle'.repeat(10)}` })
  const { call, text } = await openAgent(t, replica.url, session)
  const find = async (args: object) => (await call('search_text', args) as unknown as Listed).requests.map(({ id, found }) => [id, found])
  t.same(await find({ text: 'KETTLE' }), [
    ['1', [{ place: 'response-body', around: `…${'a'.repeat(60)}Kettle${'b'.repeat(60)}…` }]],
    ['2', [{ place: 'request-headers', around: 'X-Item: kettle\\r\\nAuthorization: [redacted]' }, { place: 'note', around: 'kettle' }]]
  ])
  t.match(await text('search_text', { text: 'kettle', last: 1 }),
    /For older requests, pass cursor 2\..*\n2 GET 200 2ms \/orders\/2 \[kettle\]\n {2}request-headers: X-Item: kettle.*\n {2}note: kettle$/)
  t.same(await find({ text: '中文' }), [['3', [{ place: 'response-body', around: '{"city":"\\u4e2d\\u6587"}' }]]])
  t.same(await find({ text: 'kettle', places: ['storage'] }), [['3', [{ place: 'storage', around: 'kettle' }]]])
  t.match(await call('search_text', { text: 'hunter2' }), { matched: 0, hint: /^None of 4 requests has this text/ })
  t.match(await call('search_text', { text: '(y+)+z' }), { matched: 0 })
})

t.test('an endless regular expression gives an error, and the next call works', async t => {
  const session = newSession()
  await pushed(replica, session, { response: 'y'.repeat(3_000_000), timeConsuming: 1 })
  const { call, fault } = await openAgent(t, replica.url, session)
  for (const [tool, options] of sampled([['list_requests', {}], ['wait_for_request', { timeout_seconds: 1 }]] as const, 2)) {
    t.match(await fault(tool, { filter: 'response:/(y+)+z/', ...options }), /A regular expression of the filter takes more than 5 s/)
  }
  t.match(await call('list_requests', { filter: 'response:/y{9}/' }), { matched: 1 })
})

t.test('what was evicted is told, so that nobody takes the rest for all', async t => {
  const small = await startReplica(t, await startRedis(t), { MAX_ENTRIES: '3' })
  const session = newSession()
  for (let n = 1; n <= 5; n++) await pushBatch(small, session, [order(n)])
  const { call, text } = await openAgent(t, small.url, session)
  const evicted = /^2 older requests were evicted to make room for newer ones/
  t.match(await call('list_requests'), { matched: 3, evicted })
  t.match(await call('search_text', { text: 'orders' }), { matched: 3, evicted })
  t.match(await call('summarize_session'), { requests: 3, evicted })
  t.match(await text('list_requests', { last: 1 }), /shown, the newest last\..* 2 older requests were evicted/)
  t.match(await call('wait_for_request', { filter: 'path:/orders/1', timeout_seconds: 0 }),
    { matched: false, why: /2 older requests were evicted/ })
})
