// Clears up to a given entry: later entries stay, and viewers learn exactly which entries were removed.
import t from 'tap'
import { run } from '../../src/redis/commands.js'
import type { Push } from '../../src/schema/push.js'
import { ChangeLog } from '../../src/store/changes.js'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf, writtenKeys } from '../../src/store/keys.js'
import { writingConstants } from '../../src/store/limits.js'
import { loadScript } from '../../src/store/scripts.js'
import { newSession } from '../support/client.js'
import { allEntries, bytesOf, changeLog, hashesOf } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const redis = await startRedis(t)
const limits = { retentionMs: 86_400_000, maxEntries: 30, maxSessionBytes: 64 * 1024 ** 2, slice: 3 }
const store = new EntryStore(redis.client, limits)
const push: Push = { api: '/a', method: 'GET', timeConsuming: 1 }

async function fill (session: string, count: number, from = 0): Promise<string[]> {
  const ids: string[] = []
  for (let n = from; n < from + count; n++) ids.push(await store.push(session, { ...push, requestId: `r${n}` }))
  return ids
}

/** Runs the script once, like a replica that crashes after its first run. */
async function begin (session: string, through: string): Promise<unknown> {
  return await run(redis.client, loadScript('clear', writingConstants(limits)), writtenKeys(keysOf(session)), through)
}

const requestIds = async (session: string) => (await allEntries(store, session)).map(entry => entry.requestId)
const changesBehind = async (session: string, count: number) =>
  (await changeLog(redis.client, session)).slice(count).map(({ type, id }) => [type, id])

t.test('a clear up to an entry removes and announces all entries up to it, oldest first; later ones stay', async t => {
  const session = newSession()
  const ids = await fill(session, 10)
  t.equal(await store.clear(session, ids[7]), true)
  t.same(await requestIds(session), ['r8', 'r9'])
  t.same(await changesBehind(session, 10), ids.slice(0, 8).map(id => ['deleted', id]))
  t.same(await hashesOf(redis.client, session), ['r8', 'r9'])
  const bytes = (await allEntries(store, session)).reduce((sum, entry) => sum + bytesOf(entry), 0)
  t.equal(await redis.client.hget(`capture:{${session}}:meta`, 'bytes'), String(bytes))
  t.equal(store.tally.evicted, 0, 'removed entries are not counted as evicted')
})

t.test('after a clear, the count of evictions starts again', async t => {
  const session = newSession()
  const tight = new EntryStore(redis.client, { ...limits, maxEntries: 4 })
  const changes = new ChangeLog(redis.client)
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(await tight.push(session, { ...push, requestId: `r${n}` }))
  t.equal((await changes.state(session)).evicted, 2)
  t.equal(await tight.clear(session, ids[3]), true)
  t.equal((await changes.state(session)).evicted, 0)
  for (let n = 6; n < 9; n++) await tight.push(session, { ...push, requestId: `r${n}` })
  t.equal((await changes.state(session)).evicted, 1)
  await tight.clear(session)
  t.equal((await changes.state(session)).evicted, 0)
})

t.test('if no entry is newer, it is an ordinary clear', async t => {
  for (const count of [2, 10]) {
    const session = newSession()
    const ids = await fill(session, count)
    t.equal(await store.clear(session, ids.at(-1)), true)
    await store.sweeper.idle()
    t.same(await changesBehind(session, count), [['cleared', '']])
    t.same(await hashesOf(redis.client, session), [])
    t.equal(await store.clear(session, ids.at(-1)), true, 'a repeated clear succeeds')
    t.equal((await changeLog(redis.client, session)).length, count + 1)
  }
})

t.test('a deleted entry still marks its place; an id that never existed changes nothing and returns false', async t => {
  const session = newSession()
  const ids = await fill(session, 6)
  await store.remove(session, ids[3]!)
  t.equal(await store.clear(session, ids[3]), true)
  t.same(await requestIds(session), ['r4', 'r5'])
  t.equal(await store.clear(session, ids[1]), true, 'no such entries are left')
  const before = await changeLog(redis.client, session)
  for (const unknown of ['7-5f0c2a9be714', '5-5f0c2a9be714', '9999999999999999-0']) {
    t.equal(await store.clear(session, unknown), false, unknown)
  }
  t.same(await changeLog(redis.client, session), before)
  t.same(await requestIds(session), ['r4', 'r5'])
  t.equal(await store.clear(newSession(), '7-5f0c2a9be714'), true, 'clearing a session without entries succeeds')
})

t.test('no run removes more entries than a slice', async t => {
  const session = newSession()
  const listener = redis.client.duplicate()
  t.teardown(() => listener.disconnect())
  const heard: unknown[][] = []
  listener.on('smessage', (_channel, text) => { heard.push(JSON.parse(text as string) as unknown[]) })
  const ids = await fill(session, 8)
  await listener.ssubscribe(`capture:{${session}}:events`)
  await store.clear(session, ids[6])
  await listener.ping()
  t.same(heard.map(message => Array.isArray(message[0]) ? message.length : 1), [3, 3, 1])
})

t.test('an interrupted clear leaves the session consistent despite other writes, and a second clear completes it', async t => {
  const session = newSession()
  const ids = await fill(session, 10)
  await begin(session, ids[8]!)
  t.same(await requestIds(session), ['r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9'])
  const again = await store.push(session, { ...push, requestId: 'r1', response: 'anew' })
  await store.push(session, { ...push, requestId: 'r4', response: 'updated' })
  await new EntryStore(redis.client, { ...limits, maxEntries: 7 }).push(session, { ...push, requestId: 'new' })
  await begin(session, ids[5]!)
  t.same(await requestIds(session), ['r6', 'r7', 'r8', 'r9', 'r1', 'new'])
  t.equal(await store.clear(session, ids[8]), true)
  t.same(await requestIds(session), ['r9', 'r1', 'new'])
  t.equal((await allEntries(store, session))[1]!.id, again)
  t.same(await hashesOf(redis.client, session), ['new', 'r1', 'r9'])
})

t.test('concurrent clears and pushes remove no later entry', async t => {
  const session = newSession()
  const ids = await fill(session, 20)
  const later = fill(session, 8, 20)
  t.same(await Promise.all([19, 5, 12, 19].map(n => store.clear(session, ids[n]))), [true, true, true, true])
  const stay = await later
  t.same((await allEntries(store, session)).map(entry => entry.id), stay)
})
