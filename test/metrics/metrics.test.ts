import t from 'tap'
import type { Connected } from '../../src/schema/event.js'
import { keysOf } from '../../src/store/keys.js'
import { call, list, newSession, push, pushed, uploaded, watch } from '../support/client.js'
import { bytesOf } from '../support/inspect.js'
import { scrape } from '../support/metrics.js'
import { startRedis } from '../support/redis.js'
import { startReplica, type Replica } from '../support/replica.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)

t.test('counts pushes by outcome, for each replica separately', async t => {
  const [replica, other] = [await startReplica(t, redis, { BODY_LIMIT: '1kb' }), await startReplica(t, redis)]
  const session = newSession()
  const complete = { api: '/a', method: 'GET', requestId: 'a', timeConsuming: 1, response: '中' }
  const bodies = [complete, { ...complete, timeConsuming: 2 }, { ...complete, timeConsuming: 0 }, { api: '/a' }]
    .map(body => JSON.stringify(body))
  for (const body of bodies) await push(replica, session, body)
  const form = 'api=/a&method=GET'
  await push(replica, session, form, 'application/x-www-form-urlencoded')
  await push(replica, session, 'x'.repeat(2000))
  await push(replica, session, '<a/>', 'application/xml')
  await push(replica, 'short', complete)

  const outcomes = {
    created: 2, updated: 1, ignored: 1, bad_request: 2, too_large: 1, unsupported_media_type: 1, storage_full: 0, unavailable: 0
  }
  const bytes = Buffer.byteLength([...bodies, form].join(''))
  t.match(await samplesOf(replica), {
    ...labeled('earshot_pushes_total', 'outcome', outcomes),
    earshot_push_body_bytes_total: bytes,
    ...requests('POST', '/capture/raw-data', { 200: 4, 400: 2, 413: 1, 415: 1 }),
    'earshot_redis_round_trip_seconds_count{command="push"}': 4
  })
  t.match(await samplesOf(other), { 'earshot_pushes_total{outcome="created"}': 0, earshot_push_body_bytes_total: 0 })
})

t.test('counts pushes that Redis refused because it was full or unreachable', async t => {
  const replica = await startReplica(t, redis)
  await redis.client.config('SET', 'maxmemory', '1')
  t.match(await push(replica, newSession(), { api: '/a', method: 'GET' }), { status: 507 })
  await redis.client.config('SET', 'maxmemory', '0')
  t.match(await samplesOf(replica), labeled('earshot_redis_up', 'connection', { commands: 1, subscriptions: 1 }))
  await replica.redis.close()
  t.match(await push(replica, newSession(), { api: '/a', method: 'GET' }), { status: 503 })
  t.match(await samplesOf(replica), {
    ...labeled('earshot_pushes_total', 'outcome', { created: 0, storage_full: 1, unavailable: 1 }),
    'earshot_redis_up{connection="commands"}': 0
  })
})

t.test('counts evicted entries and their bytes', async t => {
  const replica = await startReplica(t, redis, { MAX_ENTRIES: '2' })
  const session = newSession()
  for (const requestId of ['a', 'b']) await pushed(replica, session, { requestId, response: '中'.repeat(100) })
  const [oldest, next] = (await list(replica, session)).map(bytesOf)
  await pushed(replica, session, { requestId: 'c' })
  await pushed(replica, session, { requestId: 'd' })
  t.match(await samplesOf(replica), { earshot_entries_evicted_total: 2, earshot_entries_evicted_bytes_total: oldest! + next! })
})

t.test('labels requests by route, never by URL, and does not count /metrics itself', async t => {
  const replica = await startReplica(t, redis)
  const session = newSession()
  await uploaded(replica, session)
  for (const id of ['1-a', '2-b', '3-c']) await call(replica, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  for (const path of ['/no', '/such/page']) await call(replica, path)
  await call(replica, `/ws?sessionId=${session}`)
  await (await watch(t, replica, session)).next()
  await samplesOf(replica)
  const samples = await samplesOf(replica)
  t.match(samples, {
    ...requests('DELETE', '/capture/entries/:id', { 404: 3 }),
    ...requests('GET', 'unmatched', { 404: 2 }),
    ...requests('GET', '/ws', { 400: 1 }),
    ...requests('POST', '/upload', { 200: 1 }),
    earshot_screenshots_uploaded_total: 1
  })
  t.equal(Object.keys(samples).filter(sample => sample.startsWith('earshot_http_request_duration_seconds_count')).length, 4)
  t.notOk(JSON.stringify(samples).includes(session), 'contains no session id')
})

t.test('counts connected viewers, and the events and bytes sent to them', async t => {
  const replica = await startReplica(t, redis)
  const [session, other] = [newSession(), newSession()]
  const viewers = [await watch(t, replica, session), await watch(t, replica, session), await watch(t, replica, other)]
  for (const viewer of viewers) await viewer.next()
  await pushed(replica, session, { requestId: 'a', response: '中'.repeat(9000) })
  await pushed(replica, other, {})
  const changes = await Promise.all(viewers.map(viewer => viewer.next()))
  viewers[0]!.socket.send('{"type":"ping"}')
  await viewers[0]!.next()
  t.match(await samplesOf(replica), {
    earshot_viewers: 3,
    earshot_sessions_watched: 2,
    earshot_events_delivered_total: 3,
    earshot_events_delivered_bytes_total: Buffer.byteLength(changes.map(change => JSON.stringify(change)).join('')),
    ...labeled('earshot_viewer_joins_total', 'kind', { new: 3, resumed: 0, relisted: 0 })
  })
  for (const viewer of viewers.slice(1)) viewer.socket.terminate()
  await shows(replica, { earshot_viewers: 1, earshot_sessions_watched: 1 })
  t.match(await samplesOf(replica),
    labeled('earshot_viewers_closed_total', 'reason', { slow: 0, vanished: 0, resync: 0, unavailable: 0, shutdown: 0 }))
})

t.test('counts resumed viewers separately from those that had to list again', async t => {
  const replica = await startReplica(t, redis)
  const session = newSession()
  const { rev } = await (await watch(t, replica, session)).next() as Connected
  for (let n = 0; n < 3; n++) await pushed(replica, session, {})
  await (await watch(t, replica, session, rev)).take(4)
  await (await watch(t, replica, session, '1-1')).next()
  t.match(await samplesOf(replica), {
    ...labeled('earshot_viewer_joins_total', 'kind', { new: 1, resumed: 1, relisted: 1 }),
    earshot_events_delivered_total: 6
  })
})

t.test('counts a viewer that does not read once as slow', async t => {
  const replica = await startReplica(t, redis)
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  viewer.socket.pause()
  let pushes = 0
  await until('the viewer is too slow', async () => {
    await pushed(replica, session, { requestId: 'a', response: 'x'.repeat(4_000_000), timeConsuming: ++pushes })
    return (await samplesOf(replica))['earshot_viewers_closed_total{reason="slow"}'] === 1
  })
  const samples = await samplesOf(replica)
  t.match(samples, { earshot_viewers: 0, 'earshot_viewers_closed_total{reason="slow"}': 1 })
  t.ok(samples.earshot_events_delivered_total! < pushes, 'changes after the close are not delivered')
  viewer.socket.resume()
  t.equal(await viewer.closed, 1013)
})

t.test('a viewer that joins without Redis counts as unavailable, not as relisted', async t => {
  const replica = await startReplica(t, redis)
  await replica.redis.close()
  t.equal(await (await watch(t, replica, newSession())).closed, 1012)
  t.match(await samplesOf(replica), {
    earshot_viewers: 0,
    ...labeled('earshot_viewers_closed_total', 'reason', { slow: 0, vanished: 0, resync: 0, unavailable: 1, shutdown: 0 })
  })
})

t.test('counts interrupted subscriptions and lost change logs', async t => {
  const replica = await startReplica(t, redis)
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  t.match(await samplesOf(replica), { earshot_catch_ups_total: 0, earshot_resyncs_total: 0 })
  await redis.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await pushed(replica, session, {})
  await viewer.next()
  // Possibly more than once: a check at the same moment can suspect a gap, too.
  await until('it has caught up', async () => (await samplesOf(replica)).earshot_catch_ups_total! >= 1)
  await shows(replica, {
    earshot_resyncs_total: 0,
    ...labeled('earshot_redis_reconnects_total', 'connection', { commands: 0, subscriptions: 1 })
  })

  const { meta, index, log } = keysOf(session)
  await redis.client.del(meta, index, log)
  await pushed(replica, session, {})
  t.equal(await viewer.closed, 1012)
  await redis.client.call('CLIENT', 'KILL', 'TYPE', 'normal')
  await shows(replica, {
    earshot_resyncs_total: 1,
    'earshot_viewers_closed_total{reason="resync"}': 1,
    // Nothing is subscribed now, so Redis treats both as ordinary connections.
    ...labeled('earshot_redis_reconnects_total', 'connection', { commands: 1, subscriptions: 2 })
  })
})

async function samplesOf (replica: Replica): Promise<Record<string, number>> {
  return (await scrape(replica)).samples
}

// Waits, because the replica counts some of these later.
async function shows (replica: Replica, expected: Record<string, number>): Promise<void> {
  await until(`the metrics show ${JSON.stringify(expected)}`, async () => {
    const samples = await samplesOf(replica)
    return Object.entries(expected).every(([sample, value]) => samples[sample] === value)
  })
}

function labeled (name: string, label: string, numbers: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).map(([value, number]) => [`${name}{${label}="${value}"}`, number]))
}

function requests (method: string, route: string, byStatus: Record<number, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(byStatus).map(([status, count]) =>
    [`earshot_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`, count]))
}
