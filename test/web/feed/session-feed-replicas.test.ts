// The feed on real replicas: whatever happens to connections and replicas, the feed ends up with the same entries as the service, in the
// same order.
import t from 'tap'
import type { Test } from 'tap'
import { WebSocket } from 'ws'
import { buildApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config.js'
import { openRedis } from '../../../src/redis/connections.js'
import { keysOf } from '../../../src/store/keys.js'
import type { FeedState } from '../../../src/web/feed/feed-state.js'
import { LiveFeed } from '../../../src/web/feed/live-feed.js'
import { call, list, newSession, push, pushed } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { follow, type Followed } from './follow.js'
import { startHoldingProxy } from './holding-proxy.js'
import { randomOf } from './model-service.js'

const redis = await startRedis(t)
// A small limit, so that pushes evict entries.
const replicas = [await startReplica(t, redis, { MAX_ENTRIES: '40' }), await startReplica(t, redis, { MAX_ENTRIES: '40' })]
const [here, there] = replicas as [typeof replicas[0], typeof replicas[0]]

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1])

async function upload (target: { url: string }, sessionId: string): Promise<void> {
  const body = new FormData()
  body.set('screenshot', new Blob([PNG], { type: 'image/png' }), 's.png')
  await call(target, `/upload?sessionId=${sessionId}`, { method: 'POST', body })
}

/** The work of one writer on both replicas: two-phase pushes, small and large, deletions, uploads, and sometimes a clear. */
async function work (sessionId: string, seed: number, rounds: number, between = (_round: number) => {}): Promise<void> {
  const random = randomOf(seed)
  const mine: string[] = []
  for (let round = 0; round < rounds; round++) {
    between(round)
    const target = replicas[random(2)]!
    const dice = random(100)
    const requestId = `w${seed}-${random(rounds)}`
    if (dice < 80) {
      const response = 'x'.repeat(random(10) === 0 ? 6000 : 20)
      mine.push(await pushed(target, sessionId, { requestId, response, timeConsuming: random(2) }))
    } else if (dice < 93) {
      await call(target, `/capture/entries/${mine[random(mine.length)] ?? '0-0'}?sessionId=${sessionId}`, { method: 'DELETE' })
    } else if (dice < 99) {
      await upload(target, sessionId)
    } else {
      await call(target, `/capture/entries?sessionId=${sessionId}`, { method: 'DELETE' })
    }
  }
}

const workOfAll = (sessionId: string, rounds: number, between?: (round: number) => void) =>
  Promise.all([1, 2, 3, 4].map(seed => work(sessionId, seed, rounds, between)))

/** Checks that each copy equals the list; call it after all writers have finished. */
async function endsEqual (t: Test, sessionId: string, feeds: Followed[]): Promise<void> {
  const { headers, body } = await call(here, `/capture/entries?sessionId=${sessionId}`)
  const screenshots = (await call(there, `/capture/screenshots?sessionId=${sessionId}`)).body
  for (const { feed } of feeds) {
    await feed.settled((headers.get('etag') ?? '').replaceAll('"', ''))
    t.same([...feed.entries()], body)
    t.same([...feed.screenshots()], screenshots)
    t.equal(feed.figures.gaps, 0)
  }
}

/** Updates entry n, which was pushed as `r<n>`, or deletes it and pushes it again. */
async function changeOneOf (target: { url: string }, sessionId: string, ids: string[], n: number, isDeleted: boolean): Promise<void> {
  if (isDeleted) await call(target, `/capture/entries/${ids[n]}?sessionId=${sessionId}`, { method: 'DELETE' })
  await pushed(target, sessionId, { requestId: `r${n}`, response: 'changed' })
}

t.test('if the session has evicted requests, nobody knows whether one of them matched', async t => {
  const sessionId = newSession()
  for (let n = 0; n < 40; n++) await pushed(here, sessionId, {})
  const { feed } = follow(t, { url: there.url, sessionId })
  const none = () => false
  await t.rejects(feed.waitFor(none, { timeoutMs: 1 }), { name: 'NothingMatched' }, 'it is full, and has evicted none')
  await pushed(here, sessionId, {})
  await t.rejects(feed.waitFor(Object.assign(none, { text: 'status:5xx' }), { timeoutMs: 1 }), {
    name: 'NotAllSeen',
    message: 'It is unknown whether a request matched status:5xx: 1 older request was evicted to make room for newer ones ' +
      '(MAX_ENTRIES, MAX_SESSION_BYTES). The session has 40 requests.'
  })
  await t.rejects(feed.waitFor(none, { timeoutMs: 1, allowEvicted: true }), { name: 'NothingMatched' })
})

t.test('with four writers on two replicas, every copy equals the list', async t => {
  const sessionId = newSession()
  const early = replicas.map(({ url }) => follow(t, { url, sessionId }))
  const late: Followed[] = []
  await workOfAll(sessionId, 120, round => {
    // Connects while others write, so that lists and changes race.
    if (round % 20 === 10) late.push(follow(t, { url: replicas[round % 40 === 10 ? 0 : 1]!.url, sessionId }))
  })
  await endsEqual(t, sessionId, [...early, ...late])
  for (const { feed } of [...early, ...late]) t.match(feed.figures, { connects: 1, lists: 1 })
})

t.test('after cut connections the feed resumes, and does not list again', async t => {
  const sessionId = newSession()
  const followed = follow(t, { url: here.url, sessionId })
  await followed.enters('live')
  await workOfAll(sessionId, 100, round => { if (round % 10 === 5) followed.sockets.at(-1)!.terminate() })
  await endsEqual(t, sessionId, [followed])
  t.ok(followed.feed.figures.resumes > 3, `resumed ${followed.feed.figures.resumes} times`)
  t.equal(followed.feed.figures.lists, 1)
})

for (const which of ['lists', 'all'] as const) {
  t.test(`a list is cut often, ${which === 'all' ? 'with all other connections' : 'and only that'}: it continues where it was`, async t => {
    const [sessionId, random, ids, count] = [newSession(), randomOf(7), [] as string[], 400]
    const roomy = await startReplica(t, redis)
    for (let n = 0; n < count; n++) {
      ids.push(await pushed(roomy, sessionId, { requestId: `r${n}`, response: `${n} `.repeat(3000), timeConsuming: 1 }))
    }
    // At least 50 entries at a time.
    const proxy = await startHoldingProxy(t, roomy, 700_000)
    let [changed, cutAt] = [Promise.resolve(), 50]
    const followed = follow(t, {
      url: proxy.url,
      sessionId,
      // Uncompressed, so that the proxy can read the list.
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'accept-encoding': 'identity' } }),
      onState: state => {
        if (state.name !== 'listing') return
        const [n, isDeleted] = [random(count), random(2) === 0]
        changed = changed.then(() => changeOneOf(roomy, sessionId, ids, n, isDeleted))
        if (state.listed < cutAt) return
        cutAt = state.listed + 50
        proxy.cut(which)
      }
    })
    await followed.enters('live')
    await changed
    await endsEqual(t, sessionId, [followed])
    const sent = proxy.lists.map(list => Buffer.concat(list).toString().split('{"id":"').length - 1)
    t.comment(`entries sent, list by list: ${sent.join(' ')}`)
    t.ok(sent.length > 4, 'the list was cut several times')
    const sum = sent.reduce((sum, entries) => sum + entries)
    t.ok(sum > count * 0.9 && sum < count * 1.4, `${sum} of ${count} were sent, and not ${count} each time`)
    const { connects, resumes, lists } = followed.feed.figures
    t.ok(which === 'lists' ? connects === 1 : connects > 4)
    t.same({ resumes, lists }, { resumes: connects - 1, lists: 1 })
  })
}

t.test('the feed resumes on a replica that replaces its own', async t => {
  const sessionId = newSession()
  const connections = await openRedis(redis.address, () => {})
  t.teardown(() => connections.close())
  const start = async (port: number) => {
    const app = await buildApp(readConfig({ LOG_LEVEL: 'silent' }), connections)
    t.teardown(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port })
    return { app, url }
  }
  const first = await start(0)
  const followed = follow(t, { url: first.url, sessionId })
  await followed.enters('live')
  const id = await pushed(here, sessionId, {})
  const waits = followed.entersAgain('waiting')
  await first.app.close()
  t.match(await waits, { reason: 'the service is shutting down' })
  const missed = await pushed(here, sessionId, { requestId: 'r' })
  await start(Number(new URL(first.url).port))
  await endsEqual(t, sessionId, [followed])
  t.same([...followed.feed.entries()].map(entry => entry.id), [id, missed])
  t.match(followed.feed.figures, { resumes: 1, lists: 1 })
})

t.test('a forged announcement in Redis does not change any copy', async t => {
  const sessionId = newSession()
  const followed = replicas.map(({ url }) => follow(t, { url, sessionId }))
  for (const { enters } of followed) await enters('live')
  await pushed(here, sessionId, {})
  await redis.client.spublish(keysOf(sessionId).channel, JSON.stringify(['99-0', '98-0', 'cleared', '', '']))
  await pushed(there, sessionId, {})
  await endsEqual(t, sessionId, followed)
  t.equal(followed[0]!.feed.size, 2)
})

t.test('a session that disappeared from Redis is listed again', async t => {
  const sessionId = newSession()
  const followed = follow(t, { url: here.url, sessionId })
  await followed.enters('live')
  await pushed(here, sessionId, {})
  await followed.feed.settled(await redis.client.hget(keysOf(sessionId).meta, 'rev') ?? '')
  await redis.client.flushall()
  followed.feed.reconnect()
  await followed.entersAgain('live')
  t.same([followed.feed.size, followed.feed.rev], [0, '0-0'])
  await pushed(here, sessionId, { requestId: 'after' })
  await endsEqual(t, sessionId, [followed])
  t.equal((await list(here, sessionId)).length, 1)
})

t.test('LiveFeed, which the page uses, enters the state `refused` for an invalid session id', async t => {
  const refused = await new Promise<FeedState>(resolve => {
    const feed = new LiveFeed({
      url: here.url, sessionId: 'short', WebSocket, onState: state => { if (state.name === 'refused') resolve(state) }
    })
    t.teardown(() => feed.close())
  })
  t.match(refused, { reason: /sessionId/, status: 400 })
  t.equal((await push(here, 'short', {})).status, 400)
})
