// How much a session may hold, and for how long.
import t from 'tap'
import type { Push } from '../../src/schema/push.js'
import { ChangeLog } from '../../src/store/changes.js'
import { EntryStore } from '../../src/store/entries.js'
import type { SessionLimits } from '../../src/store/limits.js'
import { newSession } from '../support/client.js'
import { allEntries, bytesOf, changeLog, keyNames } from '../support/inspect.js'
import { matchEach } from '../support/match-each.js'
import { startRedis } from '../support/redis.js'

const DAY_MS = 86_400_000
const redis = await startRedis(t)
const limits: SessionLimits = { retentionMs: DAY_MS, maxEntries: 2000, maxSessionBytes: 64 * 1024 ** 2 }
const store = new EntryStore(redis.client, limits)
const log = new ChangeLog(redis.client)

const pending: Push = { api: '/a', method: 'GET', requestId: 'r', timeConsuming: 0, request: 'asked', response: '' }
const complete: Push = { api: '/a', method: 'GET', requestId: 'r', timeConsuming: 12.5, response: 'answered' }

t.test('sizes of entries and sessions stay exact through pushes, updates, deletions and evictions', async t => {
  const session = newSession()
  const tight = new EntryStore(redis.client, { ...limits, maxEntries: 8, maxSessionBytes: 3000 })
  const ids: string[] = []
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  for (let n = 0; n < 300; n++) {
    if (random(10) === 0 && ids.length > 0) await tight.remove(session, ids[random(ids.length)]!)
    else {
      ids.push(await tight.push(session, {
        api: '/é'.repeat(random(4) + 1),
        method: 'GET',
        requestId: `q${random(20)}`,
        timeConsuming: random(3),
        ...(random(2) && { response: '中'.repeat(random(300)) }),
        ...(random(2) && { requestHeader: 'h'.repeat(random(100)) })
      }))
    }
    const entries = await allEntries(store, session)
    const bytes = entries.map(bytesOf)
    const stored = await Promise.all(entries.map(entry => redis.client.hget(`capture:{${session}}:entry:${entry.requestId}`, 'size')))
    if (bytes.some((size, i) => size !== Number(stored[i]))) {
      throw new Error(`entry sizes differ at step ${n}: ${String(bytes)} / ${String(stored)}`)
    }
    const total = bytes.reduce((sum, size) => sum + size, 0)
    const meta = Number(await redis.client.hget(`capture:{${session}}:meta`, 'bytes'))
    if (meta !== total) throw new Error(`session bytes differ at step ${n}: ${meta} / ${total}`)
    if (entries.length > 8 || total > 3000) throw new Error(`over the limit at step ${n}: ${entries.length} entries, ${total} bytes`)
  }
  t.ok(Number(await redis.client.hget(`capture:{${session}}:meta`, 'evicted')) > 10)
})

t.test('the oldest entries are evicted, and each eviction is a separate change', async t => {
  const session = newSession()
  const tight = new EntryStore(redis.client, { ...limits, maxEntries: 2 })
  const ids = []
  for (const requestId of ['a', 'b', 'c']) ids.push(await tight.push(session, { ...complete, requestId }))
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['b', 'c'])
  t.same((await changeLog(redis.client, session)).map(change => [change.type, change.id]), [
    ['entry-received', ids[0]], ['entry-received', ids[1]], ['deleted', ids[0]], ['entry-received', ids[2]]
  ])
  t.match(await redis.client.hgetall(`capture:{${session}}:meta`), { evicted: '1', evictedBytes: /^\d+$/ })
})

t.test('an entry that grows evicts others but not itself; one above the limit remains alone', async t => {
  const session = newSession()
  const tight = new EntryStore(redis.client, { ...limits, maxSessionBytes: 1000 })
  for (const requestId of ['a', 'b', 'c']) await tight.push(session, { ...pending, requestId })
  await tight.push(session, { ...complete, requestId: 'a', response: 'x'.repeat(870) })
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['a', 'c'])
  await tight.push(session, { ...complete, requestId: 'd', response: 'x'.repeat(5000) })
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['d'])
  await tight.push(session, { ...complete, requestId: 'd', response: 'x'.repeat(9000) })
  matchEach(t, await allEntries(store, session), [{ requestId: 'd', response: /^x{9000}$/ }], 'also where it grows alone')
})

t.test('the change log is an unbroken chain of about 2,000 changes', async t => {
  const session = newSession()
  const id = await store.push(session, pending)
  await store.push(session, complete)
  await store.remove(session, id)
  await store.push(session, complete)
  await store.clear(session)
  await store.clear(session)
  const changes = await changeLog(redis.client, session)
  t.same(changes.map(change => change.type), ['entry-received', 'entry-updated', 'deleted', 'entry-received', 'cleared'],
    'clearing an empty session records no change')
  t.same(changes.map(change => change.prev), ['0-0', ...changes.slice(0, -1).map(change => change.rev)])
  t.equal(await log.head(session), changes.at(-1)!.rev)
  await Promise.all(Array.from({ length: 2300 }, (_, n) => store.push(session, { ...complete, requestId: `r${n % 5}` })))
  const length = await redis.client.xlen(`capture:{${session}}:log`)
  t.ok(length >= 2000 && length <= 2150, `${length}`)
})

t.test('all keys of a session share one deadline, which moves only after a quarter of the retention has passed', async t => {
  const session = newSession()
  await store.push(session, pending)
  const first = await deadlines(session)
  t.equal(first.length, 4, 'the keys: meta, index, log and the entry')
  t.equal(new Set(first).size, 1)

  await age(session, DAY_MS * 0.8)
  const aged = await deadlines(session)
  await store.push(session, { ...complete, requestId: 's' })
  t.same(new Set(await deadlines(session)), new Set(aged), 'the new key gets the same deadline, which does not move')

  await age(session, DAY_MS * 0.7)
  await store.push(session, { ...complete, requestId: 'u' })
  const moved = await deadlines(session)
  t.equal(moved.length, 6)
  t.equal(new Set(moved).size, 1)
  t.ok(moved[0]! - Date.now() > DAY_MS * 0.99)

  await age(session, DAY_MS * 2)
  await store.clear(session)
  await store.push(session, pending)
  const shortened = await deadlines(session)
  t.equal(new Set(shortened).size, 1)
  t.ok(shortened[0]! - Date.now() <= DAY_MS, 'a deadline from a longer retention becomes shorter')
})

t.test('a session disappears completely after its deadline', async t => {
  const session = newSession()
  const brief = new EntryStore(redis.client, { ...limits, retentionMs: 50 })
  await redis.client.config('SET', 'notify-keyspace-events', 'Ex')
  const subscriber = redis.client.duplicate()
  t.teardown(() => subscriber.disconnect())
  const expired = new Promise<void>(resolve => subscriber.on('message', (_channel, key) => {
    if (key === `capture:{${session}}:meta`) resolve()
  }))
  await subscriber.subscribe('__keyevent@0__:expired')
  await brief.push(session, pending)
  await expired
  t.same(await keyNames(redis.client, `capture:{${session}}:*`), [])
  t.same(await allEntries(store, session), [])
  t.equal(await log.head(session), '0-0')
})

async function deadlines (session: string) {
  const keys = await keyNames(redis.client, `capture:{${session}}:*`)
  return await Promise.all(keys.map(key => redis.client.pexpiretime(key)))
}

// Pretends that only `leftMs` of the retention remain.
async function age (session: string, leftMs: number) {
  const deadline = Date.now() + Math.round(leftMs)
  await redis.client.hset(`capture:{${session}}:meta`, 'deadline', deadline)
  for (const key of await keyNames(redis.client, `capture:{${session}}:*`)) await redis.client.pexpireat(key, deadline)
}
