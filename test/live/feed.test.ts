import t from 'tap'
import { Feed } from '../../src/live/feed.js'
import { Hub, type Announcement, type Listener } from '../../src/live/hub.js'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf } from '../../src/store/keys.js'
import { openRedis } from '../../src/store/redis.js'
import { SessionStore } from '../../src/store/sessions.js'
import { newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'

const server = await startRedis(t)
const redis = await openRedis(server.address, () => {})
t.teardown(() => redis.close())
const entries = new EntryStore(redis.commands, { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 1e9 })
const sessions = new SessionStore(redis.commands)
const faults: unknown[] = []
const feed = new Feed(redis.subscriber, entries, new Hub(), error => { faults.push(error) })
t.teardown(() => feed.close())

const entry = { api: '/a', method: 'GET' as const, timeConsuming: 1 }

interface Told { type: string, data: { requestId: string, id: string, response: string } }

class Inbox implements Listener {
  readonly received: Announcement[] = []
  readonly dropped: Promise<number>
  private tell: (code: number) => void = () => {}
  private waiting: (() => void)[] = []

  constructor () {
    this.dropped = new Promise(resolve => { this.tell = resolve })
  }

  receive (announcement: Announcement) {
    this.received.push(announcement)
    for (const check of this.waiting) check()
  }

  drop (code: number) { this.tell(code) }

  async has (count: number): Promise<Told[]> {
    await new Promise<void>(resolve => {
      const check = () => { if (this.received.length >= count) resolve() }
      this.waiting.push(check)
      check()
    })
    return this.received.map(({ text }) => JSON.parse(text.toString()) as Told)
  }
}

t.test('a session is subscribed to once, however many listen, and only while they do', async t => {
  const session = newSession()
  const { channel } = keysOf(session)
  const subscriptions = async () => (await server.client.call('PUBSUB', 'SHARDNUMSUB', channel) as [string, number])[1]
  const listeners = [new Inbox(), new Inbox(), new Inbox()]
  // All while the subscription is under way.
  await Promise.all(listeners.map(listener => feed.watch(session, listener)))
  t.equal(await subscriptions(), 1)
  t.equal(await sessions.online(session), true)
  await entries.push(session, entry)
  for (const listener of listeners) await listener.has(1)
  for (const listener of listeners.slice(1)) feed.unwatch(session, listener)
  t.equal(await sessions.online(session), true)
  feed.unwatch(session, listeners[0]!)
  await redis.subscriber.ping()
  t.equal(await sessions.online(session), false)
})

t.test('one that comes when the last is just leaving is served', async t => {
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

t.test('small and large entries come in order, each as it is listed', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  const sizes = [10, 100_000, 20, 5000, 300_000, 30, 3000]
  for (const [n, size] of sizes.entries()) await entries.push(session, { ...entry, requestId: `r${n}`, response: 'x'.repeat(size) })
  const messages = await inbox.has(sizes.length)
  t.same(messages.map(message => message.data.requestId), sizes.map((_, n) => `r${n}`))
  t.same(messages.map(message => message.data.response.length), sizes)
  const { value: listed } = await (await entries.list(session)).pages.next() as { value: unknown[] }
  t.same(messages.map(message => message.data), listed)
  feed.unwatch(session, inbox)
})

t.test('a large entry that is gone when it is read is announced as deleted, twice if need be', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await entries.clear(session) // so that Redis has the script
  // Both commands leave together, so the entry is gone before its announcement can be followed.
  const id = entries.push(session, { ...entry, requestId: 'r', response: 'x'.repeat(5000) })
  await Promise.all([id, entries.clear(session)])
  const messages = await inbox.has(2)
  t.match(messages, [{ type: 'deleted', data: { id: await id } }, { type: 'cleared' }])
  feed.unwatch(session, inbox)
})

t.test('what others publish on the channel is ignored', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await server.client.spublish(keysOf(session).channel, 'hello')
  await entries.push(session, entry)
  t.match(await inbox.has(1), [{ type: 'entry-received' }])
  feed.unwatch(session, inbox)
})

t.test('a gap in the chain is never passed over: its listeners are dropped', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  await entries.push(session, entry)
  await inbox.has(1)
  await server.client.spublish(keysOf(session).channel, JSON.stringify(['9-0', '8-0', 'cleared', '', '']))
  t.equal(await inbox.dropped, 1012)
  t.equal(inbox.received.length, 1)
  await redis.subscriber.ping()
  t.equal(await sessions.online(session), false)
})

t.test('an entry that cannot be read drops the listeners, and the fault is reported', async t => {
  const session = newSession()
  const inbox = new Inbox()
  await feed.watch(session, inbox)
  const keys = keysOf(session)
  await server.client.set(keys.entryPrefix + 'broken', 'not a hash')
  await server.client.spublish(keys.channel, JSON.stringify(['1-0', '0-0', 'entry-received', 'broken', '1-a']))
  t.equal(await inbox.dropped, 1012)
  t.match(faults, [{ message: /WRONGTYPE/ }])
})

t.test('more changes than can wait for a reading drop the listeners', async t => {
  const session = newSession()
  const inbox = new Inbox()
  const { channel } = keysOf(session)
  const stuck = new Feed(redis.subscriber, { read: () => new Promise(() => {}) }, new Hub(), () => {})
  t.teardown(() => stuck.close())
  await stuck.watch(session, inbox)
  await entries.push(session, { ...entry, response: 'x'.repeat(5000) })
  for (let n = 0; n <= 2000; n++) {
    await server.client.spublish(channel, JSON.stringify([`${n + 1}-0`, `${n}-0`, 'cleared', '', '']))
  }
  t.equal(await inbox.dropped, 1012)
  t.equal(inbox.received.length, 0)
})

t.test('a lost subscription drops every listener; who comes then is refused, and served once Redis is back', async t => {
  const session = newSession()
  const [early, late, latest] = [new Inbox(), new Inbox(), new Inbox()]
  await feed.watch(session, early)
  const back = new Promise(resolve => redis.subscriber.once('ready', resolve))
  await server.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  t.equal(await early.dropped, 1012)
  await t.rejects(feed.watch(session, late), { code: 'unavailable' })
  await back
  await feed.watch(session, latest)
  await entries.push(session, entry)
  await latest.has(1)
  t.equal(early.received.length + late.received.length, 0)
})
