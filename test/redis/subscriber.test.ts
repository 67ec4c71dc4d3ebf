// Subscriptions on a single Redis that disconnects, hangs, crashes and comes back.
import t, { type Test } from 'tap'
import { Redis } from 'ioredis'
import { openRedis } from '../../src/redis/connections.js'
import { slotOf } from '../../src/redis/slot.js'
import { Subscriber, type Topology } from '../../src/redis/subscriber.js'
import { singleTopology } from '../../src/redis/topology.js'
import { newSession } from '../support/client.js'
import { SubscriberLog } from '../support/subscriber-log.js'
import { startRedis, type TestRedis } from '../support/redis.js'
import { until } from '../support/until.js'

const newChannel = () => `capture:{${newSession()}}:events`

async function listenTo (t: Test, { address }: TestRedis) {
  const redis = await openRedis(address, () => {})
  t.teardown(() => redis.close())
  return { subscriber: redis.subscriber, log: new SubscriberLog(redis.subscriber) }
}

/** A topology that counts the connections that it makes. */
function counting (url: () => string): Topology & { connections: number } {
  const topology = {
    ...singleTopology(() => {
      topology.connections++
      return new Redis(url(), { retryStrategy: null, commandTimeout: 2000, enableOfflineQueue: false, disconnectTimeout: 200 })
        .on('error', () => {})
    }),
    connections: 0
  }
  return topology
}

async function subscribers ({ client }: TestRedis, channel: string): Promise<number> {
  const [, count] = await client.call('PUBSUB', 'SHARDNUMSUB', channel) as [string, number]
  return count
}

async function processOf ({ client }: TestRedis): Promise<number> {
  return Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1])
}

t.test('delivers texts of subscribed channels once, and no others', async t => {
  const redis = await startRedis(t)
  const { subscriber, log } = await listenTo(t, redis)
  const [channel, other] = [newChannel(), newChannel()]
  const first = subscriber.subscribe(channel)
  t.equal(subscriber.subscribe(channel), first, 'concurrent callers wait for the same subscription')
  await first
  await subscriber.subscribe(other)
  subscriber.unsubscribe(other)
  subscriber.unsubscribe('never subscribed')
  await redis.client.spublish(other, 'not heard')
  await redis.client.spublish(channel, 'heard')
  await log.hears('heard')
  t.same(log.heard, ['heard'])
  t.same(log.begun, [channel, other])
})

t.test('after rapid toggling, the last call decides whether the channel is subscribed', async t => {
  const redis = await startRedis(t)
  const { subscriber, log } = await listenTo(t, redis)
  const channel = newChannel()
  const given = t.rejects(subscriber.subscribe(channel), { code: 'unavailable' }, 'a pending subscribe() rejects after unsubscribe()')
  for (let i = 0; i < 20; i++) {
    subscriber.unsubscribe(channel)
    subscriber.subscribe(channel).catch(() => undefined)
  }
  await given
  await subscriber.subscribe(channel)
  await redis.client.spublish(channel, 'heard')
  await log.hears('heard')
  t.equal(await subscribers(redis, channel), 1)
  t.equal(log.begins(channel), 1, 'late replies have no effect')

  for (let i = 0; i < 20; i++) {
    subscriber.subscribe(channel).catch(() => undefined)
    subscriber.unsubscribe(channel)
  }
  await until('nobody is subscribed', async () => await subscribers(redis, channel) === 0)
  t.same(log.heard, ['heard'])
})

t.test('after each lost connection, every channel is subscribed again and reported', async t => {
  const redis = await startRedis(t)
  const { subscriber, log } = await listenTo(t, redis)
  const channels = Array.from({ length: 200 }, newChannel)
  await Promise.all(channels.map(channel => subscriber.subscribe(channel)))
  for (let kill = 1; kill <= 10; kill++) {
    t.equal(await redis.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub'), 1, 'all channels share a connection')
    await log.when(() => channels.every(channel => log.begins(channel) === kill + 1))
    await redis.client.spublish(channels[kill]!, `after kill ${kill}`)
    await log.hears(`after kill ${kill}`)
  }
  t.equal(log.heard.length, 10)
})

t.test('detects a hung server, and receives again when it continues', async t => {
  const redis = await startRedis(t)
  const topology = counting(() => redis.url)
  const subscriber = new Subscriber(topology)
  t.teardown(() => subscriber.close())
  const log = new SubscriberLog(subscriber)
  const channel = newChannel()
  await subscriber.subscribe(channel)
  const pid = await processOf(redis)
  process.kill(pid, 'SIGSTOP')
  t.teardown(() => process.kill(pid, 'SIGCONT'))
  await until('another connection is tried', async () => topology.connections > 1)
  await t.rejects(subscriber.subscribe(newChannel()), { code: 'unavailable' })
  t.ok(topology.connections <= 4, `${topology.connections - 1} attempts in the meantime`)
  process.kill(pid, 'SIGCONT')
  await log.when(() => log.begins(channel) === 2)
  await redis.client.spublish(channel, 'heard')
  await log.hears('heard')
})

t.test('receives again as soon as a crashed server is back', async t => {
  const redis = await startRedis(t)
  const { subscriber, log } = await listenTo(t, redis)
  const channel = newChannel()
  await subscriber.subscribe(channel)
  redis.client.on('error', () => {})
  process.kill(await processOf(redis), 'SIGKILL')
  await log.when(() => log.begins(channel) === 2)
  await until('it is published', async () => await redis.client.spublish(channel, 'heard') === 1)
  await log.hears('heard')
})

t.test('without Redis, subscribe() rejects, after few attempts', async t => {
  const topology = counting(() => 'redis://127.0.0.1:1')
  const subscriber = new Subscriber(topology)
  t.teardown(() => subscriber.close())
  const log = new SubscriberLog(subscriber)
  await t.rejects(Promise.all([subscriber.subscribe('a'), subscriber.subscribe('b')]),
    { code: 'unavailable', headers: { 'retry-after': '1' } })
  t.ok(topology.connections <= 8, `${topology.connections} attempts`)
  t.same(log.begun, [])
  subscriber.close()
  await t.rejects(subscriber.subscribe('a'), { code: 'unavailable' }, 'subscribe() after close() rejects, too')
})

t.test('retries before the first connection do not count as a reconnect, later ones do', async t => {
  const redis = await startRedis(t)
  const failing = ['redis://127.0.0.1:1', 'redis://127.0.0.1:1']
  const subscriber = new Subscriber(counting(() => failing.pop() ?? redis.url))
  t.teardown(() => subscriber.close())
  const log = new SubscriberLog(subscriber)
  const channel = newChannel()
  await subscriber.subscribe(channel)
  t.same(failing, [], 'the failing addresses were tried first')
  t.equal(subscriber.tally.reconnects, 0)
  await redis.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await log.when(() => log.begins(channel) === 2)
  t.equal(subscriber.tally.reconnects, 1)
})

t.test('computes the same slot of a channel as Redis', async t => {
  const { client } = await startRedis(t, ['--cluster-enabled', 'yes'])
  for (const key of ['capture:{ab}:events', 'ü', '{}x', '{a', 'a}b{c}d', '{{x}}', '', '123456789']) {
    t.equal(slotOf(key), await client.call('CLUSTER', 'KEYSLOT', key), key)
  }
})
