import t from 'tap'
import type { Push } from '../../src/schema/push.js'
import { EntryStore } from '../../src/store/entries.js'
import type { SessionLimits } from '../../src/store/limits.js'
import { newSession } from '../support/client.js'
import { allEntries, allPages, contents } from '../support/inspect.js'
import { matchEach } from '../support/match-each.js'
import { startRedis } from '../support/redis.js'

const redis = await startRedis(t)
const limits: SessionLimits = { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 64 * 1024 ** 2 }
const store = new EntryStore(redis.client, limits)

const pending: Push = { api: '/a', method: 'GET', requestId: 'r', timeConsuming: 0, request: 'asked', response: '' }
const complete: Push = { api: '/a', method: 'GET', requestId: 'r', timeConsuming: 12.5, response: 'answered' }

t.test('a pending push creates an entry and its complete push updates it', async t => {
  const session = newSession()
  const id = await store.push(session, pending)
  const [created] = await allEntries(store, session)
  t.match(created, { id, requestId: 'r', timeConsuming: 0, request: 'asked', response: '', responseHeader: '' })
  t.equal(await store.push(session, complete), id, 'keeps the id')
  t.same(await allEntries(store, session), [{ ...created, timeConsuming: 12.5, response: 'answered' }],
    'given fields replace, the other fields stay')
  t.equal(await redis.client.hget(`capture:{${session}}:entry:r`, 'state'), 'complete')
})

t.test('a second pending push updates the pending entry', async t => {
  const session = newSession()
  const id = await store.push(session, pending)
  t.equal(await store.push(session, { ...pending, api: '/b' }), id)
  matchEach(t, await allEntries(store, session), [{ id, api: '/b', timeConsuming: 0 }])
})

t.test('a second complete push updates the complete entry', async t => {
  const session = newSession()
  const id = await store.push(session, complete)
  t.equal(await store.push(session, { ...complete, timeConsuming: 99, responseHeader: 'a: b' }), id)
  matchEach(t, await allEntries(store, session), [{ id, timeConsuming: 99, response: 'answered', responseHeader: 'a: b' }])
})

t.test('a late pending push does not change a complete entry, and records no change', async t => {
  const session = newSession()
  const id = await store.push(session, complete)
  const before = await contents(redis.client, `capture:{${session}}:*`)
  t.equal(await store.push(session, { ...pending, storage: '{}' }), id)
  t.same(await contents(redis.client, `capture:{${session}}:*`), before)
})

t.test('a push for a deleted or cleared entry creates a new one', async t => {
  const session = newSession()
  const first = await store.push(session, pending)
  t.equal(await store.remove(session, first), true)
  const second = await store.push(session, complete)
  t.not(second, first)
  await store.clear(session)
  const third = await store.push(session, complete)
  t.not(third, second)
  t.same((await allEntries(store, session)).map(({ id }) => id), [third])
  t.equal(await store.remove(session, second), false, 'the id of an earlier entry matches nothing')
})

t.test('each push without a requestId creates a new entry with a generated requestId', async t => {
  const session = newSession()
  const { requestId, ...anonymous } = complete
  const ids = await Promise.all([1, 2, 3].map(() => store.push(session, anonymous)))
  t.equal(new Set(ids).size, 3)
  const entries = await allEntries(store, session)
  t.equal(new Set(entries.map(entry => entry.requestId)).size, 3)
  t.ok(entries.every(entry => entry.requestId !== ''))
})

t.test('racing pending and complete pushes give one complete entry, in any order', async t => {
  const session = newSession()
  await Promise.all(Array.from({ length: 50 }, async (_, n) => {
    const requestId = `race-${n}`
    const pushes = [{ ...pending, requestId }, { ...complete, requestId }]
    const ids = await Promise.all((n % 2 ? pushes : pushes.reverse()).map(push => store.push(session, push)))
    t.equal(ids[0], ids[1])
  }))
  const entries = await allEntries(store, session)
  t.equal(entries.length, 50)
  t.ok(entries.every(entry => entry.timeConsuming === 12.5 && entry.response === 'answered'))
})

t.test('entries are listed in order of first arrival, not of updates', async t => {
  const session = newSession()
  for (const requestId of ['c', 'a', 'b']) await store.push(session, { ...pending, requestId })
  await store.push(session, { ...complete, requestId: 'a' })
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['c', 'a', 'b'])
})

t.test('a list of many pages is complete and in order', async t => {
  const session = newSession()
  await Promise.all(Array.from({ length: 1001 }, (_, n) => store.push(session, { ...complete, requestId: String(n) })))
  const pages = await allPages(store, session)
  t.equal(new Set(pages.flat().map(({ requestId }) => requestId)).size, 1001)
  t.same(pages.map(page => page.length), [200, 200, 200, 200, 200, 1])
})

t.test('bytes limit a page, too', async t => {
  const session = newSession()
  for (let n = 0; n < 6; n++) await store.push(session, { ...complete, requestId: String(n), response: 'x'.repeat(400_000) })
  const sizes = async (bytes: number) => (await allPages(store, session, { rows: 200, bytes })).map(page => page.length)
  t.same(await sizes(1_000_000), [2, 2, 2])
  t.same(await sizes(1), [1, 1, 1, 1, 1, 1], 'an entry larger than the limit is a page by itself')
})

t.test('stores and returns any text unchanged', async t => {
  const session = newSession()
  const text = '\0\u0001\t\r\n"\\/\u2028\ufeff 中文 👩‍👩‍👧 \u05e9\u0301 {"a":1}\u007f'
  const push: Push = {
    ...complete,
    requestId: '}{:' + text,
    api: text,
    requestHeader: text,
    responseHeader: text,
    request: text,
    response: text,
    pageParams: text,
    storage: text
  }
  await store.push(session, push)
  const [entry] = await allEntries(store, session)
  t.match(entry, push)
})
