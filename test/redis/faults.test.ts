// A Redis that is full, unreachable, hung, or has lost its scripts: the errors of the stores, and no partial writes.
import t from 'tap'
import { ChangeLog } from '../../src/store/changes.js'
import { EntryStore } from '../../src/store/entries.js'
import { replyOf } from '../../src/redis/commands.js'
import { openRedis } from '../../src/redis/connections.js'
import { ScreenshotStore } from '../../src/store/screenshots.js'
import { SessionStore } from '../../src/store/sessions.js'
import { newSession } from '../support/client.js'
import { allEntries, contents } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const server = await startRedis(t)
const redis = await openRedis(server.address, () => {})
t.teardown(() => redis.close())
const limits = { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 1e9 }
const entries = new EntryStore(redis.commands, limits)
const screenshots = new ScreenshotStore(redis.commands, limits, entries.sweeper)
const sessions = new SessionStore(redis.commands)
const log = new ChangeLog(redis.commands)
const entry = { api: '/a', method: 'GET' as const, requestId: 'r', timeConsuming: 1 }

t.test('a full Redis rejects pushes and uploads completely; reads, deletes and clears still work', async t => {
  const session = newSession()
  const first = await entries.push(session, entry)
  await entries.push(session, { ...entry, requestId: 's' })
  const before = await contents(server.client, '*')
  await server.client.config('SET', 'maxmemory', '1')
  // Removes the scripts: a refusal must not become "no such script".
  await server.client.script('FLUSH')
  const pushes = Array.from({ length: 20 },
    (_, n) => t.rejects(entries.push(session, { ...entry, requestId: `full-${n}` }), { code: 'storage_full' }))
  await Promise.all(pushes)
  await t.rejects(entries.push(session, { ...entry, response: 'more' }), { code: 'storage_full' })
  await t.rejects(screenshots.add(session, 'image/png', Buffer.alloc(100)), { code: 'storage_full' })
  t.same(await contents(server.client, '*'), before, 'nothing is partly written')

  t.same(await sessions.snapshot(session), { rev: await log.head(session), count: 2, hasHadRules: false })
  t.equal(await sessions.online(session), false)
  t.equal((await allEntries(entries, session)).length, 2)
  t.equal(await entries.remove(session, first), true)
  await entries.clear(session)
  t.equal((await sessions.snapshot(session)).count, 0)

  await server.client.config('SET', 'maxmemory', '256mb')
  await entries.push(session, entry)
  t.equal((await sessions.snapshot(session)).count, 1)
})

t.test('loads scripts again that Redis has lost', async t => {
  const session = newSession()
  await entries.push(session, entry)
  await server.client.script('FLUSH')
  await Promise.all(Array.from({ length: 10 }, (_, n) => entries.push(session, { ...entry, requestId: `again-${n}` })))
  t.equal((await sessions.snapshot(session)).count, 11)
})

t.test('temporary refusals of Redis reject with unavailable, permanent ones with the original error', async t => {
  const session = newSession()
  await server.client.config('SET', 'min-replicas-to-write', '1')
  await t.rejects(entries.push(session, entry), { code: 'unavailable', headers: { 'retry-after': '1' } })
  await server.client.config('SET', 'min-replicas-to-write', '0')
  await server.client.set(`capture:{${session}}:meta`, 'not a hash')
  await t.rejects(entries.push(session, entry), { message: /WRONGTYPE/ })
  await t.rejects(log.head(session), { message: /WRONGTYPE/ })
})

t.test('a Redis that hangs gives unavailable within two seconds', async t => {
  const session = newSession()
  await server.client.call('CLIENT', 'PAUSE', '60000', 'WRITE')
  await t.rejects(entries.push(session, entry), { code: 'unavailable' })
  await server.client.call('CLIENT', 'UNPAUSE')
})

t.test('a lost connection gives unavailable at once, and reconnects', async t => {
  const session = newSession()
  const closed = new Promise(resolve => redis.commands.once('close', resolve))
  const back = new Promise(resolve => redis.commands.once('ready', resolve))
  await server.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  await closed
  await t.rejects(entries.push(session, entry), { code: 'unavailable' })
  await back
  await entries.push(session, entry)
  t.equal((await sessions.snapshot(session)).count, 1)
})

t.test('errors of a Cluster or Sentinels during a failover give unavailable, too', async t => {
  const words = [
    'CLUSTERDOWN Hash slot not served', 'MOVED 1 127.0.0.1:1', 'ASK 1 127.0.0.1:1',
    'TRYAGAIN Multiple keys request during rehashing of slot',
    'Too many Cluster redirections. Last error: Error: Connection is closed.',
    "Cluster isn't ready and enableOfflineQueue options is false",
    'Failed to refresh slots cache.',
    'None of startup nodes is available',
    'All sentinels are unreachable. Retrying from scratch after 50ms.',
    'ERR Script attempted to access a non local key in a cluster node script: f00'
  ]
  for (const message of words) {
    await t.rejects(replyOf(redis.commands, 'get', Promise.reject(new Error(message))), { code: 'unavailable' }, message)
  }
  await t.rejects(replyOf(redis.commands, 'get', Promise.reject(new Error("CROSSSLOT Keys in request don't hash to the same slot"))),
    { message: /^CROSSSLOT/ })
})
