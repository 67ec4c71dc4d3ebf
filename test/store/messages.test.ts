// The messages of entries in Redis: their size, when they are removed, and how replicas of older versions affect them.
import t from 'tap'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf } from '../../src/store/keys.js'
import type { SessionLimits } from '../../src/store/limits.js'
import { encodeMessage, type MessagesPush } from '../../src/store/message-codec.js'
import { newSession } from '../support/client.js'
import { age, allEntries, changeLog, deadlinesOf, keyNames } from '../support/inspect.js'
import { range, texts } from '../support/messages.js'
import { startRedis } from '../support/redis.js'

const DAY_MS = 86_400_000
const redis = await startRedis(t)
const limits: SessionLimits = { retentionMs: DAY_MS, maxEntries: 2000, maxSessionBytes: 64 * 1024 ** 2, slice: 3 }
const faults: unknown[] = []
const store = new EntryStore(redis.client, limits, error => { faults.push(error) })
t.teardown(() => store.close())

const entry = (requestId: string) => ({ api: '/a', method: 'GET' as const, requestId, timeConsuming: 0 })
const messages = (requestId: string, ns: number[], text?: (n: number) => string): MessagesPush =>
  ({ requestId, messages: texts(ns, text).map(encodeMessage) })
const streams = (session: string) => keyNames(redis.client, `${keysOf(session).messagesPrefix}*`)
const idsIn = async (session: string, requestId: string) =>
  (await redis.client.xrange(keysOf(session).messagesPrefix + requestId, '-', '+')).map(([id]) => id)

/** Returns the bytes according to meta and to the entries; both must be exact. */
async function bytesOf (session: string): Promise<{ session: number, entries: number }> {
  const { meta, entryPrefix } = keysOf(session)
  const sizes = await Promise.all((await keyNames(redis.client, `${entryPrefix}*`)).map(key => redis.client.hget(key, 'size')))
  return { session: Number(await redis.client.hget(meta, 'bytes')), entries: sizes.reduce((sum, size) => sum + Number(size), 0) }
}

t.test('each message is a record with its n, and all bytes are counted exactly', async t => {
  const session = newSession()
  await store.push(session, entry('r'))
  const { session: before } = await bytesOf(session)
  await store.push(session, messages('r', [1, 2, 3]))
  t.same(await idsIn(session, 'r'), ['1-0', '2-0', '3-0'])
  const records = await redis.client.xrange(`${keysOf(session).messagesPrefix}r`, '-', '+')
  const bytes = records.reduce((sum, [, [, text = '']]) => sum + Buffer.byteLength(text), 0)
  t.same((await allEntries(store, session))[0]?.messages, { count: 3, bytes, dropped: 0 })
  const figures = await redis.client.hget(`${keysOf(session).entryPrefix}r`, 'messages')
  t.equal(figures, `1 3 3 ${bytes}`)
  const after = before + bytes + `1 3 3 ${bytes}`.length
  t.same(await bytesOf(session), { session: after, entries: after })
})

t.test('evicting, deleting or clearing an entry removes its messages and their bytes', async t => {
  const session = newSession()
  const evicting = new EntryStore(redis.client, { ...limits, maxEntries: 3 })
  t.teardown(() => evicting.close())
  const ids: string[] = []
  for (const requestId of ['a', 'b', 'c']) {
    ids.push(await evicting.push(session, entry(requestId)))
    await evicting.push(session, messages(requestId, range(1, 20)))
  }
  await evicting.push(session, entry('d'))
  t.same(await streams(session), ['b', 'c'].map(id => keysOf(session).messagesPrefix + id), 'evicted')
  await store.remove(session, ids[1]!)
  t.same(await streams(session), [`${keysOf(session).messagesPrefix}c`], 'deleted')
  await store.clear(session, ids[2])
  t.same(await streams(session), [], 'cleared up to it')
  const { session: bytes, entries } = await bytesOf(session)
  t.equal(bytes, entries)
  await store.push(session, messages('d', [1]))
  await store.clear(session)
  t.same(await streams(session), [], 'cleared')
  t.same(await bytesOf(session), { session: 0, entries: 0 })
})

t.test('a clear of many entries removes their messages slice by slice, but not those of a later entry', async t => {
  const session = newSession()
  // A replica that crashed: it has written, but never continues.
  const dead = new EntryStore(redis.client, limits)
  await dead.close()
  for (const n of range(1, 10)) {
    await dead.push(session, entry(`r${n}`))
    await dead.push(session, messages(`r${n}`, [1, 2]))
  }
  await dead.clear(session)
  t.equal((await streams(session)).length, 10)
  await dead.push(session, entry('r7'))
  await dead.push(session, messages('r7', [5]))
  t.same(await idsIn(session, 'r7'), ['5-0'], 'the messages of the earlier entry are not kept')
  await store.push(session, entry('last'))
  await store.sweeper.idle()
  t.same(await streams(session), [`${keysOf(session).messagesPrefix}r7`])
})

t.test('messages get the new deadline when a push of an entry or of messages moves it', async t => {
  const session = newSession()
  for (const n of range(1, 10)) {
    await store.push(session, entry(`r${n}`))
    await store.push(session, messages(`r${n}`, [1]))
  }
  t.equal((await deadlinesOf(redis.client, session)).size, 1)
  for (const push of [entry('r3'), messages('r4', [2])]) {
    const old = await age(redis.client, session, 1_000_000)
    await store.push(session, push)
    await store.sweeper.idle()
    const moved = [...await deadlinesOf(redis.client, session)]
    t.equal(moved.length, 1)
    t.ok(moved[0]! > old)
  }
})

t.test('a push repeated after a lost answer changes nothing, not even the log', async t => {
  const session = newSession()
  await store.push(session, entry('r'))
  await store.push(session, messages('r', [1, 2]))
  await store.close()
  const again = new EntryStore(redis.client, limits)
  t.teardown(() => again.close())
  const before = [await idsIn(session, 'r'), await bytesOf(session), await changeLog(redis.client, session)]
  await again.push(session, messages('r', [1, 2]))
  await again.push(session, messages('r', []))
  t.same([await idsIn(session, 'r'), await bytesOf(session), await changeLog(redis.client, session)], before)
})

t.test('drops the oldest messages above the limits of number and of bytes', async t => {
  const few = new EntryStore(redis.client, { ...limits, maxMessages: 4 })
  t.teardown(() => few.close())
  const session = newSession()
  await few.push(session, entry('r'))
  for (const ns of [[1], [2, 3], [4, 5, 6], [9]]) await few.push(session, messages('r', ns))
  t.same(await idsIn(session, 'r'), ['4-0', '5-0', '6-0', '9-0'])
  t.match(await redis.client.hget(`${keysOf(session).entryPrefix}r`, 'messages'), /^4 9 4 \d+$/)
  const tight = new EntryStore(redis.client, { ...limits, maxSessionBytes: 3000 })
  t.teardown(() => tight.close())
  await tight.push(session, messages('r', [10], () => 'x'.repeat(2700)))
  t.equal(await redis.client.hget(`${keysOf(session).entryPrefix}r`, 'messages'), '5 10 4 2943')
  await tight.push(session, messages('r', [11], () => 'x'.repeat(2700)))
  t.same(await idsIn(session, 'r'), ['11-0'])
  const { session: bytes, entries } = await bytesOf(session)
  t.equal(bytes, entries)
})

t.test('a new entry does not get messages left by an older version that deleted the entry before it', async t => {
  const session = newSession()
  const { index, entryPrefix, meta } = keysOf(session)
  await store.push(session, entry('r'))
  await store.push(session, messages('r', range(1, 9)))
  // Deletes as version 0.1 does: only the keys that it knows.
  await redis.client.hset(meta, 'bytes', Number(await redis.client.hget(meta, 'bytes')) - Number(await redis.client.hget(`${entryPrefix}r`, 'size')))
  await redis.client.zrem(index, 'r')
  await redis.client.unlink(`${entryPrefix}r`)
  await t.rejects(store.push(session, messages('r', [10])), { code: 'not_found' })
  await store.push(session, entry('r'))
  t.notOk((await allEntries(store, session))[0]?.messages)
  await store.push(session, messages('r', [2]))
  t.same(await idsIn(session, 'r'), ['2-0'])
  const { session: bytes, entries } = await bytesOf(session)
  t.equal(bytes, entries)
})

t.test('when messages expire before their entry, because an older version moved its deadline, the count restarts', async t => {
  const session = newSession()
  await store.push(session, entry('r'))
  await store.push(session, messages('r', range(1, 9)))
  await redis.client.unlink(`${keysOf(session).messagesPrefix}r`)
  await store.push(session, messages('r', [9, 10]))
  t.same(await idsIn(session, 'r'), ['10-0'])
  t.match((await allEntries(store, session))[0]?.messages, { count: 1, dropped: 9 })
  t.equal((await deadlinesOf(redis.client, session)).size, 1)
  const { session: bytes, entries } = await bytesOf(session)
  t.equal(bytes, entries)
})

t.test('a batch of entries and messages stays in order after SCRIPT FLUSH', async t => {
  for (const round of range(1, 5)) {
    const session = newSession()
    await redis.client.script('FLUSH')
    const results = await store.pushAll(session, [messages('r', [1]), entry('r'), messages('r', [1, 2]), messages('r', [3]), entry('s')])
    t.same(results.map(({ status }) => status), ['rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'], `round ${round}`)
    t.same(await idsIn(session, 'r'), ['1-0', '2-0', '3-0'])
  }
})

t.test('a full Redis stores no part of a push, and still deletes and clears', async t => {
  const full = await startRedis(t)
  const tried = new EntryStore(full.client, limits)
  const session = newSession()
  const id = await tried.push(session, entry('r'))
  await tried.push(session, entry('s'))
  await tried.push(session, messages('r', [1]))
  await full.client.config('SET', 'maxmemory', '1')
  await t.rejects(tried.push(session, messages('r', [2])), { code: 'storage_full' })
  await full.client.config('SET', 'maxmemory', '0')
  t.equal(await full.client.xlen(`${keysOf(session).messagesPrefix}r`), 1)
  await full.client.config('SET', 'maxmemory', '1')
  t.equal(await tried.remove(session, id), true)
  t.equal(await tried.clear(session), true)
  t.equal(await full.client.exists(`${keysOf(session).messagesPrefix}r`), 0)
  await tried.close()
})

t.test('pushes that race with a clear are stored or fail with not_found, and leave no messages behind', async t => {
  const session = newSession()
  const racing: Promise<unknown>[] = []
  for (const n of range(1, 40)) {
    racing.push(store.push(session, entry('r')))
    racing.push(store.push(session, messages('r', [n])).catch((error: { code: string }) => t.equal(error.code, 'not_found')))
    if (n % 4 === 0) racing.push(store.clear(session))
  }
  await Promise.all(racing)
  const { session: bytes, entries } = await bytesOf(session)
  t.equal(bytes, entries)
  await store.clear(session)
  await store.sweeper.idle()
  t.same(await streams(session), [])
  t.same(faults, [])
})
