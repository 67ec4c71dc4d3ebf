// Reads, updates, evicts and resumes sessions that an older version has stored, and sessions to which an older version writes at the same
// time.
import t from 'tap'
import { ChangeLog } from '../../src/store/changes.js'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf } from '../../src/store/keys.js'
import { RuleStore } from '../../src/store/rules.js'
import { ScreenshotStore } from '../../src/store/screenshots.js'
import { newSession } from '../support/client.js'
import { allEntries, changeLog, keyNames } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const HOUR_MS = 3_600_000
const redis = await startRedis(t)
const limits = { retentionMs: 24 * HOUR_MS, maxEntries: 2000, maxSessionBytes: 64 * 1024 ** 2 }
const store = new EntryStore(redis.client, limits)
const log = new ChangeLog(redis.client)

// The data of 0.1.0 after two pushes, the second of them pending, and an upload.
const entries = [
  {
    id: '1-aaaaaaaaaaaa',
    requestId: 'a',
    timestamp: '1795250000000',
    state: 'complete',
    size: '53',
    timeConsuming: '12.5',
    api: '/a',
    method: 'GET',
    response: 'answered'
  },
  {
    id: '2-bbbbbbbbbbbb',
    requestId: 'b',
    timestamp: '1795250000001',
    state: 'pending',
    size: '39',
    timeConsuming: '0',
    api: '/b',
    method: 'POST',
    response: ''
  }
]
const listed = [
  {
    id: '1-aaaaaaaaaaaa',
    requestId: 'a',
    api: '/a',
    method: 'GET',
    requestHeader: '',
    responseHeader: '',
    request: '',
    response: 'answered',
    timeConsuming: 12.5,
    pageParams: '',
    storage: '',
    timestamp: 1795250000000
  },
  {
    id: '2-bbbbbbbbbbbb',
    requestId: 'b',
    api: '/b',
    method: 'POST',
    requestHeader: '',
    responseHeader: '',
    request: '',
    response: '',
    timeConsuming: 0,
    pageParams: '',
    storage: '',
    timestamp: 1795250000001
  }
]

async function storedBefore (leftMs = 23 * HOUR_MS): Promise<string> {
  const session = newSession()
  const keys = keysOf(session)
  const { client } = redis
  const deadline = Date.now() + leftMs
  await client.hset(keys.meta, { rev: '1795250000002-0', seq: 3, bytes: 92, deadline, shotBytes: 3 })
  for (const [i, entry] of entries.entries()) {
    await client.zadd(keys.index, i + 1, entry.requestId)
    await client.hset(keys.entryPrefix + entry.requestId, entry)
  }
  await client.zadd(keys.shots, 3, '3-cccccccccccc')
  await client.hset(keys.shotPrefix + '3-cccccccccccc',
    { id: '3-cccccccccccc', type: 'image/png', size: 3, timestamp: '1795250000002', data: 'png' })
  const changes = [
    ['entry-received', 'a', entries[0]!.id], ['entry-received', 'b', entries[1]!.id], ['screenshot-received', '', '3-cccccccccccc']
  ] as const
  let prev = '0-0'
  for (const [i, [type, requestId, id]] of changes.entries()) {
    prev = await client.xadd(keys.log, `179525000000${i}-0`, 'prev', prev, 'type', type, 'requestId', requestId, 'id', id) ?? ''
  }
  for (const key of await keyNames(client, `capture:{${session}}:*`)) await client.pexpireat(key, deadline)
  return session
}

t.test('lists the sessions of an older version, and replays their changes', async t => {
  const session = await storedBefore()
  t.same(await allEntries(store, session), listed)
  const changes = await log.since(session, '1795250000000-0')
  t.same(changes?.map(({ rev, type }) => [rev, type]), [['1795250000001-0', 'entry-received'], ['1795250000002-0', 'screenshot-received']])
  const screenshots = new ScreenshotStore(redis.client, limits, store.sweeper)
  t.same(await screenshots.list(session), [{ id: '3-cccccccccccc', type: 'image/png', size: 3, timestamp: 1795250000002 }])
})

t.test('updates them, ignores late pending pushes, and continues their chain of changes', async t => {
  const session = await storedBefore()
  t.equal(await store.push(session, { api: '/a', method: 'GET', requestId: 'a', timeConsuming: 0 }), '1-aaaaaaaaaaaa')
  t.equal(await store.push(session, { api: '/b', method: 'POST', requestId: 'b', timeConsuming: 7, response: 'done' }), '2-bbbbbbbbbbbb')
  const created = await store.push(session, { api: '/c', method: 'GET', requestId: 'c', timeConsuming: 1 })
  t.match(created, /^4-/)
  t.same((await allEntries(store, session)).slice(0, 2), [listed[0], { ...listed[1], timeConsuming: 7, response: 'done' }])
  t.same((await changeLog(redis.client, session)).slice(3).map(({ prev, type }) => [prev, type])[0], ['1795250000002-0', 'entry-updated'])
  t.equal(await redis.client.hget(keysOf(session).entryPrefix + 'b', 'size'), '43')
  t.equal((await log.since(session, '1795250000000-0'))?.length, 4)
})

t.test('deletes, evicts and clears them', async t => {
  const session = await storedBefore()
  const tight = new EntryStore(redis.client, { ...limits, maxEntries: 2 })
  await tight.push(session, { api: '/c', method: 'GET', requestId: 'c', timeConsuming: 1 })
  t.same((await allEntries(store, session)).map(entry => entry.requestId), ['b', 'c'])
  t.equal(await store.remove(session, '2-bbbbbbbbbbbb'), true)
  await store.clear(session)
  t.same((await changeLog(redis.client, session)).slice(3).map(({ type, requestId }) => [type, requestId]),
    [['deleted', 'a'], ['entry-received', 'c'], ['deleted', 'b'], ['cleared', '']])
  t.equal(await redis.client.hget(keysOf(session).meta, 'bytes'), '0')
})

t.test('the next write moves their deadline, on every key', async t => {
  const session = await storedBefore(HOUR_MS)
  await store.push(session, { api: '/c', method: 'GET', requestId: 'c', timeConsuming: 1 })
  const keys = await keyNames(redis.client, `capture:{${session}}:*`)
  const ends = await Promise.all(keys.map(key => redis.client.pexpiretime(key)))
  t.equal(keys.length, 8)
  t.same(new Set(ends), new Set([Number(await redis.client.hget(keysOf(session).meta, 'deadline'))]))
  t.ok(ends[0]! > Date.now() + 23 * HOUR_MS)
})

t.test('rules that outlive their session, because an older replica did not know them, are not those of the next session', async t => {
  const session = newSession()
  const rules = new RuleStore(redis.client, limits, store.sweeper)
  const rule = { id: 'r', name: 'r', enabled: true, match: '', action: { type: 'pass' as const }, expires: Date.now() + HOUR_MS }
  t.ok(await rules.write(session, { version: '0', rules: [] }, { off: true, rules: [rule], bodies: new Map() }))
  await redis.client.del(keysOf(session).meta)
  const { now: _, ...read } = await rules.read(session)
  t.same(read, { version: '0', off: false, rules: [], holdMs: 0 })
  await store.push(session, { api: '/a', method: 'GET' })
  t.equal(await redis.client.exists(keysOf(session).rules), 0)
})
