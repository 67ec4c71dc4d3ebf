// Announcements of messages: combined, rate-limited, and never lost for any viewer.
import t, { type Test } from 'tap'
import type { Received } from '../../src/schema/message.js'
import { call, list, newSession, pushBatch, pushed, watch, type Message, type Viewer } from '../support/client.js'
import { changeLog } from '../support/inspect.js'
import { matchEach } from '../support/match-each.js'
import { pushMessages, range, texts } from '../support/messages.js'
import { startRedis } from '../support/redis.js'
import { startReplica, startProcess } from '../support/replica.js'

const redis = await startRedis(t)
const [here, there] = [await startReplica(t, redis), await startReplica(t, redis)]

type Told = Message & { rev: string, prev: string, data: Received }

/** Reads until each entry was announced with the message `last`; each change must follow the one before. */
async function toldUntil (t: Test, viewer: Viewer, rev: string, requestIds: string[], last: number): Promise<Told[]> {
  const told: Told[] = []
  const open = new Set(requestIds)
  while (open.size > 0) {
    const message = await viewer.next() as Told
    t.equal(message.prev, told.at(-1)?.rev ?? rev, 'the chain is unbroken')
    told.push(message)
    if (message.type === 'messages-received' && message.data.last >= last) open.delete(message.data.requestId)
  }
  return told
}

t.test('viewers of every replica get the current figures of an entry, without message texts', async t => {
  const session = newSession()
  const id = await pushed(here, session, { requestId: 'r' })
  const viewer = await watch(t, there, session)
  await viewer.next()
  await pushMessages(here, session, 'r', texts([3, 4]))
  const { rev, ...message } = await viewer.next() as Told
  const { bytes } = (await list(here, session))[0]!.messages!
  t.match((await changeLog(redis.client, session)).at(-1), { rev, type: 'messages-received', id })
  t.same(message, { type: 'messages-received', data: { id, requestId: 'r', first: 3, last: 4, bytes, dropped: 2 }, prev: message.prev })
})

t.test('many message pushes make few changes in the log, and every entry is announced in the end', async t => {
  const session = newSession()
  const requestIds = range(1, 30).map(n => `r${n}`)
  for (const requestId of requestIds) await pushed(here, session, { requestId })
  const viewer = await watch(t, there, session)
  const { rev } = await viewer.next() as Told
  const before = (await changeLog(redis.client, session)).length
  const fromMs = performance.now()
  for (const n of range(1, 20)) {
    await pushBatch(n % 2 ? here : there, session, requestIds.map(requestId => ({ requestId, messages: texts([n]) })))
  }
  const told = await toldUntil(t, viewer, rev, requestIds, 20)
  // One change per tenth of a second, no matter how many pushes; one more at each end.
  const most = 2 + Math.ceil((performance.now() - fromMs) / 100)
  t.ok((await changeLog(redis.client, session)).length - before <= most, `at most ${most}`)
  t.ok(new Set(told.map(message => message.rev)).size <= most + 1)
  t.same((await list(here, session)).map(entry => entry.messages?.count), requestIds.map(() => 20))
})

t.test('a viewer that resumes from any rev gets all missed announcements', async t => {
  const session = newSession()
  const requestIds = ['a', 'b', 'c']
  for (const requestId of requestIds) await pushed(here, session, { requestId })
  const viewer = await watch(t, here, session)
  const { rev } = await viewer.next() as Told
  for (const n of range(1, 5)) await pushBatch(here, session, requestIds.map(requestId => ({ requestId, messages: texts([n]) })))
  const told = await toldUntil(t, viewer, rev, requestIds, 5)
  for (const since of new Set([rev, ...told.map(message => message.rev)])) {
    const back = await watch(t, there, session, since)
    t.match(await back.next(), { type: 'connected', resumed: true, rev: since })
    const at = told.map(message => message.rev).lastIndexOf(since)
    const missed = new Set(told.slice(at + 1).map(message => message.data.requestId))
    await toldUntil(t, back, since, [...missed], 5)
    back.socket.terminate()
  }
})

t.test('a viewer that resumes gets deleted for an entry that is gone, and the chain stays unbroken', async t => {
  const session = newSession()
  const [a, b] = [await pushed(here, session, { requestId: 'a' }), await pushed(here, session, { requestId: 'b' })]
  const since = (await changeLog(redis.client, session)).at(-1)!.rev
  const viewer = await watch(t, here, session)
  await viewer.next()
  await pushMessages(here, session, 'a', texts([1]))
  await toldUntil(t, viewer, since, ['a'], 1)
  await call(here, `/capture/entries/${a}?sessionId=${session}`, { method: 'DELETE' })
  const back = await watch(t, there, session, since)
  await back.next()
  const missed = await back.take(2) as Told[]
  t.same(missed.map(({ type, data }) => [type, data.id]), [['deleted', a], ['deleted', a]])
  await pushMessages(here, session, 'b', texts([1]))
  const [told] = await toldUntil(t, back, missed[1]!.rev, ['b'], 1)
  t.equal(told?.data.id, b)
})

t.test('a clear discards pending announcements', async t => {
  const session = newSession()
  await pushed(here, session, { requestId: 'a' })
  const viewer = await watch(t, here, session)
  const { rev } = await viewer.next() as Told
  await pushMessages(here, session, 'a', texts([1]))
  await toldUntil(t, viewer, rev, ['a'], 1)
  await pushMessages(here, session, 'a', texts([2]))
  await call(here, `/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  await pushed(here, session, { requestId: 'a' })
  await pushMessages(here, session, 'a', texts([7]))
  const types: string[] = []
  for (let message = await viewer.next() as Told; ; message = await viewer.next() as Told) {
    types.push(message.type)
    if (message.type === 'messages-received' && message.data.last === 7) break
  }
  t.same(types.slice(-3), ['cleared', 'entry-received', 'messages-received'])
})

t.test('a replica sends its pending announcements before it exits', async t => {
  const session = newSession()
  const ending = await startProcess(t, { REDIS_URL: redis.url, PORT: '0' })
  await pushed(here, session, { requestId: 'a' })
  const viewer = await watch(t, here, session)
  const { rev } = await viewer.next() as Told
  for (const n of range(1, 5)) await pushMessages(ending, session, 'a', texts([n]))
  ending.child.kill('SIGTERM')
  await toldUntil(t, viewer, rev, ['a'], 5)
})

t.test('the ETag of the list changes with new messages', async t => {
  const session = newSession()
  await pushed(here, session, { requestId: 'a' })
  const path = `/capture/entries?sessionId=${session}`
  const viewer = await watch(t, here, session)
  const { rev } = await viewer.next() as Told
  const etag = (await call(here, path)).headers.get('etag')!
  await pushMessages(here, session, 'a', texts([1]))
  await toldUntil(t, viewer, rev, ['a'], 1)
  const { status, body } = await call(here, path, { headers: { 'if-none-match': etag } })
  t.equal(status, 200)
  matchEach(t, body, [{ messages: { count: 1 } }])
})
