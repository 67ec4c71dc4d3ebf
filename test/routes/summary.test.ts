// The summary of a session: for each API, how often it was requested, with which results, and how long the requests took.
import t from 'tap'
import type { Summary } from '../../src/schema/summary.js'
import { call, newSession, pushBatch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const push = (api: string, timeConsuming: number, more = {}) =>
  ({ api, method: 'GET', timeConsuming, responseHeader: timeConsuming > 0 ? 'HTTP/1.1 200 OK' : '', ...more })

async function summaryOf (pushes: object[], rest = ''): Promise<Summary> {
  const session = newSession()
  t.match(await pushBatch(replica, session, pushes), { status: 200, body: { message: `${pushes.length} of ${pushes.length} recorded` } })
  return (await call(replica, `/capture/summary?sessionId=${session}${rest}`)).body as Summary
}

t.test('requests of one method and path form one row, with ids replaced by *', async t => {
  const { entries, apis } = await summaryOf([
    push('https://shop.example/orders/42?full=1', 10), push('/orders/7', 30), push('/orders/018f4c1e-7b5a-7c3d-9e2f-1a2b3c4d5e6f', 20),
    push('/orders', 5), push('/orders/42', 4, { method: 'DELETE' }), push('/orders/latest', 1)
  ])
  t.equal(entries, 6)
  t.same(apis.map(({ method, path, count }) => [method, path, count]), [
    ['GET', '/orders/*', 3], ['GET', '/orders', 1], ['DELETE', '/orders/*', 1], ['GET', '/orders/latest', 1]
  ])
  t.match(apis[0], { pending: 0, errors: 0, outcomes: { 200: 3 }, p50: 20, p95: 30 })
})

t.test('hosts have separate rows; requests without a host join the only known host, or get their own row', async t => {
  const rows = ({ apis }: Summary) => apis.map(({ method, host, path, count }) => [method, host, path, count])
  const [shop, cdn] = ['https://shop.example', 'http://CDN.example:8080']
  const ofShop = push('/orders/3', 1, { requestHeader: 'Host: shop.example' })
  t.same(rows(await summaryOf([push(`${shop}/orders/1`, 1), push('/orders/2', 0), ofShop])),
    [['GET', 'shop.example', '/orders/*', 3]])
  t.same(rows(await summaryOf([push(`${shop}/a`, 1), push(`${cdn}/a`, 1), push(`${cdn}/a`, 1), push('/a', 1), push('/b', 1)])),
    [['GET', 'cdn.example:8080', '/a', 2], ['GET', 'shop.example', '/a', 1], ['GET', undefined, '/a', 1], ['GET', undefined, '/b', 1]])
})

t.test('the filter `api:=` finds the requests of one row', async t => {
  const pushes = [
    push('/orders/1', 1), push('/orders/1/items', 1), push('/orders/018f4c1e-7b5a-7c3d-9e2f-1a2b3c4d5e6f', 2),
    push('/orders/2', 1, { method: 'DELETE' })
  ]
  t.match(await summaryOf(pushes, `&filter=${encodeURIComponent('method:=get api:=/orders/*')}`),
    { entries: 2, apis: { 0: { path: '/orders/*', count: 2 } } })
})

t.test('counts duplicates and bursts over the whole session, not only over the selection', async t => {
  const pushes = [
    ...[0, 300, 5000].map(age => push('/me', 1, { age: age + 10_000 })), push('/me', 1, { age: 10_100, responseHeader: 'HTTP/1.1 500 No' }),
    ...[1, 2, 3, 4, 5].map(n => push(`/items/${n}`, 1, { age: 3000 - n * 10 }))
  ]
  const counts = ({ apis }: Summary) =>
    Object.fromEntries(apis.map(({ path, count, duplicates, nPlusOne }) => [path, [count, duplicates, nPlusOne]]))
  t.same(counts(await summaryOf(pushes)), { '/me': [4, 3, 0], '/items/*': [5, 0, 5] })
  t.same(counts(await summaryOf(pushes, '&filter=status:500')), { '/me': [1, 1, 0] }, 'counted although its duplicates do not match')
  t.same(counts(await summaryOf(pushes, '&last=2')), { '/items/*': [2, 0, 2] })
  t.same(counts(await summaryOf(pushes, '&filter=is:duplicate')), { '/me': [3, 3, 0] })
  t.same(counts(await summaryOf(pushes, `&filter=${encodeURIComponent('is:n+1')}&last=3`)), { '/items/*': [3, 0, 3] })
})

t.test('rows with errors come first, including errors in a 200, and pending requests have no duration', async t => {
  const { apis } = await summaryOf([
    push('/fine', 1), push('/fine', 2), push('/fine', 3),
    push('/slow', 0, { age: 5 }),
    push('/wrong', 4, { response: '{"code":1001,"data":null}' }), push('/wrong', 5, { responseHeader: 'HTTP/1.1 500 Oops' })
  ])
  t.same(apis.map(({ path, errors }) => [path, errors]), [['/wrong', 2], ['/fine', 0], ['/slow', 0]])
  t.same(apis[0]!.outcomes, { '200 [1001]': 1, 500: 1 })
  t.equal(apis[0]!.bytes, Buffer.byteLength('{"code":1001,"data":null}'))
  t.strictSame([apis[2]!.pending, apis[2]!.p50, apis[2]!.p95, apis[2]!.outcomes], [1, undefined, undefined, { pending: 1 }])
})

t.test('filter and last select entries, as for the list', async t => {
  const pushes = [push('/a', 1), push('/b', 1), push('/a', 9), push('/b', 1)]
  const counts = ({ entries, apis }: Summary) => [entries, apis.map(({ path, count }) => [path, count])]
  t.same(counts(await summaryOf(pushes, '&filter=path:/a')), [2, [['/a', 2]]])
  t.same(counts(await summaryOf(pushes, '&last=1')), [1, [['/b', 1]]])
  t.equal((await call(replica, `/capture/summary?sessionId=${newSession()}&filter=${encodeURIComponent('/x/')}`)).status, 400)
})

t.test('an empty session has no rows, and a missing session id gives 400', async t => {
  t.same((await call(replica, `/capture/summary?sessionId=${newSession()}`)).body, { entries: 0, apis: [] })
  t.equal((await call(replica, '/capture/summary')).status, 400)
})

t.test('counts large entries, and paths such as __proto__, like others', async t => {
  const large = `{"code":"0","data":"${'x'.repeat(3_000_000)}"}`
  const { apis } = await summaryOf([
    push('/large', 2, { response: large }), push('/__proto__', 1), push('/constructor', 1, { responseHeader: 'HTTP/1.1 200 __proto__' })
  ])
  t.same(apis.map(({ path, bytes, outcomes }) => [path, bytes, outcomes]),
    [['/large', large.length, { 200: 1 }], ['/__proto__', 0, { 200: 1 }], ['/constructor', 0, { 200: 1 }]])
})
