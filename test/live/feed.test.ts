import t from 'tap'
import { ChangeLog } from '../../src/store/changes.js'
import { Feed } from '../../src/live/feed.js'
import { Hub } from '../../src/live/hub.js'
import { ChangeReader } from '../../src/live/change-reader.js'
import { changeEncoder } from '../../src/live/message.js'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf } from '../../src/store/keys.js'
import { openRedis } from '../../src/redis/connections.js'
import { SessionStore } from '../../src/store/sessions.js'
import { newSession } from '../support/client.js'
import { matchEach } from '../support/match-each.js'
import { allEntries } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'
import { Inbox } from '../support/inbox.js'

const server = await startRedis(t)
const redis = await openRedis(server.address, () => {})
t.teardown(() => redis.close())
const entries = new EntryStore(redis.commands, { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 1e9 })
const sessions = new SessionStore(redis.commands)
const faults: unknown[] = []
const changes = new ChangeLog(redis.commands)
const feed = new Feed(redis.subscriber, new ChangeReader(changes, 8), new Hub(), changeEncoder(() => ''), error => { faults.push(error) })
t.teardown(() => feed.close())

const entry = { api: '/a', method: 'GET' as const, timeConsuming: 1 }

t.test('a session with many listeners has one subscription, and only while someone listens', async t => {
  const session = newSession()
  const { channel } = keysOf(session)
  const subscriptions = async () => (await server.client.call('PUBSUB', 'SHARDNUMSUB', channel) as [string, number])[1]
  const listeners = [new Inbox(), new Inbox(), new Inbox()]
  // All while the subscription is being made.
  await Promise.all(listeners.map(listener => feed.watch(session, listener)))
  t.equal(await subscriptions(), 1)
  t.equal(await sessions.online(session), true)
  await entries.push(session, entry)
  for (const listener of listeners) await listener.has(1)
  for (const listener of listeners.slice(1)) feed.unwatch(session, listener)
  t.equal(await sessions.online(session), true)
  feed.unwatch(session, listeners[0]!)
  while (await sessions.online(session)) { /* ends a moment later */ }
  t.equal(await subscriptions(), 0)
})

t.test('a listener that joins when the last one has just left is served', async t => {
  const session = newSession()
  const [leaver, comer] = [new Inbox(), new Inbox()]
  await feed.watch(session, leaver)
  feed.unwatch(session, leaver)
  await feed.watch(session, comer)
  await entries.push(session, entry)
  await comer.has(1)
  t.equal(leaver.received.length, 0)
  feed.unwatch(session, comer)
})

t.test('small and large entries arrive in order, equal to the listed ones', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  const sizes = [10, 100_000, 20, 5000, 300_000, 30, 3000]
  for (const [n, size] of sizes.entries()) await entries.push(session, { ...entry, requestId: `r${n}`, response: 'x'.repeat(size) })
  const messages = await inbox.has(sizes.length)
  t.same(messages.map(message => message.data.requestId), sizes.map((_, n) => `r${n}`))
  t.same(messages.map(message => message.data.response.length), sizes)
  const listed = await allEntries(entries, session)
  t.same(messages.map(message => message.data), listed)
  feed.unwatch(session, inbox)
})

t.test('a large entry that no longer exists when it is read is announced as deleted, possibly twice', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await entries.clear(session) // so that Redis has cached the script
  // Both commands are sent together, so the entry is gone before the feed can read it.
  const id = entries.push(session, { ...entry, requestId: 'r', response: 'x'.repeat(5000) })
  await Promise.all([id, entries.clear(session)])
  const messages = await inbox.has(2)
  matchEach(t, messages, [{ type: 'deleted', data: { id: await id } }, { type: 'cleared' }])
  feed.unwatch(session, inbox)
})

t.test('ignores texts that others publish on the channel', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await server.client.spublish(keysOf(session).channel, 'hello')
  await entries.push(session, entry)
  matchEach(t, await inbox.has(1), [{ type: 'entry-received' }])
  feed.unwatch(session, inbox)
})

t.test('a gap in the chain is read from the log, before newer changes are delivered', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await entries.push(session, { ...entry, requestId: 'a' })
  await unheard(session, 'b')
  await unheard(session, 'c')
  await entries.push(session, { ...entry, requestId: 'd' })
  const messages = await inbox.has(4)
  t.same(messages.map(message => message.data.requestId), ['a', 'b', 'c', 'd'])
  t.same(inbox.received.map(({ prev }) => prev), ['0-0', ...inbox.received.slice(0, -1).map(({ rev }) => rev)])
  feed.unwatch(session, inbox)
})

t.test('a lost change is detected even if no other change follows', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await feed.check()
  await unheard(session, 'a')
  await feed.check()
  matchEach(t, await inbox.has(1), [{ type: 'entry-received', data: { requestId: 'a' } }])
  feed.unwatch(session, inbox)
})

t.test('a change that is not in the log is not delivered, but later changes are', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await server.client.spublish(keysOf(session).channel, JSON.stringify(['9-0', '8-0', 'cleared', '', '']))
  await entries.push(session, entry)
  matchEach(t, await inbox.has(1), [{ type: 'entry-received' }])
  t.equal(inbox.received.length, 1)
  feed.unwatch(session, inbox)
})

t.test('a change that is published twice is delivered once', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await entries.push(session, entry)
  await inbox.has(1)
  const { rev, prev } = inbox.received[0]!
  await server.client.spublish(keysOf(session).channel, JSON.stringify([rev, prev, 'cleared', '', '']))
  await entries.push(session, entry)
  matchEach(t, await inbox.has(2), [{ type: 'entry-received' }, { type: 'entry-received' }])
  t.equal(inbox.received[1]!.prev, rev)
  feed.unwatch(session, inbox)
})

t.test('if the log cannot fill a gap, listeners are dropped with 1012, so that they read the list again', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await entries.push(session, entry)
  await inbox.has(1)
  await wipe(session)
  await feed.check()
  t.equal(await inbox.dropped, 1012)
  while (await sessions.online(session)) { /* ends a moment later */ }
  t.equal(inbox.received.length, 1)
})

t.test('when a session expires and starts again, its listeners are dropped with 1012', async t => {
  const session = newSession()
  await entries.push(session, entry)
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await wipe(session)
  await entries.push(session, entry)
  t.equal(await inbox.dropped, 1012)
  t.equal(inbox.received.length, 0)
})

t.test('an entry that cannot be read drops the listeners, and the fault is reported', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  const keys = keysOf(session)
  await server.client.set(keys.entryPrefix + 'broken', 'not a hash')
  await server.client.spublish(keys.channel, JSON.stringify(['1-0', '0-0', 'entry-received', 'broken', '1-a']))
  t.equal(await inbox.dropped, 1012)
  matchEach(t, faults, [{ message: /WRONGTYPE/ }])
})

t.test('changes beyond the limit of the queue are read from the log instead', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  const { channel } = keysOf(session)
  const large = { ...entry, requestId: 'large', response: 'x'.repeat(5000) }
  await entries.push(session, large)
  for (let n = 0; n <= 2500; n++) await server.client.spublish(channel, JSON.stringify([`${n + 1}-0`, `${n}-0`, 'cleared', '', '']))
  await entries.push(session, large)
  t.same((await inbox.has(2)).map(message => message.type), ['entry-received', 'entry-updated'])
  t.equal(inbox.received.length, 2)
  feed.unwatch(session, inbox)
})

t.test('when the subscription is cut repeatedly, every change is still delivered once and in order', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  for (let n = 0; n < 300; n++) {
    if (n % 20 === 10) await server.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await entries.push(session, { ...entry, requestId: `r${n}`, response: 'x'.repeat(n % 7 ? 10 : 6000) })
  }
  const messages = await inbox.has(300)
  t.same(messages.map(message => message.data.requestId), Array.from({ length: 300 }, (_, n) => `r${n}`))
  t.same(inbox.received.map(({ prev }) => prev), ['0-0', ...inbox.received.slice(0, -1).map(({ rev }) => rev)])
  feed.unwatch(session, inbox)
})

// Deletes the session, as if it had expired; waits until the next millisecond, because revs are times.
async function wipe (session: string): Promise<void> {
  const { meta, index, log: stream } = keysOf(session)
  const rev = await changes.head(session)
  await server.client.del(meta, index, stream)
  while (Date.now() <= Number.parseInt(rev)) { /* at most a millisecond */ }
}

// Writes a push as if its published message was lost.
async function unheard (session: string, requestId: string): Promise<void> {
  const keys = keysOf(session)
  const prev = await changes.head(session)
  await server.client.hset(keys.entryPrefix + requestId, { id: `1-${requestId}`, requestId })
  const rev = await server.client.xadd(keys.log, '*', 'prev', prev, 'type', 'entry-received', 'requestId', requestId, 'id',
    `1-${requestId}`)
  await server.client.hset(keys.meta, 'rev', rev!)
}
