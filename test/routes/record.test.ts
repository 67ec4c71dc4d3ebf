// How an entry was recorded: start time, source, how the request was made, and a note.
import t from 'tap'
import type { ChangeMessage } from '../../src/schema/event.js'
import type { Entry } from '../../src/schema/entry.js'
import { list, newSession, push, pushed, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const FORM = 'application/x-www-form-urlencoded'

/** Returns the milliseconds from the start of the request to the first push of its entry. */
async function started (...pushes: object[]): Promise<number> {
  const session = newSession()
  for (const fields of pushes) await pushed(replica, session, { requestId: 'r', ...fields })
  const [entry] = await list(replica, session) as [Entry]
  return entry.timestamp - entry.startTime!
}

t.test('the start time is the arrival of the first push minus its age, or else minus its duration', async t => {
  t.equal(await started({ timeConsuming: 0 }), 0)
  t.equal(await started({ timeConsuming: 1234 }), 1234)
  t.equal(await started({ timeConsuming: 12.6 }), 13, 'rounded to milliseconds')
  t.equal(await started({ timeConsuming: 0, age: 500 }), 500)
  t.equal(await started({ timeConsuming: 90, age: 5000 }), 5000)
  t.equal(await started({ timeConsuming: 90, age: '5000' }), 5000, 'as text')
  t.equal(await started({ timeConsuming: 90, age: 0 }), 0)
  t.equal(await started({ timeConsuming: 90, age: null }), 90)
})

t.test('the first push sets the start time, and later pushes do not change it', async t => {
  t.equal(await started({ timeConsuming: 0, age: 300 }, { timeConsuming: 90, age: 9000 }, { timeConsuming: 1000 }), 300)
})

t.test('an extreme age is limited to the earliest start time', async t => {
  const session = newSession()
  for (const [requestId, age] of [['a', 1e300], ['b', Number.MAX_SAFE_INTEGER], ['c', 1e13]]) {
    await pushed(replica, session, { requestId, age })
  }
  const entries = await list(replica, session)
  t.same(entries.map(({ startTime }) => startTime), [1e12, 1e12, 1e12])
  const stored = await redis.client.hgetall(`capture:{${session}}:entry:a`)
  t.equal(stored.startTime, '1000000000000')
})

t.test('source, via and note are in lists and messages, and are omitted if they were not given', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const said = { source: 'checkout on 手机', via: 'beacon', note: 'response cut: 1 MB of 5 MB kept' }
  await pushed(replica, session, { requestId: 'a', ...said })
  const heard = [await viewer.next() as ChangeMessage & { data: Entry }]
  t.match(heard[0], { type: 'entry-received', data: said })
  await push(replica, session,
    new URLSearchParams({ api: '/a', method: 'GET', requestId: 'b', source: '', note: 'of a form' }).toString(), FORM)
  heard.push(await viewer.next() as ChangeMessage & { data: Entry })
  await pushed(replica, session, { requestId: 'a', note: 'page left' })
  const updated = await viewer.next() as ChangeMessage & { data: Entry }
  t.match(updated, { type: 'entry-updated', data: { ...said, note: 'page left' } }, 'fields that are not given stay')
  const entries = await list(replica, session)
  t.strictSame(entries, [updated.data, heard[1]!.data])
  t.strictSame(Object.keys(entries[1]!).filter(name => name in said), ['note'])
})

t.test('rejects values that are too long or of the wrong type, and records nothing', async t => {
  const session = newSession()
  for (const [fields, said] of [
    [{ age: -1 }, /age/], [{ age: 'soon' }, /age/], [{ age: true }, /age/], [{ age: [] }, /age/],
    [{ source: 'x'.repeat(129) }, /source.*128/], [{ via: 'x'.repeat(33) }, /via.*32/], [{ note: 'x'.repeat(1001) }, /note.*1000/]
  ] as const) {
    t.match(await push(replica, session, { api: '/a', method: 'GET', ...fields }),
      { status: 400, body: { code: 'bad_request', message: said } })
  }
  t.same(await list(replica, session), [])
  await pushed(replica, session, { source: 'x'.repeat(128), note: '中'.repeat(1000), via: { forgotten: 'to stringify' } })
  t.equal((await list(replica, session))[0]?.via, '{"forgotten":"to stringify"}')
})
