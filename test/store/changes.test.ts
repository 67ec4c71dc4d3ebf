// Reads the changes since a rev, and detects revs that the log no longer has.
import t from 'tap'
import { ChangeLog } from '../../src/store/changes.js'
import { decodeEntry } from '../../src/store/codec.js'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf } from '../../src/store/keys.js'
import { ScreenshotStore } from '../../src/store/screenshots.js'
import { newSession } from '../support/client.js'
import { allEntries, changeLog } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const redis = await startRedis(t)
const limits = { retentionMs: 60_000, maxEntries: 5000, maxSessionBytes: 1e9 }
const entries = new EntryStore(redis.client, limits)
const log = new ChangeLog(redis.client)
const entry = { api: '/a', method: 'GET' as const, timeConsuming: 1 }

t.test('returns each change since a rev, with the current state of its entry', async t => {
  const session = newSession()
  const screenshots = new ScreenshotStore(redis.client, limits, entries.sweeper)
  const first = await entries.push(session, { ...entry, requestId: 'a', timeConsuming: 0 })
  const since = await log.head(session)
  await entries.push(session, { ...entry, requestId: 'a', response: 'done' })
  const second = await entries.push(session, { ...entry, requestId: 'b' })
  const shot = await screenshots.add(session, 'image/png', Buffer.alloc(9))
  await entries.remove(session, second)
  const changes = await log.since(session, since)
  t.same(changes!.map(({ type, id, requestId }) => [type, id, requestId]), [
    ['entry-updated', first, 'a'], ['entry-received', second, 'b'], ['screenshot-received', shot.id, ''], ['deleted', second, 'b']
  ])
  t.same(changes!.map(change => change.prev), [since, ...changes!.slice(0, -1).map(change => change.rev)])
  t.same(decodeEntry(changes![0]!.detail!), (await allEntries(entries, session))[0])
  t.equal(decodeEntry(changes![1]!.detail!), undefined, 'the entry no longer exists')
  t.same(changes![2]!.detail, ['image/png', '9', String(shot.timestamp)])
  t.same(await log.since(session, changes!.at(-1)!.rev), [], 'no changes since the last rev')
})

t.test('a session without changes has the rev 0-0, and all later changes come after it', async t => {
  const session = newSession()
  t.equal(await log.head(session), '0-0')
  t.same(await log.since(session, '0-0'), [])
  t.equal(await log.since(session, '1-0'), undefined)
  await entries.push(session, entry)
  t.equal((await log.since(session, '0-0'))?.length, 1)
})

t.test('a rev that the log never had is unknown', async t => {
  const session = newSession()
  await entries.push(session, entry)
  const [ms] = (await log.head(session)).split('-')
  t.not(await log.since(session, `${ms}-0`), undefined)
  for (const rev of [
    ms!, `${ms}-`, `0${ms}-0`, `${ms}-7`, `${Number(ms) - 1}-0`, '', 'now', '-', '+', '$', '(1-0', '1', '99999999999999999999999-0',
    `${ms}-0 x`
  ]) {
    t.equal(await log.since(session, rev), undefined, rev)
  }
})

t.test('a trimmed log accepts the rev before its oldest change, and no older ones', async t => {
  const session = newSession()
  for (let n = 0; n < 12; n++) await entries.push(session, { ...entry, requestId: String(n) })
  const all = await changeLog(redis.client, session)
  await redis.client.xtrim(keysOf(session).log, 'MAXLEN', 5)
  t.equal(await log.since(session, all[5]!.rev), undefined)
  t.equal((await log.since(session, all[6]!.rev))?.length, 5)
  t.equal((await log.since(session, all[7]!.rev))?.length, 4)
})

t.test('after all data is deleted, a session that starts again does not know earlier revs', async t => {
  const session = newSession()
  await entries.push(session, entry)
  const before = await log.head(session)
  await redis.client.flushall()
  t.equal(await log.since(session, before), undefined)
  while (Date.now() <= Number.parseInt(before)) { /* at most a millisecond, because revs are times */ }
  await entries.push(session, entry)
  t.equal(await log.since(session, before), undefined)
  t.equal((await log.since(session, '0-0'))?.length, 1)
})

t.test('a long log comes in pages without gaps, limited by rows and by bytes', async t => {
  const session = newSession()
  for (let n = 0; n < 450; n++) {
    await entries.push(session, { ...entry, requestId: String(n), response: 'x'.repeat(n % 100 === 0 ? 600_000 : 10) })
  }
  const sizes: number[] = []
  let cursor = '0-0'
  for (let page = await log.since(session, cursor); page && page.length > 0; page = await log.since(session, cursor)) {
    t.equal(page[0]!.prev, cursor)
    cursor = page.at(-1)!.rev
    sizes.push(page.length)
  }
  t.equal(sizes.reduce((sum, size) => sum + size, 0), 450)
  t.equal(sizes[0], 101, 'bytes limit the first page')
  t.ok(sizes.every(size => size <= 200))
})
