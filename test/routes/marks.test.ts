// Marks: a viewer sets one on an entry; all viewers on every replica see it at once, and it is stored with the entry.
import t from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import { keysOf } from '../../src/store/keys.js'
import { call, importHar, list, newSession, pushed, watch } from '../support/client.js'
import { changeLog } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const [here, there] = [await startReplica(t, redis), await startReplica(t, redis)]
const path = (session: string, id: string) => `/capture/entries/${id}/mark?sessionId=${session}`
const put = (session: string, id: string, body: unknown, headers = {}) =>
  call(here, path(session, id), { method: 'PUT', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
const remove = (session: string, id: string) => call(here, path(session, id), { method: 'DELETE' })
const markIn = async (session: string) => (await list(there, session)).map(({ mark }) => mark)

t.test('a mark is announced to viewers of every replica without the entry, and listed with it', async t => {
  const session = newSession()
  const viewer = await watch(t, there, session)
  const id = await pushed(here, session, { response: 'x'.repeat(2_000_000) })
  await viewer.take(2)
  const mark = { pinned: true, color: 'red', note: '茶 "is" cold' }
  t.match(await put(session, id, mark), { status: 200, body: { success: true } })
  const { rev, prev, ...message } = await viewer.next() as { rev: string, prev: string }
  t.same(message, { type: 'entry-marked', data: { id, mark } })
  t.same(await markIn(session), [mark])
  t.same((await call(there, `/capture/entries/${id}?sessionId=${session}`)).body, (await list(here, session))[0])
  t.match((await changeLog(redis.client, session)).at(-1), { rev, prev, type: 'entry-marked', id })

  t.match(await remove(session, id), { status: 200 })
  const { data } = await viewer.next() as { data: object }
  t.same(data, { id })
  t.same(await markIn(session), [undefined])
})

t.test('a mark replaces the previous one, and an empty mark removes it', async t => {
  const session = newSession()
  const id = await pushed(here, session, {})
  await put(session, id, { pinned: true, color: 'blue' })
  await put(session, id, { note: 'n' })
  t.same(await markIn(session), [{ note: 'n' }])
  await put(session, id, { pinned: false, note: '', shape: 'round' })
  t.same(await markIn(session), [undefined])
  t.equal(await redis.client.hexists(`${keysOf(session).entryPrefix}${(await list(here, session))[0]!.requestId}`, 'mark'), 0)
})

t.test('setting the same mark again, or removing a missing one, records no change', async t => {
  const session = newSession()
  const id = await pushed(here, session, {})
  t.match(await remove(session, id), { status: 200 })
  await put(session, id, { pinned: true, color: 'green' })
  t.match(await put(session, id, { color: 'green', pinned: true }), { status: 200 })
  t.same((await changeLog(redis.client, session)).map(({ type }) => type), ['entry-received', 'entry-marked'])
})

t.test('a mark stays when its entry is completed, and is deleted with it', async t => {
  const session = newSession()
  const id = await pushed(here, session, { requestId: 'r', timeConsuming: 0 })
  await put(session, id, { note: 'look here' })
  await pushed(here, session, { requestId: 'r', timeConsuming: 3, response: 'done' })
  t.same(await markIn(session), [{ note: 'look here' }])
  await call(here, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  await pushed(here, session, { requestId: 'r', timeConsuming: 3 })
  t.same(await markIn(session), [undefined])
})

t.test('a viewer that resumes gets the marks that were set in the meantime', async t => {
  const session = newSession()
  const [first, second] = [await pushed(here, session, {}), await pushed(here, session, {})]
  const since = (await changeLog(redis.client, session)).at(-1)!.rev
  await put(session, first, { color: 'red' })
  await put(session, first, { color: 'blue' })
  await put(session, second, { pinned: true })
  await call(here, `/capture/entries/${second}?sessionId=${session}`, { method: 'DELETE' })
  const viewer = await watch(t, there, session, since)
  t.match(await viewer.next(), { type: 'connected', resumed: true })
  t.same((await viewer.take(4)).map(message => [message.type, 'data' in message ? message.data : undefined]), [
    ['entry-marked', { id: first, mark: { color: 'blue' } }], ['entry-marked', { id: first, mark: { color: 'blue' } }],
    ['deleted', { id: second }], ['deleted', { id: second }]
  ])
})

t.test('the bytes of a mark count as those of any field', async t => {
  const session = newSession()
  const id = await pushed(here, session, { requestId: 'r', response: 'abc' })
  const { meta, entryPrefix } = keysOf(session)
  const sizes = async () => [Number(await redis.client.hget(meta, 'bytes')), Number(await redis.client.hget(`${entryPrefix}r`, 'size'))]
  const [bytes = 0, size] = await sizes()
  t.equal(bytes, size)
  await put(session, id, { note: '茶' })
  t.same(await sizes(), [bytes, bytes].map(before => before + Buffer.byteLength('{"note":"茶"}')))
  await put(session, id, { color: 'red' })
  await remove(session, id)
  t.same(await sizes(), [bytes, bytes])
  await put(session, id, { pinned: true })
  await call(here, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  t.equal(await redis.client.hget(meta, 'bytes'), '0')
})

t.test('filters find pinned and marked entries, and `fields` may include the mark', async t => {
  const session = newSession()
  const ids: string[] = []
  for (const mark of [{ pinned: true }, { color: 'red' }, { note: 'the basket is empty' }, {}]) {
    const id = await pushed(here, session, {})
    await put(session, id, mark)
    ids.push(id)
  }
  const found = async (filter: string) =>
    ((await call(here, `/capture/entries?sessionId=${session}&fields=id,mark&filter=${encodeURIComponent(filter)}`)).body as Entry[])
      .map(({ id }) => ids.indexOf(id))
  t.same(await found('is:pinned'), [0])
  t.same(await found('mark:red'), [1])
  t.same(await found('mark:basket'), [2])
  t.same(await found('mark:*'), [1, 2])
})

t.test('a HAR contains marks, and an import restores them', async t => {
  const [session, other] = [newSession(), newSession()]
  const id = await pushed(here, session, { api: '/a' })
  await put(session, id, { pinned: true, color: 'purple', note: 'why?' })
  const har = await (await fetch(`${here.url}/capture/har?sessionId=${session}`)).text()
  t.match(await importHar(there, other, har), { status: 200 })
  t.same(await markIn(other), [{ pinned: true, color: 'purple', note: 'why?' }])
})

t.test('a push cannot set a mark', async t => {
  const session = newSession()
  await pushed(here, session, { mark: { pinned: true } })
  t.same(await markIn(session), [undefined])
})

t.test('rejects invalid marks without any change', async t => {
  const session = newSession()
  const id = await pushed(here, session, {})
  await put(session, id, { color: 'red' })
  const object = 'The body must be an object with pinned, color and note, each of them optional'
  const color = 'color must be one of red, orange, yellow, green, blue, purple'
  const invalid: [body: unknown, error: string][] = [
    [null, object], [[], object], ['red', object], [7, object], [{ color: 'pink' }, color], [{ color: 1 }, color],
    [{ pinned: 'yes' }, 'pinned must be true or false'], [{ note: 5 }, 'note must be a string'],
    [{ note: 'n'.repeat(1001) }, 'note must be at most 1000 characters long']
  ]
  for (const [body, error] of invalid) t.match(await put(session, id, body), { status: 400, body: { error } }, JSON.stringify(body))
  t.match(await call(here, path(session, id), { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"color":' }),
    { status: 400 })
  t.match(await call(here, path(session, id), { method: 'PUT' }), { status: 400 })
  t.match(await put(session, id, {}, { 'content-type': 'image/png' }),
    { status: 415, body: { error: 'This content type is not supported: send application/json' } })
  t.match(await put(session, id, { note: 'n', more: 'm'.repeat(20_000) }),
    { status: 413, body: { error: 'The body is larger than the limit of 16 KiB' } })
  t.match(await put(session, id, { note: '\0'.repeat(1000) }), { status: 200 }, 'the longest note, with every character escaped in JSON')
  t.same(await markIn(session), [{ note: '\0'.repeat(1000) }])
  t.match(await call(here, '/capture/entries/1-a/mark', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' }),
    { status: 400 })
})

t.test('marking an unknown entry gives 404', async t => {
  const session = newSession()
  const id = await pushed(here, session, {})
  for (const wrong of [`${id}0`, '1-zz', '9-abcdef012345', '%00', 'x'.repeat(99), id.replace('-', '-f')]) {
    t.match(await put(session, wrong, { pinned: true }), { status: 404 }, wrong)
    t.match(await remove(session, wrong), { status: 404 }, wrong)
  }
  t.match(await put(newSession(), id, { pinned: true }), { status: 404 })
  t.same((await changeLog(redis.client, session)).map(({ type }) => type), ['entry-received'])
})

t.test('marking needs a view token', async t => {
  const guarded = await startReplica(t, redis, { PUSH_TOKENS: 'push-token', VIEW_TOKENS: 'view-token' })
  const session = newSession()
  const id = await pushed(here, session, {})
  for (const [token, status] of [['', 401], ['push-token', 401], ['view-token', 200]] as const) {
    const headers = { 'content-type': 'application/json', ...token && { authorization: `Bearer ${token}` } }
    t.equal((await call(guarded, path(session, id), { method: 'PUT', headers, body: '{"pinned":true}' })).status, status, token)
  }
})

t.test('an invalid mark in Redis is omitted from the list, and does not break it', async t => {
  const session = newSession()
  await pushed(here, session, { requestId: 'r' })
  for (const text of ['red', '{', '{"color":"pink"}', '7']) {
    await redis.client.hset(`${keysOf(session).entryPrefix}r`, 'mark', text)
    t.same(await markIn(session), [undefined], text)
  }
})

t.test('the preflight for PUT succeeds for pages of other origins', async t => {
  const reply = await call(here, path('s', '1-a'), {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }
  })
  t.match(reply.headers.get('access-control-allow-methods'), /\bPUT\b/)
})
