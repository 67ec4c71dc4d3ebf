import t from 'tap'
import { EntryStore } from '../../src/store/entries.js'
import { ScreenshotStore } from '../../src/store/screenshots.js'
import { newSession } from '../support/client.js'
import { changeLog } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const redis = await startRedis(t)
const limits = { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 1_000_000 }
const { sweeper } = new EntryStore(redis.client, limits)
const store = new ScreenshotStore(redis.client, limits, sweeper)
const image = (byte: number, length = 1000) => Buffer.alloc(length, byte)

t.test('stores and returns an image unchanged, with its type', async t => {
  const session = newSession()
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x0a, 0x0d, 0x80])
  const added = await store.add(session, 'image/jpeg', bytes)
  t.match(added, { id: /^1-[0-9a-f]{12}$/, type: 'image/jpeg', size: 7 })
  t.same(await store.read(session, added.id), { type: 'image/jpeg', image: bytes })
  t.same(await store.list(session), [added])
  t.equal(await store.read(session, 'none'), undefined)
  t.same(await store.list(newSession()), [])
})

t.test('keeps the newest 20, oldest first', async t => {
  const session = newSession()
  const added = []
  for (let n = 0; n < 23; n++) added.push(await store.add(session, 'image/png', image(n)))
  t.same(await store.list(session), added.slice(3))
  t.equal(await store.read(session, added[0]!.id), undefined)
  t.equal(await redis.client.hget(`capture:{${session}}:meta`, 'shotBytes'), '20000')
})

t.test('each evicted screenshot is announced as deleted, before the screenshot that replaces it', async t => {
  const session = newSession()
  const tight = new ScreenshotStore(redis.client, { ...limits, maxSessionBytes: 2500 }, sweeper)
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await tight.add(session, 'image/png', image(n))).id)
  ids.push((await tight.add(session, 'image/png', image(9, 2400))).id)
  const changes = await changeLog(redis.client, session)
  t.same(changes.map(({ type, id }) => [type, id]), [
    ['screenshot-received', ids[0]], ['screenshot-received', ids[1]], ['deleted', ids[0]], ['screenshot-received', ids[2]],
    ['deleted', ids[1]], ['deleted', ids[2]], ['screenshot-received', ids[3]]
  ])
  t.same(changes.map(({ prev }) => prev), ['0-0', ...changes.slice(0, -1).map(({ rev }) => rev)], 'the chain is unbroken')
})

t.test('screenshots stay within the limit of bytes; one above it remains alone', async t => {
  const session = newSession()
  const tight = new ScreenshotStore(redis.client, { ...limits, maxSessionBytes: 2500 }, sweeper)
  for (let n = 0; n < 3; n++) await tight.add(session, 'image/png', image(n))
  t.equal((await tight.list(session)).length, 2)
  const large = await tight.add(session, 'image/png', image(9, 5000))
  t.same(await tight.list(session), [large])
})

t.test('every key of a screenshot shares the deadline of its session', async t => {
  const session = newSession()
  const { id } = await store.add(session, 'image/png', image(1))
  const keys = ['meta', 'log', 'shots', `shot:${id}`].map(name => `capture:{${session}}:${name}`)
  const deadlines = await Promise.all(keys.map(key => redis.client.pexpiretime(key)))
  t.equal(new Set(deadlines).size, 1)
  t.ok(deadlines[0]! > Date.now())
  // Pretends that nearly all of the retention has passed.
  await redis.client.hset(keys[0]!, 'deadline', Date.now() + 1000)
  await store.add(session, 'image/png', image(2))
  const moved = await Promise.all(keys.map(key => redis.client.pexpiretime(key)))
  t.equal(new Set(moved).size, 1)
  t.ok(moved[0]! >= deadlines[0]!)
})
