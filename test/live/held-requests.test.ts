// The limit of held requests, and the events that end them, without an HTTP server.
import t from 'tap'
import { HeldRequests } from '../../src/live/held-requests.js'
import { openRedis } from '../../src/redis/connections.js'
import { RuleStore } from '../../src/store/rules.js'
import { newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const connections = await openRedis(redis.address, () => {})
t.teardown(() => connections.close())
const store = new RuleStore(connections.commands, { retentionMs: 60_000, maxSessionBytes: 1000 }, { schedule: () => {} })
const nobody = () => {}

t.test('over the limit, requests are not held; a request that ends makes room', async t => {
  const held = new HeldRequests(connections.subscriber, store, 2)
  const session = newSession()
  const ends: (() => void)[] = []
  const waiting = [0, 1].map(() => held.hold(session, '0', 60_000, end => ends.push(end)))
  t.equal(await held.hold(session, '0', 60_000, nobody), 'full')
  t.same(held.tally, { held: 2, refused: 1 })
  ends[0]!()
  t.equal(await waiting[0], 'timed-out')
  const next = held.hold(session, '0', 60_000, nobody)
  t.equal(held.tally.held, 2)
  held.close()
  t.same(await Promise.all([waiting[1], next]), ['ending', 'ending'])
  t.equal(await held.hold(session, '0', 60_000, nobody), 'ending')
  t.equal(held.tally.held, 0)
})

t.test('a request ends as soon as another version is written, and the channel is left when nobody waits any more', async t => {
  const held = new HeldRequests(connections.subscriber, store)
  const [session, other] = [newSession(), newSession()]
  const waiting = [held.hold(session, '0', 60_000, nobody), held.hold(session, '0', 60_000, nobody)]
  let otherEnded = false
  const calm = held.hold(other, '0', 60_000, nobody).then(() => { otherEnded = true })
  await until('the channels are subscribed to', async () => (await redis.client.pubsub('SHARDCHANNELS')).length === 2)
  await store.write(session, { version: '0', rules: [] }, { off: false, rules: [], bodies: new Map() })
  t.same(await Promise.all(waiting), ['changed', 'changed'])
  t.equal(otherEnded, false)
  t.equal(await held.hold(session, '0', 60_000, nobody), 'changed', 'an old version is noticed at once')
  await until('one channel is left', async () => (await redis.client.pubsub('SHARDCHANNELS')).length === 1)
  held.close()
  await calm
  await until('no channel is left', async () => (await redis.client.pubsub('SHARDCHANNELS')).length === 0)
})
