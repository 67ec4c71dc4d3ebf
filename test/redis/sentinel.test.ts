// With Sentinels, the service switches to the new primary: when the old one was killed, when it hangs, and after a requested failover.
import t, { type Test } from 'tap'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf } from '../../src/store/keys.js'
import { openRedis } from '../../src/redis/connections.js'
import { newSession } from '../support/client.js'
import { SubscriberLog } from '../support/subscriber-log.js'
import { pushOn } from '../support/load.js'
import { startSentinels } from '../support/sentinel.js'
import { until } from '../support/until.js'

const group = await startSentinels(t)
const redis = await openRedis(group.address, () => {})
t.teardown(() => redis.close())
const { subscriber } = redis
const entries = new EntryStore(redis.commands, { retentionMs: 600_000, maxEntries: 100_000, maxSessionBytes: 1e9 })
const log = new SubscriberLog(subscriber)

/** Pushes and listens while the primary is replaced, until both work with the other server. */
async function replaceWhile (t: Test, happen: () => Promise<void>): Promise<void> {
  const session = newSession()
  const { channel } = keysOf(session)
  const before = await group.primary()
  await subscriber.subscribe(channel)
  const load = pushOn(t, entries, session)
  await until('pushes go through', async () => load.acknowledged.length > 20)
  const fromMs = Date.now()
  await happen()
  await log.when(() => log.begins(channel) > 1)
  const gapMs = Date.now() - fromMs
  await until('the Sentinels have chosen the other one', async () => await group.primary() !== before)
  const sofar = load.acknowledged.length
  await until('pushes go through again', async () => load.acknowledged.length > sofar + 20)
  t.same(await load.stop(), [], 'no acknowledged push is lost')
  t.same([...load.refusals].filter(refusal => !refusal.startsWith('unavailable')), [], 'every refusal is temporary (unavailable)')
  await entries.push(session, { requestId: `last of ${session}`, api: '/a', method: 'GET' })
  await log.when(() => log.heard.some(text => text.includes(`last of ${session}`)))
  t.comment(`subscribed again after ${gapMs} ms, longest gap of pushes ${load.longestGapMs} ms`)
  t.comment(`refused: ${[...load.refusals].join('; ')}`)
  t.equal((await (await group.primary()).client.role())[0], 'master', 'writes go to the new primary')
}

t.test('switches to the new primary when the old one is killed', async t => {
  const killed = await group.primary()
  await replaceWhile(t, async () => { await killed.kill() })
})

t.test('leaves a hung primary for good, and ignores its later answers', async t => {
  const hung = await group.primary()
  await replaceWhile(t, async () => { hung.pause() })
  hung.resume()
})

t.test('switches to the new primary after a requested failover', async t => {
  await replaceWhile(t, async () => { await group.failOver() })
})

t.test('one of three Sentinels is enough to find the primary', async t => {
  await Promise.all(group.sentinels.slice(0, 2).map(sentinel => sentinel.kill()))
  const another = await openRedis(group.address, () => {})
  t.teardown(() => another.close())
  t.equal(await another.commands.ping(), 'PONG')
  await another.subscriber.subscribe('capture:{x}:events')
})
