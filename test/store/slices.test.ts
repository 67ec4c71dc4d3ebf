// What is too much for one run of a script is done in slices; and what a session is worth when nobody goes on with them.
import t from 'tap'
import fc from 'fast-check'
import type { Entry } from '../../src/schema/entry.js'
import type { Push } from '../../src/schema/push.js'
import { EntryStore } from '../../src/store/entries.js'
import type { SessionLimits } from '../../src/store/limits.js'
import { ScreenshotStore } from '../../src/store/screenshots.js'
import { newSession } from '../support/client.js'
import { allEntries, changeLog, keyNames } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const DAY_MS = 86_400_000
const redis = await startRedis(t)
const limits: SessionLimits = { retentionMs: DAY_MS, maxEntries: 2000, maxSessionBytes: 64 * 1024 ** 2, slice: 3 }
const faults: unknown[] = []
const store = new EntryStore(redis.client, limits, error => { faults.push(error) })
const push: Push = { api: '/a', method: 'GET', timeConsuming: 1 }

/** A replica that died: it writes, and goes on with nothing. */
async function deadStore (changed: Partial<SessionLimits> = {}): Promise<EntryStore> {
  const dead = new EntryStore(redis.client, { ...limits, ...changed })
  await dead.close()
  return dead
}

async function fill (session: string, count: number, fields: Partial<Push> = {}): Promise<void> {
  for (let n = 0; n < count; n++) await store.push(session, { ...push, requestId: `r${n}`, ...fields })
}

/** The requestIds of which there are hashes, listed or not. */
async function hashes (session: string): Promise<string[]> {
  const prefix = `capture:{${session}}:entry:`
  return (await keyNames(redis.client, `${prefix}*`)).map(key => key.slice(prefix.length))
}

async function deadlines (session: string): Promise<Set<number>> {
  const keys = await keyNames(redis.client, `capture:{${session}}:*`)
  return new Set(await Promise.all(keys.map(key => redis.client.pexpiretime(key))))
}

/** As if the session had been written to last when so much of its retention was used up. */
async function age (session: string, leftMs: number): Promise<number> {
  const deadline = Date.now() + leftMs
  for (const key of await keyNames(redis.client, `capture:{${session}}:*`)) await redis.client.pexpireat(key, deadline)
  await redis.client.hset(`capture:{${session}}:meta`, 'deadline', deadline)
  return deadline
}

async function onlyEntry (session: string): Promise<Entry> {
  const [entry, ...others] = await allEntries(store, session)
  if (!entry || others.length > 0) throw new Error(`there are ${others.length + 1} entries`)
  return entry
}

const meta = (session: string, field: string) => redis.client.hget(`capture:{${session}}:meta`, field)

t.test('many entries are cleared at once, and their hashes go behind the reply', async t => {
  const session = newSession()
  await fill(session, 20)
  await store.clear(session)
  t.same(await allEntries(store, session), [])
  await store.sweeper.idle()
  t.same(await keyNames(redis.client, `capture:{${session}}:*`), ['log', 'meta'].map(name => `capture:{${session}}:${name}`))
  t.equal(await meta(session, 'due'), null)
  t.equal(await meta(session, 'bytes'), '0')
})

t.test('what is pushed again before it is swept starts from nothing, and stays', async t => {
  const session = newSession()
  await fill(session, 20, { response: 'old', storage: '{}' })
  const dead = await deadStore()
  await dead.clear(session)
  t.equal((await hashes(session)).length, 20)
  const id = await dead.push(session, { ...push, requestId: 'r7', timeConsuming: 0 })
  t.match(await onlyEntry(session), { id, requestId: 'r7', timeConsuming: 0, response: '', storage: '' })
  const removed = await dead.push(session, { ...push, requestId: 'r8' })
  await dead.remove(session, removed)
  await store.push(session, { ...push, requestId: 'r9' }) // is told that there is something left
  await store.sweeper.idle()
  t.same(await hashes(session), ['r7', 'r9'])
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r7', 'r9'])
})

t.test('a session that is cleared twice before it is swept keeps nothing of either time', async t => {
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
  t.same(await hashes(session), ['last'])
  t.same(await keyNames(redis.client, `capture:{${session}}:cleared:*`), [])
})

t.test('the deadline reaches every key, however many there are', async t => {
  const session = newSession()
  const screenshots = new ScreenshotStore(redis.client, limits, store.sweeper)
  await fill(session, 20)
  await screenshots.add(session, 'image/png', Buffer.from('png'))
  const old = await age(session, 1_000_000)
  await store.push(session, { ...push, requestId: 'r3', response: 'again' })
  await store.sweeper.idle()
  const moved = await deadlines(session)
  t.equal(moved.size, 1)
  t.ok([...moved][0]! > old + DAY_MS / 2)
  t.equal(await meta(session, 'deadline'), String([...moved][0]))
  await age(session, 1_000_000)
  await screenshots.add(session, 'image/png', Buffer.from('png'))
  await store.sweeper.idle()
  t.equal((await deadlines(session)).size, 1, 'an upload moves it, too')
})

t.test('where a deadline is not moved to its end, the session ends as a whole, and the next one takes nothing over', async t => {
  const session = newSession()
  await fill(session, 20)
  await age(session, 60_000)
  const dead = await deadStore()
  await dead.push(session, { ...push, requestId: 'r0', storage: 'of before' })
  await dead.push(session, { ...push, requestId: 'new' })
  const own = ['meta', 'index', 'log'].map(name => `capture:{${session}}:${name}`)
  const ends = await Promise.all([...own, ...(await hashes(session)).map(id => `capture:{${session}}:entry:${id}`)].map(key => redis.client.pexpiretime(key)))
  t.equal(Math.min(...ends), ends[0], 'no entry ends before the session does')
  t.equal(new Set(ends.slice(0, 3)).size, 1, 'which ends at once')
  // Its end: what was moved stays a while longer.
  await redis.client.unlink(own)
  t.same(await allEntries(store, session), [])
  await dead.push(session, { ...push, requestId: 'r0' })
  t.match(await onlyEntry(session), { requestId: 'r0', storage: '' })
})

t.test('what outlives a session is not seen, and not taken over', async t => {
  const session = newSession()
  await fill(session, 5)
  await redis.client.unlink(`capture:{${session}}:meta`)
  t.same(await allEntries(store, session), [])
  const id = await store.push(session, { ...push, requestId: 'r9' })
  t.match(id, /^1-/)
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r9'])
  t.same((await changeLog(redis.client, session)).map(({ prev, type }) => [prev, type]), [['0-0', 'entry-received']])
})

t.test('one push may evict more than a run does, and others follow until there is room', async t => {
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

t.test('a lowered limit is reached by the next write, whoever died in between', async t => {
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

t.test('an entry whose hash was removed by hand is made anew', async t => {
  const session = newSession()
  await fill(session, 2)
  await redis.client.unlink(`capture:{${session}}:entry:r0`)
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r1'])
  await store.push(session, { ...push, requestId: 'r0' })
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['r1', 'r0'])
})

interface Step { act: 'push' | 'grow' | 'remove' | 'clear' | 'age' | 'sweep', dead: boolean, which: number }
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof({ weight: 12, arbitrary: fc.constant('push' as const) }, fc.constantFrom('grow' as const, 'remove' as const, 'clear' as const, 'age' as const, 'sweep' as const)),
  dead: fc.boolean(),
  which: fc.nat(11)
})

t.test('whatever happens, and wherever it breaks off, the log tells what is listed; once swept, it is all in order', async t => {
  const tight: Partial<SessionLimits> = { maxEntries: 8, maxSessionBytes: 2500, slice: 2 }
  const [alive, dead] = [new EntryStore(redis.client, { ...limits, ...tight }), await deadStore(tight)]
  await fc.assert(fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 40 }), async steps => {
    const session = newSession()
    for (const step of steps) {
      await perform(step.dead ? dead : alive, session, step)
      const listed = (await allEntries(store, session)).map(entry => entry.id)
      t.strictSame(listed, await told(session))
    }
    await alive.push(session, { ...push, requestId: 'last' })
    await alive.sweeper.idle()
    await inOrder(session)
  }), { numRuns: 60 })
  t.pass('of every kind')

  async function inOrder (session: string): Promise<void> {
    const entries = await allEntries(store, session)
    const bytes = entries.flatMap(entry => Object.values(entry)).reduce((sum: number, value) => sum + Buffer.byteLength(String(value)), 0)
    t.strictSame(await hashes(session), entries.map(entry => entry.requestId).sort())
    t.strictSame([String(bytes), null], [await meta(session, 'bytes'), await meta(session, 'due')])
    t.ok(entries.length <= 8 && (bytes <= 2500 || entries.length === 1))
    t.equal((await deadlines(session)).size, 1)
    t.same(await keyNames(redis.client, `capture:{${session}}:cleared:*`), [])
  }
})

t.test('what cannot be swept is reported, unless Redis is away', async t => {
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

async function perform (store: EntryStore, session: string, { act, which }: Step): Promise<void> {
  const requestId = `r${which}`
  if (act === 'push') await store.push(session, { ...push, requestId, timeConsuming: which % 2 })
  else if (act === 'grow') await store.push(session, { ...push, requestId, response: 'x'.repeat(which * 250) })
  else if (act === 'remove') await store.remove(session, (await allEntries(store, session))[which]?.id ?? '')
  else if (act === 'clear') await store.clear(session)
  else if (act === 'age') await age(session, 1_000_000)
  else await store.sweeper.idle()
}

/** The ids of the entries that are there, as the log has it, in order of arrival. */
async function told (session: string): Promise<string[]> {
  const ids = new Set<string>()
  const log = await changeLog(redis.client, session)
  for (const [i, { type, id = '', prev }] of log.entries()) {
    if (prev !== (log[i - 1]?.rev ?? '0-0')) throw new Error('the chain is broken')
    if (type === 'entry-received') ids.add(id)
    else if (type === 'deleted') ids.delete(id)
    else if (type === 'cleared') ids.clear()
  }
  return [...ids]
}
