// Tests the Redis user of deploy/redis/users.conf: its rights permit every operation of the service, and nothing else.
import t, { type Test } from 'tap'
import { Redis } from 'ioredis'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connected } from '../../src/schema/event.js'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf } from '../../src/store/keys.js'
import { call, list, newSession, pushed, uploaded, watch } from '../support/client.js'
import { startCluster } from '../support/cluster.js'
import { keyNames } from '../support/inspect.js'
import { matchEach } from '../support/match-each.js'
import { startRedis, temporaryFolder, type TestRedis } from '../support/redis.js'
import { startReplica, type Replica } from '../support/replica.js'
import { FAILS, getRules, hold, rulesOf, written } from '../support/rules.js'

t.test('every operation of the service works with the rights of the user in users.conf', async t => {
  const redis = await startRedis(t, ['--include', await usersFile(t)])
  const replica = await startReplica(t, { address: { kind: 'single', url: asEarshot(redis.url) } },
    { MAX_ENTRIES: '2', RATE_LIMIT: '1000' })
  await everyOperation(t, replica)
  t.same(await redis.client.call('ACL', 'LOG'), [])
})

t.test('every operation works with these rights on a Cluster, too', async t => {
  const cluster = await startCluster(t, { primaries: 2, replicas: 2, settings: ['--include', await usersFile(t)] })
  const nodes = cluster.nodes.map(({ port }) => `redis://earshot:secret@127.0.0.1:${port}`)
  const replica = await startReplica(t, { address: { kind: 'cluster', nodes } }, { MAX_ENTRIES: '2', RATE_LIMIT: '1000' })
  await everyOperation(t, replica)
  for (const { client } of cluster.nodes) t.same(await client.call('ACL', 'LOG'), [])
})

t.test('Redis refuses commands that the service does not need', async t => {
  const { user } = await startUser(t)
  const commands = [
    'KEYS *', 'SCAN 0', 'FLUSHALL', 'FLUSHDB', 'CONFIG GET *', 'CONFIG SET maxmemory 0', 'ACL LIST', 'CLIENT LIST', 'MONITOR', 'SAVE',
    'SHUTDOWN', 'SCRIPT FLUSH', 'FUNCTION LIST', 'REPLICAOF NO ONE', 'PSYNC ? -1', 'CLUSTER RESET', 'SELECT 1', 'GET capture:a',
    'DEL capture:a'
  ]
  for (const command of commands) await t.rejects(user.call(...words(command)), { message: /^NOPERM/ }, command)
})

t.test('work in slices is permitted, too', async t => {
  const { user, redis } = await startUser(t)
  const limits = { retentionMs: 60_000, maxEntries: 100, maxSessionBytes: 1e6, slice: 2 }
  const faults: unknown[] = []
  const store = new EntryStore(user, limits, error => { faults.push(error) })
  const [session, pushIt] = [newSession(), (n: number) => store.push(session, { api: '/a', method: 'GET', requestId: `r${n}` })]
  for (let n = 0; n < 9; n++) await pushIt(n)
  await redis.client.hset(keysOf(session).meta, 'deadline', Date.now() + 1000)
  await pushIt(9)
  await store.sweeper.idle()
  t.ok(await store.clear(session, await pushIt(4)))
  await store.clear(session)
  await store.sweeper.idle()
  t.same(faults, [])
  t.same(await keyNames(redis.client, `capture:{${session}}:entry:*`), [])
})

t.test('Redis refuses access to other keys and channels, also from scripts', async t => {
  const { user } = await startUser(t)
  const commands = ['HGET others:a b', 'HMGET others:a b', 'ZRANGE others:a 0 -1', 'SSUBSCRIBE others', 'SUBSCRIBE capture:a']
  for (const command of commands) await t.rejects(user.call(...words(command)), { message: /NOPERM/ }, command)
  const scripts = ["redis.call('HSET', 'others:a', 'b', 'c')", "redis.call('SPUBLISH', 'others', 'text')", "redis.call('FLUSHALL')"]
  for (const script of scripts) {
    await t.rejects(user.eval(script, 0), { message: /The user executing the script can't (access|publish|run)|ACL failure/ }, script)
  }
})

async function everyOperation (t: Test, replica: Replica): Promise<void> {
  const session = newSession()
  const at = (path: string) => `${path}?sessionId=${session}`
  const viewer = await watch(t, replica, session)
  const { rev } = await viewer.next() as Connected
  const first = await pushed(replica, session, { requestId: 'r', timeConsuming: 0 })
  await pushed(replica, session, { requestId: 'r', timeConsuming: 5, response: 'x'.repeat(10_000) })
  await pushed(replica, session, { requestId: 's' })
  await uploaded(replica, session)
  t.same((await viewer.take(4)).map(({ type }) => type), ['entry-received', 'entry-updated', 'entry-received', 'screenshot-received'])

  const [screenshot] = (await call(replica, at('/capture/screenshots'))).body as { url: string }[]
  t.match(await call(replica, screenshot!.url), { status: 200 })
  t.same((await call(replica, at('/capture/online'))).body, { online: true })
  t.same((await call(replica, at('/capture/recorder'))).body, { loaded: false })
  t.equal((await list(replica, session))[0]!.id, first)
  const { headers } = await call(replica, at('/capture/entries'))
  t.match(await call(replica, at('/capture/entries'), { headers: { 'if-none-match': headers.get('etag')! } }), { status: 304 })

  await pushed(replica, session, { requestId: 'evicts the first' })
  matchEach(t, await viewer.take(2), [{ type: 'deleted', data: { id: first } }, { type: 'entry-received' }])
  const [oldest] = await list(replica, session)
  t.match(await call(replica, at(`/capture/entries/${oldest!.id}`), { method: 'DELETE' }), { status: 200 })
  t.match(await call(replica, at('/capture/entries'), { method: 'DELETE' }), { status: 200 })
  matchEach(t, await viewer.take(2), [{ type: 'deleted' }, { type: 'cleared' }])
  const resumed = await watch(t, replica, session, rev)
  const [connected, ...missed] = await resumed.take(9)
  t.match(connected, { type: 'connected', resumed: true })
  t.same(missed.map(({ type }) => type), [
    'deleted', 'deleted', 'deleted', 'screenshot-received', 'deleted', 'deleted', 'deleted', 'cleared'
  ], 'entries that no longer exist are replayed as deleted')
  t.match(await call(replica, '/readyz'), { status: 200 })
  await rules(t, replica)
}

async function rules (t: Test, replica: Replica): Promise<void> {
  const session = newSession()
  t.match(await getRules(replica, session, '&editing=1'), { status: 200 })
  const waiting = await hold(replica, session, '0')
  const action = { type: 'respond' as const, status: 200, body: { text: 'x'.repeat(10_000) } }
  const { version, rules: [rule] } = await written(t, replica, session, [{ ...FAILS, action }])
  t.match(await waiting.reply, { status: 200, body: { version } })
  t.match(await call(replica, `/capture/rules/${rule!.id}/body?sessionId=${session}`), { status: 200, body: action.body.text })
  await written(t, replica, session, [], { off: true })
  t.match(await rulesOf(replica, session), { off: true, rules: { length: 0 } })
}

async function startUser (t: Test): Promise<{ user: Redis, redis: TestRedis }> {
  const redis = await startRedis(t, ['--include', await usersFile(t)])
  const user = new Redis(asEarshot(redis.url), { disableClientInfo: true })
  t.teardown(() => user.disconnect())
  return { user, redis }
}

function asEarshot (path: string): string {
  return `${path}?username=earshot&password=secret`
}

// users.conf as an operator completes it. The test's own connection uses the default user, which needs no password.
async function usersFile (t: Test): Promise<string> {
  const text = await readFile(new URL('../../deploy/redis/users.conf', import.meta.url), 'utf8')
  const file = join(await temporaryFolder(t), 'users.conf')
  await writeFile(file, text.replace('EARSHOT_PASSWORD', '>secret').replace('ADMIN_PASSWORD', 'nopass'))
  return file
}

function words (command: string): [string, ...string[]] {
  return command.split(' ') as [string, ...string[]]
}
