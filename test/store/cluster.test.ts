// A Redis Cluster whose slots move, and whose primaries fail over, crash and hang: stores and subscriptions follow.
import t, { type Test } from 'tap'
import { Cluster, Redis } from 'ioredis'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf } from '../../src/store/keys.js'
import { openRedis } from '../../src/redis/connections.js'
import { ScreenshotStore } from '../../src/store/screenshots.js'
import { SessionStore } from '../../src/store/sessions.js'
import { Subscriber } from '../../src/redis/subscriber.js'
import { clusterTopology } from '../../src/redis/topology.js'
import { newSession } from '../support/client.js'
import { startCluster } from '../support/cluster.js'
import { SubscriberLog } from '../support/subscriber-log.js'
import { allEntries } from '../support/inspect.js'
import { pushOn } from '../support/load.js'
import type { Server } from '../support/server.js'
import { until } from '../support/until.js'

const cluster = await startCluster(t)
const redis = await openRedis(cluster.address, () => {})
t.teardown(() => redis.close())
const limits = { retentionMs: 600_000, maxEntries: 100_000, maxSessionBytes: 1e9 }
const entries = new EntryStore(redis.commands, limits)
const sessions = new SessionStore(redis.commands)
const { subscriber } = redis
const subscriberLog = new SubscriberLog(subscriber)
const entry = { api: '/a', method: 'GET' as const, timeConsuming: 1 }

const ownerOf = async (session: string) => await cluster.ownerOf(keysOf(session).meta)

const primariesBut = async (one: Server) => (await cluster.primaries()).filter(node => node !== one) as [Server, ...Server[]]

/** Finds a session that this node owns. */
async function sessionOn (owner: Server): Promise<string> {
  for (;;) {
    const session = newSession()
    if (await ownerOf(session) === owner) return session
  }
}

/** Pushes to a session and listens to it during an event, until the subscription is back and pushes succeed again. */
async function watchThrough (t: Test, session: string, happen: () => Promise<void>): Promise<void> {
  const { channel } = keysOf(session)
  await subscriber.subscribe(channel)
  const load = pushOn(t, entries, session)
  await until('pushes go through', async () => load.acknowledged.length > 20)
  const before = subscriberLog.begins(channel)
  const fromMs = Date.now()
  await happen()
  await subscriberLog.when(() => subscriberLog.begins(channel) > before)
  const gapMs = Date.now() - fromMs
  const sofar = load.acknowledged.length
  await until('pushes go through again', async () => load.acknowledged.length > sofar + 20)
  t.same(await load.stop(), [], 'no acknowledged push is lost')
  t.same([...load.refusals].filter(refusal => !refusal.startsWith('unavailable')), [], 'every refusal is temporary (unavailable)')
  await entries.push(session, { ...entry, requestId: `last of ${session}` })
  await subscriberLog.when(() => subscriberLog.heard.some(text => text.includes(`last of ${session}`)))
  t.comment(`subscribed again after ${gapMs} ms, longest gap of pushes ${load.longestGapMs} ms, refused: ${[...load.refusals].join('; ') || 'none'}`)
}

t.test('sessions can be pushed to, listed, watched and cleared on the nodes that own them', async t => {
  const all = Array.from({ length: 30 }, newSession)
  t.equal(new Set(await Promise.all(all.map(ownerOf))).size, 3, 'the sessions are spread over all primaries')
  await Promise.all(all.map(session => subscriber.subscribe(keysOf(session).channel)))
  await Promise.all(all.map(session => entries.push(session, { ...entry, requestId: `of ${session}` })))
  for (const session of all) {
    await subscriberLog.when(() => subscriberLog.heard.some(text => text.includes(`of ${session}`)))
    t.same((await allEntries(entries, session)).map(({ requestId }) => requestId), [`of ${session}`])
    t.equal(await sessions.online(session), true)
    subscriber.unsubscribe(keysOf(session).channel)
    await until('nobody watches', async () => !await sessions.online(session))
    await entries.clear(session)
    t.equal((await sessions.snapshot(session)).count, 0)
  }
  const screenshots = new ScreenshotStore(redis.commands, limits, entries.sweeper)
  const { id } = await screenshots.add(all[0]!, 'image/png', Buffer.from('png'))
  t.same((await screenshots.read(all[0]!, id))?.image, Buffer.from('png'))
})

t.test('when a slot moves to another node, its sessions follow', async t => {
  const session = newSession()
  const owner = await ownerOf(session)
  const [other] = await primariesBut(owner)
  await watchThrough(t, session, async () => { await cluster.migrate(keysOf(session).meta, other) })
  t.equal(await ownerOf(session), other)
})

t.test('clients follow a planned failover', async t => {
  const session = newSession()
  await watchThrough(t, session, async () => { await cluster.failOver(await ownerOf(session)) })
})

t.test('a killed primary is replaced by its replica, and other shards are not affected', async t => {
  const session = newSession()
  const victim = await ownerOf(session)
  const elsewhere = await sessionOn((await primariesBut(victim))[0])
  await subscriber.subscribe(keysOf(elsewhere).channel)
  const load = pushOn(t, entries, elsewhere)
  await watchThrough(t, session, async () => { await victim.kill() })
  t.same(await load.stop(), [])
  t.same([...load.refusals], [])
  t.comment(`elsewhere, the longest gap was ${load.longestGapMs} ms`)
  t.equal(subscriberLog.begins(keysOf(elsewhere).channel), 1)
  await victim.restart()
  await until('it follows its successor', async () => (await victim.client.info('replication')).includes('master_link_status:up'))
})

t.test('when a primary hangs, clients switch to its successor', async t => {
  const session = newSession()
  const victim = await ownerOf(session)
  await watchThrough(t, session, async () => { victim.pause() })
  victim.resume()
  await until('it follows its successor', async () => (await victim.client.info('replication')).includes('master_link_status:up'))
})

t.test('while a shard is down it limits reconnects and refreshes; afterwards it subscribes again', async t => {
  const session = newSession()
  const { channel } = keysOf(session)
  const victim = await ownerOf(session)
  const replica = await cluster.replicaOf(victim)
  const client = new Cluster(cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port })),
    { enableOfflineQueue: false, slotsRefreshInterval: 3000 })
  t.teardown(() => client.disconnect())
  await new Promise(resolve => client.once('ready', resolve))
  const tried = { connections: 0, refreshes: 0 }
  const refresh = client.refreshSlotsCache.bind(client)
  client.refreshSlotsCache = callback => { tried.refreshes++; refresh(callback) }
  const lonely = new Subscriber(clusterTopology(client, (host, port) => {
    tried.connections++
    return new Redis(port, host, { retryStrategy: null, commandTimeout: 2000, enableOfflineQueue: false, disconnectTimeout: 200 })
      .on('error', () => {})
  }))
  t.teardown(() => lonely.close())
  const other = new SubscriberLog(lonely)
  await lonely.subscribe(channel)

  await Promise.all([victim.kill(), replica.kill()])
  const [cpu, fromMs] = [process.cpuUsage(), Date.now()]
  await until('some seconds have passed', async () => Date.now() - fromMs > 5000)
  const { user, system } = process.cpuUsage(cpu)
  t.ok(tried.connections <= 10, `${tried.connections} connection attempts in five seconds`)
  t.ok(tried.refreshes <= 15, `${tried.refreshes} slot refreshes in five seconds`)
  t.comment(`${Math.round((user + system) / 1000)} ms of CPU in five seconds`)
  await t.rejects(entries.push(session, entry), { code: 'unavailable' })

  await Promise.all([victim.restart(), replica.restart()])
  const backMs = Date.now()
  await other.when(() => other.begins(channel) === 2)
  t.comment(`subscribed again ${Date.now() - backMs} ms after the node was back`)
  await until('pushes go through', async () => Boolean(await entries.push(session, { ...entry, requestId: 'back' })))
  await other.when(() => other.heard.some(text => text.includes('back')))
})
