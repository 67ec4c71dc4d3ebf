// Tests the promises of docs/api.md with two replicas: apps push to one, viewers watch the other. If EARSHOT_URL is set, tests the service
// at that URL instead, which may have any number of replicas.
import t from 'tap'
import {
  call, importHar, list, newSession, push, pushBatch, pushed, upload, watch, type Message, type Told, type Viewer
} from './support/client.js'
import { startRedis } from './support/redis.js'
import { startReplica } from './support/replica.js'
import type { ChangeMessage } from '../src/schema/event.js'
import type { Entry } from '../src/schema/entry.js'

const running = process.env.EARSHOT_URL
const redis = running === undefined ? await startRedis(t) : undefined
const [one, two] = redis
  ? [await startReplica(t, redis), await startReplica(t, redis)]
  : [{ url: running! }, { url: running! }]

t.test('an entry has its twelve fields, and the start time of its request', async t => {
  const session = newSession()
  const before = Date.now()
  const id = await pushed(one, session, { requestId: 'r' })
  const [entry] = await list(two, session)
  t.same(entry, {
    id,
    requestId: 'r',
    api: '/a',
    method: 'GET',
    requestHeader: '',
    responseHeader: '',
    request: '',
    response: '',
    timeConsuming: 0,
    pageParams: '',
    storage: '',
    timestamp: entry!.timestamp,
    startTime: entry!.timestamp
  })
  t.ok(Math.abs(entry!.timestamp - before) < 60_000, 'the timestamp is the current time in milliseconds')
})

t.test('a pending push creates an entry, the complete one updates it', async t => {
  const session = newSession()
  const viewer = await joined(t, session)
  const id = await pushed(one, session, { requestId: 'r', api: '/orders', method: 'POST', timeConsuming: 0, response: '' })
  const created = await viewer.next() as ChangeMessage & { data: Entry }
  t.match(created, { type: 'entry-received', data: { id, requestId: 'r', api: '/orders', timeConsuming: 0 } })
  t.match(await push(two, session, {
    requestId: 'r',
    api: '/orders',
    method: 'POST',
    timeConsuming: 87,
    request: '{"a":1}',
    requestHeader: 'a: b',
    responseHeader: 'c: d',
    response: '[]'
  }), {
    status: 200, body: { code: '0', message: 'ok', data: id }
  })
  const updated = await viewer.next() as ChangeMessage & { data: Entry }
  t.match(updated, {
    type: 'entry-updated',
    data: { id, timeConsuming: 87, request: '{"a":1}', response: '[]', timestamp: created.data.timestamp },
    prev: created.rev
  })
  t.same(await list(one, session), [updated.data], 'the list and the message contain the same entry')
})

t.test('a complete push without a pending one creates an entry; a late pending one changes nothing', async t => {
  const session = newSession()
  const viewer = await joined(t, session)
  const id = await pushed(one, session, { requestId: 'r', timeConsuming: 5 })
  t.match(await viewer.next(), { type: 'entry-received', data: { id, timeConsuming: 5 } })
  t.equal(await pushed(two, session, { requestId: 'r', timeConsuming: 0, response: 'late' }), id)
  t.equal(await pushed(two, session, { requestId: 'r', timeConsuming: 6 }), id)
  t.match(await viewer.next(), { type: 'entry-updated', data: { id, timeConsuming: 6, response: '' } }, 'the late push is not announced')
})

t.test('entries pushed to one replica can be listed, deleted and cleared on the other', async t => {
  const session = newSession()
  const viewer = await joined(t, session)
  const ids = [await pushed(one, session, {}), await pushed(two, session, {}), await pushed(one, session, {})]
  t.same((await list(two, session)).map(entry => entry.id), ids)
  await viewer.take(3)
  t.match(await call(two, `/capture/entries/${ids[1]}?sessionId=${session}`, { method: 'DELETE' }),
    { status: 200, body: { success: true } })
  t.match(await viewer.next(), { type: 'deleted', data: { id: ids[1] } })
  t.match(await call(one, `/capture/entries?sessionId=${session}`, { method: 'DELETE' }), { status: 200, body: { success: true } })
  const cleared = await viewer.next()
  t.match(cleared, { type: 'cleared' })
  t.notOk('data' in cleared)
  t.same(await list(one, session), [])
  t.same((await call(one, `/capture/online?sessionId=${session}`)).body, { online: true }, 'sees the viewer on the other replica')
})

t.test('a screenshot uploaded to one replica is announced and served by the other', async t => {
  const session = newSession()
  const viewer = await joined(t, session)
  const image = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
  t.match(await upload(one, `?sessionId=${session}`, image), { status: 200, body: { success: true } })
  const { data } = await viewer.next() as ChangeMessage & { data: { url: string } }
  const reply = await fetch(two.url + data.url)
  t.equal(reply.headers.get('content-type'), 'image/jpeg')
  t.same(Buffer.from(await reply.arrayBuffer()), image)
})

t.test('connected has the number of entries, and pong answers ping', async t => {
  const session = newSession()
  await pushed(one, session, {})
  await pushed(one, session, {})
  const viewer = await watch(t, two, session)
  const connected = await viewer.next()
  t.match(connected, { type: 'connected', data: 2, rev: /^\d+-\d+$/ })
  viewer.socket.send('{"type":"ping"}')
  t.same(await viewer.next(), { type: 'pong' })
  await pushed(one, session, {})
  t.equal((await viewer.next() as ChangeMessage).prev, (connected as { rev: string }).rev)
})

t.test('every viewer on every replica sees the same changes in the same order, no matter which app makes them', async t => {
  const session = newSession()
  const viewers = [await joined(t, session), await joined(t, session), await joined(t, session, one)]
  const apps = Array.from({ length: 8 }, (_, app) => work(app))
  const changes = (await Promise.all(apps)).reduce((sum, made) => sum + made, 0)
  const histories = await Promise.all(viewers.map(viewer => viewer.take(changes)))
  const [history] = histories as [ChangeMessage[]]
  t.same(histories[1], history)
  t.same(histories[2], history)
  t.same(history.map(change => change.prev), ['0-0', ...history.slice(0, -1).map(change => change.rev)], 'one unbroken chain')
  t.same(stateOf(history), await list(two, session), 'applying the changes gives the list')

  // Two-phase pushes through both replicas, in and out of order, small and large, with deletions in between. Only small entries are
  // deleted: a large entry is read after its announcement, and a replica that no longer finds it announces a deletion instead.
  async function work (app: number): Promise<number> {
    let made = 0
    for (let n = 0; n < 25; n++) {
      const requestId = `app${app}-${n}`
      const response = 'x'.repeat(n % 6 === 3 ? 20_000 : 100)
      const [first, second] = n % 2 ? [one, two] : [two, one]
      const id = await pushed(first, session, { requestId })
      await pushed(second, session, { requestId, timeConsuming: n + 1, response })
      made += 2
      if (n % 6 === 0) {
        await call(second, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
        made++
      }
    }
    return made
  }
})

const needsLimits = { skip: !redis && 'it takes limits of its own' }
t.test('evictions are announced, so a viewer holds no more entries than the list', needsLimits, async t => {
  const small = await startReplica(t, redis!, { MAX_ENTRIES: '3', MAX_SESSION_BYTES: '20kb' })
  const session = newSession()
  const viewer = await joined(t, session)
  const history: ChangeMessage[] = []
  for (let n = 0; n < 12; n++) await pushed(small, session, { requestId: `r${n}`, response: 'x'.repeat(n * 1000), timeConsuming: 1 })
  const last = (await call(small, `/capture/entries?sessionId=${session}`)).headers.get('etag')
  while (`"${history.at(-1)?.rev}"` !== last) history.push(await viewer.next() as ChangeMessage)
  const entries = await list(small, session)
  t.ok(entries.length < 3, 'MAX_SESSION_BYTES is the limit that applies here')
  t.same(stateOf(history), entries)
})

t.test('sessions are isolated from each other', async t => {
  const [mine, other] = [newSession(), newSession()]
  const viewer = await joined(t, mine)
  const theirs = await pushed(one, other, { requestId: 'r' })
  t.match(await call(one, `/capture/entries/${theirs}?sessionId=${mine}`, { method: 'DELETE' }),
    { status: 404, body: { error: 'Not found' } })
  t.match(await call(one, `/capture/entries?sessionId=${mine}`, { method: 'DELETE' }), { status: 200 })
  const id = await pushed(one, mine, { requestId: 'r' })
  t.match(await viewer.next(), { data: { id } }, 'it is the first change that this viewer receives')
  t.same((await list(one, other)).map(({ id }) => id), [theirs])
})

t.test('a batch validates each push separately, stores pushes in order, and reports results by position', async t => {
  const session = newSession()
  const viewer = await joined(t, session)
  const [pending, complete] = [
    { api: '/orders', method: 'POST', requestId: 'r', request: '{}' },
    { api: '/orders', method: 'POST', requestId: 'r', timeConsuming: 87, response: '[]' }
  ]
  const { status, body } = await pushBatch(one, session, [pending, { method: 'GET' }, complete])
  const [entry] = await list(two, session) as [Entry]
  t.equal(status, 200)
  t.strictSame(body, {
    code: '0',
    message: '2 of 3 recorded',
    data: [{ id: entry.id }, { code: 'bad_request', message: 'api is required and must be a non-empty string' }, { id: entry.id }]
  })
  t.match(entry, { requestId: 'r', timeConsuming: 87, request: '{}', response: '[]' })
  t.match(await viewer.next(), { type: 'entry-received', data: { id: entry.id, timeConsuming: 0 } })
  t.same((await viewer.next() as { data: unknown }).data, entry)
  const lines = ['a', 'b'].map(requestId => JSON.stringify({ ...complete, requestId }))
  for (const [text, type] of [
    [lines.join('\n'), 'application/x-ndjson'], [lines.join('\n'), 'text/plain'], [`[${lines.join()}]`, 'text/plain']
  ] as const) {
    t.match(await pushBatch(one, session, text, type), { status: 200, body: { code: '0', message: '2 of 2 recorded' } })
  }
  t.same((await list(two, session)).map(({ requestId }) => requestId), ['r', 'a', 'b'])
  t.match(await pushBatch(one, session, Array(501).fill(complete)), { status: 413, body: { code: 'too_large', message: String, data: '' } })
  t.match(await pushBatch(one, session, '[{]'), { status: 400, body: { code: 'bad_request', message: String, data: '' } })
})

t.test('a HAR import stores every valid entry, in order, with its recorded times', async t => {
  const session = newSession()
  const entryOf = (path: string, startedDateTime: string, method = 'GET') => ({
    startedDateTime,
    time: 12.5,
    request: { method, url: `https://shop.example${path}`, httpVersion: 'HTTP/1.1', headers: [{ name: 'Accept', value: '*/*' }] },
    response: { status: 404, statusText: 'Not Found', httpVersion: 'HTTP/1.1', headers: [], content: { mimeType: 'text/plain', text: '茶' } }
  })
  const recorded = [
    entryOf('/b', '2026-11-21T08:33:21.500Z'), entryOf('/', '2026-11-21T08:33:20Z', 'FETCH'), entryOf('/a', '2026-11-21T09:33:20.000+01:00')
  ]
  const har = JSON.stringify({ log: { version: '1.1', entries: recorded } })
  const { body } = await importHar(one, session, har)
  const entries = await list(two, session)
  t.match(body, { code: '0', message: '2 of 3 recorded' })
  t.same((body as { data: Told[] }).data.map(told => 'id' in told ? told.id : told.code), [entries[0]?.id, 'bad_request', entries[1]?.id])
  t.same(entries.map(({ api, startTime, timeConsuming, response }) => ({ api, startTime, timeConsuming, response })), [
    { api: 'https://shop.example/b', startTime: 1_795_250_001_500, timeConsuming: 12.5, response: '茶' },
    { api: 'https://shop.example/a', startTime: 1_795_250_000_000, timeConsuming: 12.5, response: '茶' }
  ])
  t.same((await importHar(two, session, har)).body, body)
  t.same(await list(one, session), entries, 'a second import adds no duplicates')
})

async function joined (t: Parameters<typeof watch>[0], session: string, replica = two): Promise<Viewer> {
  const viewer = await watch(t, replica, session)
  await viewer.next()
  return viewer
}

// Returns the entries that a viewer holds after these messages.
function stateOf (messages: Message[]): Entry[] {
  const entries = new Map<string, Entry>()
  for (const message of messages) {
    if (message.type === 'entry-received' || message.type === 'entry-updated') entries.set(message.data.id, message.data)
    else if (message.type === 'deleted') entries.delete(message.data.id)
    else if (message.type === 'cleared') entries.clear()
  }
  return [...entries.values()]
}
