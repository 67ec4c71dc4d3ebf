// Several pushes in one write are applied in order, whether or not Redis has cached the scripts. Also tests start times that are given as
// dates.
import t from 'tap'
import type { RestoredPush } from '../../src/schema/push.js'
import { EntryStore } from '../../src/store/entries.js'
import { newSession } from '../support/client.js'
import { allEntries, changeLog } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const redis = await startRedis(t)
const limits = { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 64 * 1024 ** 2 }
const store = new EntryStore(redis.client, limits)
const LARGE = 'x'.repeat(300_000)

const pushOf = (fields: Partial<RestoredPush>): RestoredPush => ({ api: '/a', method: 'GET', timeConsuming: 1, ...fields })

t.test('a batch is stored in order, and results come back in the same order', async t => {
  const session = newSession()
  const results = await store.pushAll(session, Array.from({ length: 500 }, (_, n) => pushOf({ requestId: `r${n}`, response: String(n) })))
  const entries = await allEntries(store, session)
  t.same(entries.map(({ response }) => response), Array.from({ length: 500 }, (_, n) => String(n)))
  t.same(results, entries.map(({ id }) => ({ status: 'fulfilled', value: id })))
  t.same(await store.pushAll(session, []), [])
})

t.test('a batch reaches Redis in one write', async t => {
  const session = newSession()
  const reads = async () => Number(/^total_reads_processed:(\d+)/m.exec(await redis.client.info('stats'))?.[1])
  const before = await reads()
  await store.pushAll(session, Array.from({ length: 100 }, (_, n) => pushOf({ requestId: `r${n}` })))
  // Redis reads 16 KiB at a time.
  t.ok(await reads() - before < 10)
})

for (const [title, fields] of [['small', { response: 'answered' }], ['large', { response: LARGE }]] as const) {
  t.test(`a pending push and its ${title} complete push stay in order after SCRIPT FLUSH, while other clients push`, async t => {
    for (let round = 0; round < 10; round++) {
      const session = newSession()
      await redis.client.script('FLUSH')
      const others = Promise.all(Array.from({ length: 5 }, (_, n) => store.push(newSession(), pushOf({ requestId: String(n) }))))
      const [first, second] = await store.pushAll(session, [
        pushOf({ requestId: 'r', timeConsuming: 0, request: 'asked' }), pushOf({ requestId: 'r', ...fields }), pushOf({ requestId: 's' })
      ])
      await others
      t.same(first, second, 'both pushes belong to one entry')
      t.match((await allEntries(store, session))[0], { requestId: 'r', timeConsuming: 1, request: 'asked', ...fields })
      t.same((await changeLog(redis.client, session)).map(({ type, requestId }) => [type, requestId]),
        [['entry-received', 'r'], ['entry-updated', 'r'], ['entry-received', 's']])
    }
  })
}

t.test('one failed push does not affect the others of its batch', async t => {
  const session = newSession()
  // Not a hash, so the script fails.
  await redis.client.set(`capture:{${session}}:entry:b`, 'in the way')
  const results = await store.pushAll(session, ['a', 'b', 'c'].map(requestId => pushOf({ requestId })))
  t.same(results.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled'])
})

t.test('a start time given as a date is stored, limited to thirteen digits, and never changes', async t => {
  const session = newSession()
  const [now, later] = [1_795_250_000_000, 9_999_999_999_999]
  const starts: [given: number, kept: number][] = [
    [now, now], [now + 0.4, now], [later, later], [later + 1, later], [1e300, later], [1e12, 1e12], [1e12 - 1, 1e12], [1, 1e12], [0, 1e12],
    [-5, 1e12], [-now, 1e12]
  ]
  await store.pushAll(session, starts.map(([startTime], n) => pushOf({ requestId: `r${n}`, startTime, timeConsuming: 7, age: 3 })))
  t.same((await allEntries(store, session)).map(({ startTime }) => startTime), starts.map(([, kept]) => kept))
  await store.pushAll(session, [pushOf({ requestId: 'r0', startTime: now + 1 })])
  t.equal((await allEntries(store, session))[0]!.startTime, now, 'later pushes do not change it')
  t.equal(await redis.client.hget(`capture:{${session}}:entry:r4`, 'startTime'), String(later))
})
