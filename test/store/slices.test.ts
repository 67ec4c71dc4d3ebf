// Work that is too much for one run of a script is done in slices. The session stays consistent even if no replica continues the work.
import t from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import type { Push } from '../../src/schema/push.js'
import { EntryStore } from '../../src/store/entries.js'
import type { SessionLimits } from '../../src/store/limits.js'
import { ScreenshotStore } from '../../src/store/screenshots.js'
import { newSession } from '../support/client.js'
import { age, allEntries, changeLog, deadlinesOf, hashesOf, keyNames } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const DAY_MS = 86_400_000
const redis = await startRedis(t)
const limits: SessionLimits = { retentionMs: DAY_MS, maxEntries: 2000, maxSessionBytes: 64 * 1024 ** 2, slice: 3 }
const faults: unknown[] = []
const store = new EntryStore(redis.client, limits, error => { faults.push(error) })
const push: Push = { api: '/a', method: 'GET', timeConsuming: 1 }

/** A replica that crashed: it has written, but never continues unfinished work. */
async function deadStore (changed: Partial<SessionLimits> = {}): Promise<EntryStore> {
  const dead = new EntryStore(redis.client, { ...limits, ...changed })
  await dead.close()
  return dead
}

async function fill (session: string, count: number, fields: Partial<Push> = {}): Promise<void> {
  for (let n = 0; n < count; n++) await store.push(session, { ...push, requestId: `r${n}`, ...fields })
}

async function onlyEntry (session: string): Promise<Entry> {
  const [entry, ...others] = await allEntries(store, session)
  if (!entry || others.length > 0) throw new Error(`there are ${others.length + 1} entries`)
  return entry
}

const meta = (session: string, field: string) => redis.client.hget(`capture:{${session}}:meta`, field)

t.test('clears many entries at once, and removes their hashes after the reply', async t => {
  const session = newSession()
  await fill(session, 20)
  await store.clear(session)
  t.same(await allEntries(store, session), [])
  await store.sweeper.idle()
  t.same(await keyNames(redis.client, `capture:{${session}}:*`), ['log', 'meta'].map(name => `capture:{${session}}:${name}`))
  t.equal(await meta(session, 'due'), null)
  t.equal(await meta(session, 'bytes'), '0')
})

t.test('an entry pushed again before the sweep starts empty, and survives the sweep', async t => {
  const session = newSession()
  await fill(session, 20, { response: 'old', storage: '{}' })
  const dead = await deadStore()
  await dead.clear(session)
  t.equal((await hashesOf(redis.client, session)).length, 20)
  const id = await dead.push(session, { ...push, requestId: 'r7', timeConsuming: 0 })
  t.match(await onlyEntry(session), { id, requestId: 'r7', timeConsuming: 0, response: '', storage: '' })
  const removed = await dead.push(session, { ...push, requestId: 'r8' })
  await dead.remove(session, removed)
  await store.push(session, { ...push, requestId: 'r9' }) // the reply reports unfinished work
  await store.sweeper.idle()
  t.same(await hashesOf(redis.client, session), ['r7', 'r9'])
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r7', 'r9'])
})

t.test('a session that is cleared twice before the sweep keeps nothing', async t => {
  const session = newSession()
  const dead = await deadStore()
  for (let round = 0; round < 2; round++) {
    await fill(session, 10)
    await store.sweeper.idle()
    await dead.clear(session)
    await fill(session, 5)
    await dead.clear(session)
  }
  await store.push(session, { ...push, requestId: 'last' })
  await store.sweeper.idle()
  t.same(await hashesOf(redis.client, session), ['last'])
  t.same(await keyNames(redis.client, `capture:{${session}}:cleared:*`), [])
})

t.test('a moved deadline reaches every key, in slices', async t => {
  const session = newSession()
  const screenshots = new ScreenshotStore(redis.client, limits, store.sweeper)
  await fill(session, 20)
  await screenshots.add(session, 'image/png', Buffer.from('png'))
  const old = await age(redis.client, session, 1_000_000)
  await store.push(session, { ...push, requestId: 'r3', response: 'again' })
  await store.sweeper.idle()
  const moved = await deadlinesOf(redis.client, session)
  t.equal(moved.size, 1)
  t.ok([...moved][0]! > old + DAY_MS / 2)
  t.equal(await meta(session, 'deadline'), String([...moved][0]))
  await age(redis.client, session, 1_000_000)
  await screenshots.add(session, 'image/png', Buffer.from('png'))
  await store.sweeper.idle()
  t.equal((await deadlinesOf(redis.client, session)).size, 1, 'an upload moves it, too')
})

t.test('if moving a deadline is interrupted, the session still expires as a whole, and the next one starts empty', async t => {
  const session = newSession()
  await fill(session, 20)
  await age(redis.client, session, 60_000)
  const dead = await deadStore()
  await dead.push(session, { ...push, requestId: 'r0', storage: 'of before' })
  await dead.push(session, { ...push, requestId: 'new' })
  const own = ['meta', 'index', 'log'].map(name => `capture:{${session}}:${name}`)
  const ends = await Promise.all([...own, ...(await hashesOf(redis.client, session)).map(id => `capture:{${session}}:entry:${id}`)]
    .map(key => redis.client.pexpiretime(key)))
  t.equal(Math.min(...ends), ends[0], 'no entry expires before the session')
  t.equal(new Set(ends.slice(0, 3)).size, 1, 'meta, index and log expire together')
  // The session expires here; entries with the moved deadline live longer.
  await redis.client.unlink(own)
  t.same(await allEntries(store, session), [])
  await dead.push(session, { ...push, requestId: 'r0' })
  t.match(await onlyEntry(session), { requestId: 'r0', storage: '' })
})

t.test('entries that outlive their session are neither listed nor reused', async t => {
  const session = newSession()
  await fill(session, 5)
  await redis.client.unlink(`capture:{${session}}:meta`)
  t.same(await allEntries(store, session), [])
  const id = await store.push(session, { ...push, requestId: 'r9' })
  t.match(id, /^1-/)
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r9'])
  t.same((await changeLog(redis.client, session)).map(({ prev, type }) => [prev, type]), [['0-0', 'entry-received']])
})

t.test('one push may evict more than a slice; further runs continue until there is room', async t => {
  const session = newSession()
  const tight = new EntryStore(redis.client, { ...limits, maxSessionBytes: 3000 })
  await fill(session, 20)
  const oldest = (await allEntries(store, session))[0]!
  await tight.push(session, { ...push, requestId: 'r0', response: 'x'.repeat(2950) })
  t.ok((await allEntries(store, session)).length > 1, 'not all in one run')
  await tight.sweeper.idle()
  t.match(await onlyEntry(session), { id: oldest.id, response: /^x{2950}$/ })
  t.same([tight.tally.evicted, await meta(session, 'evicted'), await meta(session, 'due')], [19, '19', null])
  t.equal(Number(await meta(session, 'bytes')) < 3000, true)
})

t.test('several changes of one run are published as one message, a single change by itself', async t => {
  const session = newSession()
  const listener = redis.client.duplicate()
  t.teardown(() => listener.disconnect())
  const heard: unknown[] = []
  listener.on('smessage', (_channel, text) => { heard.push(JSON.parse(text as string)) })
  await listener.ssubscribe(`capture:{${session}}:events`)
  const tight = await deadStore({ maxEntries: 3 })
  await fill(session, 4)
  await tight.push(session, { ...push, requestId: 'a' })
  await tight.sweeper.idle()
  await listener.ping()
  const types = (changes: unknown) => (changes as string[][]).map(change => change[2])
  t.same(types(heard.slice(0, 4)), Array(4).fill('entry-received'))
  t.same(types(heard[4]), ['deleted', 'deleted', 'entry-received'])
  t.equal(heard.length, 5)
  t.same([...heard.slice(0, 4), ...heard[4] as unknown[]].map(change => (change as string[])[0]),
    (await changeLog(redis.client, session)).map(({ rev }) => rev))
})

t.test('the next write enforces a lowered limit, even if another replica crashed in between', async t => {
  const session = newSession()
  await fill(session, 30)
  const dead = await deadStore({ maxEntries: 4 })
  for (const requestId of ['a', 'b']) await dead.push(session, { ...push, requestId })
  t.ok((await allEntries(store, session)).length > 20)
  const tight = new EntryStore(redis.client, { ...limits, maxEntries: 4 })
  await tight.remove(session, (await allEntries(store, session))[20]!.id)
  await tight.sweeper.idle()
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r28', 'r29', 'a', 'b'])
})

t.test('an entry whose hash was removed manually is created again', async t => {
  const session = newSession()
  await fill(session, 2)
  await redis.client.unlink(`capture:{${session}}:entry:r0`)
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r1'])
  await store.push(session, { ...push, requestId: 'r0' })
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r1', 'r0'])
})

t.test('reports an error of the sweep, unless Redis is unavailable', async t => {
  t.same(faults, [])
  const session = newSession()
  await fill(session, 20)
  const dead = await deadStore()
  await dead.clear(session)
  await redis.client.set(`capture:{${session}}:cleared:1`, 'no index')
  await store.push(session, push)
  await store.sweeper.idle()
  t.match(faults[0], { message: /WRONGTYPE/ })
  t.equal(faults.length, 1)
})
