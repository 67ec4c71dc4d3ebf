import t from 'tap'
import { once } from 'node:events'
import { connect } from 'node:net'
import { call, list, newSession, pushed, watch, type Reply } from '../support/client.js'
import { matchEach } from '../support/match-each.js'
import { scrape } from '../support/metrics.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('the list of an empty session is an empty array with the ETag "0-0"', async t => {
  const session = newSession()
  const reply = await call(replica, `/capture/entries?sessionId=${session}`)
  t.equal(reply.status, 200)
  t.same(reply.body, [])
  t.equal(reply.headers.get('etag'), '"0-0"')
  t.match(reply.headers.get('content-type'), /^application\/json/)
})

t.test('replies 304 if the client has the current list', async t => {
  const session = newSession()
  const path = `/capture/entries?sessionId=${session}`
  await pushed(replica, session, { requestId: 'r' })
  const etag = (await call(replica, path)).headers.get('etag')!
  const known = await call(replica, path, { headers: { 'if-none-match': `"other", W/${etag}` } })
  t.match(known, { status: 304, body: '' })
  t.equal(known.headers.get('etag'), etag)
  await pushed(replica, session, { requestId: 'r', timeConsuming: 2 })
  const changed = await call(replica, path, { headers: { 'if-none-match': etag } })
  t.equal(changed.status, 200)
  matchEach(t, changed.body, [{ timeConsuming: 2 }])
})

t.test('HEAD of a list has the headers of GET without a length, with a single round trip to Redis', async t => {
  const session = newSession()
  const path = `/capture/entries?sessionId=${session}`
  await Promise.all(Array.from({ length: 450 }, (_, n) => pushed(replica, session, { requestId: `r${n}` })))
  const get = await call(replica, path)
  const before = await roundTrips()
  const head = await call(replica, path, { method: 'HEAD' })
  t.same(described(head), described(get))
  const known = await call(replica, path, { method: 'HEAD', headers: { 'if-none-match': get.headers.get('etag')! } })
  t.equal(known.status, 304)
  t.equal(known.headers.get('etag'), get.headers.get('etag'))
  t.equal(await roundTrips() - before, 2, 'one round trip each')
})

t.test('a list says how many older entries were evicted', async t => {
  const tight = await startReplica(t, redis, { MAX_ENTRIES: '2' })
  const session = newSession()
  const path = `/capture/entries?sessionId=${session}`
  const evicted = async (options = {}) => (await call(tight, path, options)).headers.get('earshot-evicted')
  for (const requestId of ['a', 'b']) await pushed(tight, session, { requestId })
  t.equal(await evicted(), '0')
  for (const requestId of ['c', 'd', 'e']) await pushed(tight, session, { requestId })
  t.equal(await evicted(), '3')
  t.equal(await evicted({ method: 'HEAD' }), '3')
  const etag = (await call(tight, path)).headers.get('etag')!
  t.equal(await evicted({ headers: { 'if-none-match': etag } }), '3')
  await call(tight, path, { method: 'DELETE' })
  t.equal(await evicted(), '0', 'none since the last clear')
})

t.test('HEAD of a HAR, page or summary has the headers of GET, and reads nothing from Redis', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r', response: 'x'.repeat(5000) })
  for (const name of ['har', 'page', 'summary']) {
    const path = `/capture/${name}?sessionId=${session}`
    const get = await call(replica, path)
    const before = await roundTrips()
    // The length of a reply that was not made is unknown.
    t.same(described(await call(replica, path, { method: 'HEAD' })), { ...described(get), 'content-length': null }, name)
    t.equal((await call(replica, `${path}&filter=%2Fx%2F`, { method: 'HEAD' })).status, 400, 'refuses the same filters as GET')
    t.equal(await roundTrips() - before, 0)
  }
})

t.test('a long list is one complete array', async t => {
  const session = newSession()
  const ids = []
  for (let n = 0; n < 450; n++) ids.push(await pushed(replica, session, { response: `"${n}",中` }))
  const entries = await list(replica, session)
  t.same(entries.map(entry => entry.id), ids)
  t.same(entries.map(entry => entry.response), ids.map((_, n) => `"${n}",中`))
})

t.test('a list that fails midway is not a complete reply', async t => {
  const session = newSession()
  for (let n = 0; n < 8; n++) await pushed(replica, session, { requestId: `r${n}`, response: 'x'.repeat(2_000_000) })
  const reply = await fetch(`${replica.url}/capture/entries?sessionId=${session}`)
  t.equal(reply.status, 200)
  // The remaining pages can no longer be read.
  await redis.client.set(`capture:{${session}}:index`, 'not a sorted set')
  await t.rejects(reply.text())
})

t.test('clients that do not read a long list are disconnected when others wait, who get the complete list', async t => {
  const session = newSession()
  for (let n = 0; n < 8; n++) await pushed(replica, session, { requestId: `r${n}`, response: 'x'.repeat(1_000_000) })
  const { hostname, port } = new URL(replica.url)
  const idle = Array.from({ length: 50 }, () => connect(Number(port), hostname).pause())
  t.teardown(() => { for (const socket of idle) socket.destroy() })
  const cut = Promise.race(idle.map(socket => once(socket.on('error', () => {}), 'close')))
  for (const socket of idle) socket.write(`GET /capture/entries?sessionId=${session} HTTP/1.1\r\nhost: a\r\n\r\n`)
  // One after another, so that each waits behind all idle clients.
  for (let n = 0; n < 3; n++) t.equal((await list(replica, session)).length, 8)
  for (const socket of idle) socket.resume()
  await cut
  t.pass('a reader was disconnected')
})

t.test('deletes reply as specified, with any body and content type', async t => {
  const session = newSession()
  const [first, second] = [await pushed(replica, session, {}), await pushed(replica, session, {})]
  const json = { 'content-type': 'application/json' }
  t.match(await call(replica, `/capture/entries/${first}?sessionId=${session}`, { method: 'DELETE', headers: json }),
    { status: 200, body: { success: true } })
  t.match(await call(replica, `/capture/entries/${first}?sessionId=${session}`, { method: 'DELETE' }),
    { status: 404, body: { error: 'Not found' } })
  for (const id of [
    '1', '-', '1-', 'x-1', '99999999999999999999-aaaaaaaaaaaa', '1e3-aaaaaaaaaaaa', encodeURIComponent('(1-+inf'), `${second.slice(0, -1)}g`
  ]) {
    t.match(await call(replica, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' }),
      { status: 404, body: { error: 'Not found' } }, id)
  }
  t.equal((await list(replica, session)).length, 1)
  const odd = { method: 'DELETE', headers: { 'content-type': 'text/odd' }, body: '{' }
  t.match(await call(replica, `/capture/entries?sessionId=${session}`, odd), { status: 200, body: { success: true } })
  t.match(await call(replica, `/capture/entries?sessionId=${session}`, odd), { status: 200, body: { success: true } },
    'also for an empty session')
  t.same(await list(replica, session), [])
})

t.test('a clear with `through` keeps later entries, and viewers get the same result as the service', async t => {
  const session = newSession()
  const ids = [await pushed(replica, session, {}), await pushed(replica, session, {}), await pushed(replica, session, {})]
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const clear = async (through: string) =>
    await call(replica, `/capture/entries?sessionId=${session}&through=${through}`, { method: 'DELETE' })
  t.match(await clear(ids[1]!), { status: 200, body: { success: true } })
  matchEach(t, await viewer.take(2), [{ type: 'deleted', data: { id: ids[0] } }, { type: 'deleted', data: { id: ids[1] } }])
  t.same((await list(replica, session)).map(({ id }) => id), [ids[2]])
  t.match(await clear(ids[0]!), { status: 200 }, 'an entry that is already gone')
  for (const none of ['', '2', 'last', `${ids[2]!}g`, '3-', '%2Binf', `${ids[2]}&through=${ids[2]}`]) {
    t.match(await clear(none), { status: 400, body: { error: 'through must be the id of an entry' } }, none)
  }
  for (const unknown of ['3-5f0c2a9be714', '4-5f0c2a9be714']) {
    t.match(await clear(unknown),
      { status: 400, body: { error: `through must be the id of an entry of this session; ${unknown} is not` } }, unknown)
  }
  t.equal((await list(replica, session)).length, 1)
  t.match(await clear(ids[2]!), { status: 200 })
  t.match(await viewer.next(), { type: 'cleared' })
  t.match(await clear(ids[2]!), { status: 200 }, 'also for an empty session')
  t.same(await list(replica, session), [])
})

async function roundTrips (): Promise<number> {
  const { samples } = await scrape(replica)
  return Object.entries(samples)
    .reduce((sum, [name, value]) => name.startsWith('earshot_redis_round_trip_seconds_count') ? sum + value : sum, 0)
}

// Returns the headers that describe the body and its version.
function described ({ status, headers }: Reply): object {
  const names = ['etag', 'content-type', 'content-length', 'cache-control', 'x-content-type-options']
  return { status, ...Object.fromEntries(names.map(name => [name, headers.get(name)])) }
}
