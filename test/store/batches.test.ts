// Several pushes in one write: in their order, whatever Redis knows of the scripts; and pushes whose start is known by date.
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

t.test('they are stored in their order, and each is told of in its place', async t => {
  const session = newSession()
  const results = await store.pushAll(session, Array.from({ length: 500 }, (_, n) => pushOf({ requestId: `r${n}`, response: String(n) })))
  const entries = await allEntries(store, session)
  t.same(entries.map(({ response }) => response), Array.from({ length: 500 }, (_, n) => String(n)))
  t.same(results, entries.map(({ id }) => ({ status: 'fulfilled', value: id })))
  t.same(await store.pushAll(session, []), [])
})

t.test('they reach Redis in one write', async t => {
  const session = newSession()
  const reads = async () => Number(/^total_reads_processed:(\d+)/m.exec(await redis.client.info('stats'))?.[1])
  const before = await reads()
  await store.pushAll(session, Array.from({ length: 100 }, (_, n) => pushOf({ requestId: `r${n}` })))
  // Redis reads 16 KiB at one time.
  t.ok(await reads() - before < 10)
})

for (const [title, fields] of [['small', { response: 'answered' }], ['large', { response: LARGE }]] as const) {
  t.test(`a pending push and its ${title} complete one are in order where Redis has forgotten the scripts, and others push meanwhile`, async t => {
    for (let round = 0; round < 10; round++) {
      const session = newSession()
      await redis.client.script('FLUSH')
      const others = Promise.all(Array.from({ length: 5 }, (_, n) => store.push(newSession(), pushOf({ requestId: String(n) }))))
      const [first, second] = await store.pushAll(session, [
        pushOf({ requestId: 'r', timeConsuming: 0, request: 'asked' }), pushOf({ requestId: 'r', ...fields }), pushOf({ requestId: 's' })
      ])
      await others
      t.same(first, second, 'one entry')
      t.match((await allEntries(store, session))[0], { requestId: 'r', timeConsuming: 1, request: 'asked', ...fields })
      t.same((await changeLog(redis.client, session)).map(({ type, requestId }) => [type, requestId]),
        [['entry-received', 'r'], ['entry-updated', 'r'], ['entry-received', 's']])
    }
  })
}

t.test('what one of them meets does not end the others', async t => {
  const session = newSession()
  // No hash, so that the script fails.
  await redis.client.set(`capture:{${session}}:entry:b`, 'in the way')
  const results = await store.pushAll(session, ['a', 'b', 'c'].map(requestId => pushOf({ requestId })))
  t.same(results.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled'])
})

t.test('a start that is known by date is kept as it is, within thirteen digits', async t => {
  const session = newSession()
  const [now, later] = [1_795_250_000_000, 9_999_999_999_999]
  const starts: [given: number, kept: number][] = [
    [now, now], [now + 0.4, now], [later, later], [later + 1, later], [1e300, later], [1e12, 1e12], [1e12 - 1, 1e12], [1, 1e12], [0, 1e12],
    [-5, 1e12], [-now, 1e12]
  ]
  await store.pushAll(session, starts.map(([startTime], n) => pushOf({ requestId: `r${n}`, startTime, timeConsuming: 7, age: 3 })))
  t.same((await allEntries(store, session)).map(({ startTime }) => startTime), starts.map(([, kept]) => kept))
  await store.pushAll(session, [pushOf({ requestId: 'r0', startTime: now + 1 })])
  t.equal((await allEntries(store, session))[0]!.startTime, now, 'it does not change afterwards')
  t.equal(await redis.client.hget(`capture:{${session}}:entry:r4`, 'startTime'), String(later))
})
