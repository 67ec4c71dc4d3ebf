// A replica beside one of a newer version, as during a rolling upgrade: changes that only the newer version knows must not break the chain
// of changes, or disconnect viewers.
import t, { type Test } from 'tap'
import type { Connected } from '../../src/schema/event.js'
import { keysOf } from '../../src/store/keys.js'
import { list, newSession, pushed, watch } from '../support/client.js'
import { changeLog } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

/** Writes and publishes a change as a newer version would; resolves with its rev. */
async function announceRenamed (session: string, published = true): Promise<string> {
  const { meta, log, channel } = keysOf(session)
  const prev = await redis.client.hget(meta, 'rev') ?? '0-0'
  const rev = await redis.client.xadd(log, '*', 'prev', prev, 'type', 'renamed', 'requestId', '', 'id', '', 'color', 'red')
  await redis.client.hset(meta, 'rev', rev!)
  if (published) await redis.client.spublish(channel, JSON.stringify([rev, prev, 'renamed', '', '', { color: 'red' }]))
  return rev!
}

async function chainOf (t: Test, session: string, since: string): Promise<{ type: string, rev: string, prev: string }[]> {
  const viewer = await watch(t, replica, session, since)
  t.match(await viewer.next(), { type: 'connected', rev: since, resumed: true })
  const missed = (await changeLog(redis.client, session)).filter(({ rev }) => rev > since)
  return await viewer.take(missed.length) as { type: string, rev: string, prev: string }[]
}

t.test('a live change of an unknown type is delivered with its type and its place in the chain only', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  await pushed(replica, session, { requestId: 'a' })
  const { rev: prev } = await viewer.next() as Connected
  const rev = await announceRenamed(session)
  t.same(await viewer.next(), { type: 'renamed', rev, prev })
  await pushed(replica, session, { requestId: 'b' })
  t.match(await viewer.next(), { type: 'entry-received', prev: rev })
})

t.test('a change of an unknown type that is only in the log is delivered, too, before later changes', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  await announceRenamed(session, false)
  await pushed(replica, session, { requestId: 'a' })
  t.same((await viewer.take(2)).map(({ type }) => type), ['renamed', 'entry-received'])
})

t.test('a resuming viewer gets unknown changes and stays connected; the list is complete', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'a' })
  const since = await redis.client.hget(keysOf(session).meta, 'rev')
  await announceRenamed(session)
  const id = await pushed(replica, session, { requestId: 'b' })
  const last = await announceRenamed(session)
  const chain = await chainOf(t, session, since!)
  t.same(chain.map(({ type }) => type), ['renamed', 'entry-received', 'renamed'])
  t.same(chain.map(({ prev }) => prev), [since, chain[0]?.rev, chain[1]?.rev])
  t.equal(chain[2]?.rev, last)
  t.same((await list(replica, session)).map(entry => entry.id)[1], id)
  // A viewer that resumes after it gets later changes.
  const viewer = await watch(t, replica, session, last)
  await viewer.next()
  await pushed(replica, session, { requestId: 'c' })
  t.match(await viewer.next(), { type: 'entry-received', prev: last })
})
