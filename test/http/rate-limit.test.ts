// The limit of requests per minute from one IP address, counted over all replicas.
import t from 'tap'
import { call, newSession, push, refusedToWatch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica, type Replica } from '../support/replica.js'

const redis = await startRedis(t)
const LIMIT = 10

/** Starts two replicas behind a trusted proxy. */
async function start (t: Parameters<typeof startReplica>[0], limit = LIMIT) {
  const env = { RATE_LIMIT: String(limit), TRUST_PROXY: 'loopback' }
  return [await startReplica(t, redis, env), await startReplica(t, redis, env)] as const
}
let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`

const ask = (replica: Replica, address: string, path = `/capture/online?sessionId=${newSession()}`) =>
  call(replica, path, { headers: { 'x-forwarded-for': address } })

/** Sends five times the limit of requests at once from one address, and returns their statuses. */
async function manyAtOnce (replicas: readonly Replica[]): Promise<number[]> {
  const address = newAddress()
  const replies = await Promise.all(Array.from({ length: 5 * LIMIT }, (_, n) => ask(replicas[n % replicas.length]!, address)))
  return replies.map(({ status }) => status)
}

t.test('sequential requests of an address are limited over all replicas together', async t => {
  const replicas = await start(t)
  const address = newAddress()
  for (let n = 0; n < LIMIT; n++) {
    const { status, headers } = await ask(replicas[n % 2]!, address)
    t.equal(status, 200)
    t.equal(headers.get('x-ratelimit-limit'), String(LIMIT))
    if (n > LIMIT / 2) t.equal(headers.get('x-ratelimit-remaining'), String(LIMIT - n - 1))
  }
  for (const replica of replicas) {
    const reply = await ask(replica, address)
    t.match(reply, { status: 429, body: { error: /^Too many requests from this address; try again in / } })
    t.ok(Number(reply.headers.get('retry-after')) > 0 && Number(reply.headers.get('retry-after')) <= 60)
  }
  t.match(await ask(replicas[0], newAddress()), { status: 200 }, 'other addresses have their own limit')
})

t.test('an address that uses only one replica has the full limit', async t => {
  const [first, second] = await start(t)
  const address = newAddress()
  for (let n = 0; n < LIMIT; n++) t.match(await ask(first, address), { status: 200 })
  t.match(await ask(second, address), { status: 429 })
})

t.test('concurrent requests get at least the limit, and at most half the limit more per replica', async t => {
  const statuses = await manyAtOnce(await start(t))
  const served = statuses.filter(status => status === 200).length
  t.ok(served >= LIMIT && served <= LIMIT + 2 * LIMIT / 2, `${served} requests succeeded`)
  t.equal(statuses.filter(status => status === 429).length, statuses.length - served)
})

t.test('with a limit of 1, concurrent requests never exceed it', async t => {
  const statuses = await manyAtOnce(await start(t, 1))
  t.same(statuses.sort(), [200, ...Array.from({ length: statuses.length - 1 }, () => 429)])
})

t.test('pushes, uploads and WebSockets count, and get 429 in their own formats', async t => {
  const [replica] = await start(t)
  const headers = { 'x-forwarded-for': newAddress() }
  for (let n = 0; n < LIMIT; n++) await call(replica, '/capture/entries', { headers })
  const refused = await call(replica, `/capture/raw-data?sessionId=${newSession()}`, { method: 'POST', headers, body: '{}' })
  t.match(refused, { status: 429, body: { code: 'rate_limited', message: /try again/, data: '' } })
  t.match(await refusedToWatch(replica, `sessionId=${newSession()}`, headers), { status: 429 })
})

t.test('probes and preflights do not count', async t => {
  const [replica] = await start(t)
  const headers = { 'x-forwarded-for': newAddress() }
  for (let n = 0; n < 3 * LIMIT; n++) {
    t.match(await call(replica, '/healthz', { headers }), { status: 200 })
    await call(replica, '/upload',
      { method: 'OPTIONS', headers: { ...headers, origin: 'https://a.example', 'access-control-request-method': 'POST' } })
  }
  t.match(await ask(replica, headers['x-forwarded-for']), { status: 200 })
})

t.test('an address counts without its port, and invalid addresses count as `unknown`', async t => {
  const [replica] = await start(t)
  const address = newAddress()
  for (const from of [`${address}:80`, `${address}:81`, address, `no address ${'x'.repeat(5000)}`]) await ask(replica, from)
  t.equal(await redis.client.get(`capture:rate:${address}`), '3')
  t.equal(await redis.client.get('capture:rate:unknown'), '1')
})

t.test('X-Forwarded-For has no effect without a trusted proxy', async t => {
  const replica = await startReplica(t, redis, { RATE_LIMIT: '5' })
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await ask(replica, newAddress())).status)
  t.same(statuses, [200, 200, 200, 200, 200, 429])
})

t.test('a rejected request has no effect', async t => {
  const [replica] = await start(t)
  const [session, address] = [newSession(), newAddress()]
  for (let n = 0; n < LIMIT; n++) await ask(replica, address)
  const body = 'api=/a&method=GET'
  const headers = { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' }
  t.match(await call(replica, `/capture/raw-data?sessionId=${session}`, { method: 'POST', headers, body }), { status: 429 })
  t.same((await ask(replica, newAddress(), `/capture/entries?sessionId=${session}`)).body, [])
})

t.test('without RATE_LIMIT there are no counters in Redis', async t => {
  const replica = await startReplica(t, redis)
  await redis.client.flushall()
  await push(replica, newSession(), { api: '/a', method: 'GET' })
  t.same(await redis.client.keys('capture:rate:*'), [])
})
