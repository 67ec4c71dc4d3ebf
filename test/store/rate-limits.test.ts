import t from 'tap'
import { RateLimits } from '../../src/store/rate-limits.js'
import { openRedis } from '../../src/redis/connections.js'
import { startRedis } from '../support/redis.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const open = async () => {
  const connections = await openRedis(redis.address, () => {})
  t.teardown(() => connections.close())
  return connections
}
const connections = await open()
const MINUTE_MS = 60_000
const MANY = 1_000_000

t.test('counts the requests of all replicas, and none twice', async t => {
  const counters = [new RateLimits(connections.commands, MINUTE_MS), new RateLimits((await open()).commands, MINUTE_MS)]
  await Promise.all(Array.from({ length: 200 }, (_, n) => counters[n % 2]!.count('a', 10)))
  t.match(await counters[0]!.count('a', 10), { current: 201 })
  t.equal(await redis.client.get('capture:rate:a'), '201')
})

t.test('far from the limit, a request does not wait for Redis but is still counted', async t => {
  const limits = new RateLimits(connections.commands, MINUTE_MS)
  await limits.count('b', MANY)
  await redis.client.client('PAUSE', 1000, 'ALL')
  const counts = await Promise.all([limits.count('b', MANY), limits.count('b', MANY)])
  t.same(counts.map(({ current }) => current), [2, 3])
  await redis.client.client('UNPAUSE')
  t.match(await limits.count('b', 4), { current: 4 }, 'near the limit, it waits for the exact count')
})

t.test('a window starts with its first request, lasts its full length, and leaves no key', async t => {
  const windowMs = 2000
  const limits = new RateLimits(connections.commands, windowMs)
  // A limit this low makes each count wait for Redis, which keeps the window.
  const count = () => limits.count('c', 1)
  t.match(await count(), { current: 1, leftMs: windowMs })
  const second = await count()
  t.equal(second.current, 2)
  t.ok(second.leftMs > 0 && second.leftMs <= windowMs, `${second.leftMs} ms left`)
  await until('the window is over', async () => await redis.client.exists('capture:rate:c') === 0)
  t.match(await count(), { current: 1, leftMs: windowMs })
})

t.test('a full Redis still counts requests, because delete and clear must work', async t => {
  const limits = new RateLimits(connections.commands, MINUTE_MS)
  await redis.client.config('SET', 'maxmemory', '1')
  t.match(await limits.count('d', 10), { current: 1 })
  await redis.client.config('SET', 'maxmemory', '0')
})

t.test('without Redis, only counts near the limit reject', async t => {
  const gone = await openRedis(redis.address, () => {})
  const limits = new RateLimits(gone.commands, MINUTE_MS)
  await limits.count('e', MANY)
  await gone.close()
  await t.rejects(limits.count('e', 2), { code: 'unavailable' })
  t.match(await limits.count('e', MANY), { current: 2 }, 'far from the limit it succeeds; rejected counts are not included')
})

t.test('addresses beyond the capacity of the local table are counted in Redis', async t => {
  const limits = new RateLimits(connections.commands, MINUTE_MS, 2)
  for (const address of ['f', 'g', 'h', 'f']) await limits.count(address, 10)
  t.match(await limits.count('f', 1), { current: 3 })
})
