// Several pushes in one request (contract §11), through real replicas: judged alone, stored in order, and refused as a whole.
import { connect } from 'node:net'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import type { ChangeMessage } from '../../src/schema/event.js'
import type { Entry } from '../../src/schema/entry.js'
import { call, list, newSession, push, pushBatch, watch, type Reply, type Told } from '../support/client.js'
import { matchEach } from '../support/match-each.js'
import { scrape } from '../support/metrics.js'
import { startRedis, temporaryFolder } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { CONF, freePorts, startServer } from '../support/server.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const NDJSON = 'application/x-ndjson'
const MEBIBYTE = 1024 ** 2

const fields = (requestId: string, more: object = {}) => ({ api: '/a', method: 'GET', requestId, timeConsuming: 1, ...more })
const many = (count: number, more: object = {}) => Array.from({ length: count }, (_, n) => fields(`r${n}`, more))
const told = ({ body }: Reply) => (body as { data: Told[] }).data
const requestIds = (entries: Entry[]) => entries.map(({ requestId }) => requestId)

t.test('an array, lines, and either as text are recorded in order, and a viewer sees each', async t => {
  const texts = ['a', 'b', 'c'].map(requestId => JSON.stringify(fields(requestId)))
  const bodies: [string, string][] = [
    [`[${texts.join()}]`, 'application/json'], [`[${texts.join()}]`, 'Application/JSON; charset=utf-8'], [texts.join('\n'), NDJSON], [`${texts.join('\r\n')}\r\n`, NDJSON],
    [` [${texts.join()}]`, 'text/plain'], [texts.join('\n'), 'text/plain;charset=UTF-8']
  ]
  for (const [body, type] of bodies) {
    const session = newSession()
    const viewer = await watch(t, replica, session)
    await viewer.next()
    const reply = await pushBatch(replica, session, body, type)
    const entries = await list(replica, session)
    t.same(requestIds(entries), ['a', 'b', 'c'])
    t.equal(reply.status, 200)
    t.strictSame(reply.body, { code: '0', message: '3 of 3 recorded', data: entries.map(({ id }) => ({ id })) })
    t.same((await viewer.take(3) as (ChangeMessage & { data: Entry })[]).map(({ data }) => data), entries)
  }
})

t.test('the phases of a request may come together, small and large, and a late one does no harm', async t => {
  for (const response of ['answered', 'x'.repeat(400_000)]) {
    const session = newSession()
    const [pending, complete] = [fields('r', { timeConsuming: 0, request: 'asked' }), fields('r', { timeConsuming: 5, response })]
    const reply = await pushBatch(replica, session, [pending, complete, { ...pending, request: 'late' }])
    const [entry, ...more] = await list(replica, session)
    t.same(more, [])
    t.match(entry, { timeConsuming: 5, request: 'asked' })
    t.ok(entry?.response === response)
    t.strictSame(reply.body, { code: '0', message: '3 of 3 recorded', data: Array(3).fill({ id: entry!.id }) })
  }
})

t.test('each is judged as if it had come alone, and told in its place', async t => {
  const texts = [
    { api: '/a', method: 'post', timeConsuming: ' 1.5e1 ', requestId: 7, request: { a: [1] }, response: null, storage: true, source: 'phone', x: 1 },
    { method: 'GET' }, { api: '', method: 'GET' }, { api: '/a' }, fields('a', { method: 'FETCH' }), fields('b', { timeConsuming: -1 }), fields('c', { age: 'soon' }), fields('x'.repeat(257)),
    fields('d', { source: 'x'.repeat(129) }), fields('e', { note: 'x'.repeat(1001) }), [], null, 'text', 17, fields('f')
  ].map(value => JSON.stringify(value))
  const [whole, single] = [newSession(), newSession()]
  for (const type of ['application/json', NDJSON]) {
    const lines = type === NDJSON ? [...texts, '{"api":', 'api=/a&method=GET'] : texts
    const alone = await Promise.all(lines.map(text => push(replica, single, text)))
    const reply = await pushBatch(replica, whole, type === NDJSON ? lines.join('\n') : `[${lines.join()}]`, type)
    t.match(reply, { status: 200, body: { code: '0', message: `2 of ${lines.length} recorded` } })
    const refusals = told(reply).map(one => 'code' in one ? one : undefined)
    t.strictSame(refusals, alone.map(({ status, body }) => {
      const { code, message } = body as { code: string, message: string }
      return status === 200 ? undefined : { code, message }
    }))
  }
  const without = ({ id, timestamp, startTime, ...rest }: Entry) => rest
  const byRequestId = (entries: Entry[]) => entries.map(without).sort((a, b) => a.requestId < b.requestId ? -1 : 1)
  t.strictSame(byRequestId(await list(replica, whole)), byRequestId(await list(replica, single)))
})

t.test('none at all is a batch, too', async t => {
  t.strictSame((await pushBatch(replica, newSession(), '[]')).body, { code: '0', message: '0 of 0 recorded', data: [] })
})

t.test('what is wrong with the request as a whole is told in the envelope, and nothing of it is stored', async t => {
  const session = newSession()
  const small = await startReplica(t, redis, { BODY_LIMIT: '100kb', PUSH_TOKENS: 'p' })
  const as = (token: string) => ({ url: small.url, token })
  const cases: [number, string, string | RegExp, unknown, string?, string?][] = [
    [413, 'too_large', 'A batch has at most 500 pushes; split this one', many(501)],
    [413, 'too_large', 'A batch has at most 500 pushes; split this one', many(501).map(one => JSON.stringify(one)).join('\n'), NDJSON],
    [413, 'too_large', 'The body is too large', many(2, { response: 'x'.repeat(60_000) })],
    [400, 'bad_request', 'The body is not valid JSON', `[${JSON.stringify(fields('r'))},`],
    [400, 'bad_request', 'The body must be a JSON array of pushes', fields('r')],
    [400, 'bad_request', 'The body is empty', ''],
    [400, 'bad_request', 'The body is empty', '\n', NDJSON],
    [415, 'unsupported_media_type', /./, 'api=/a&method=GET', 'application/x-www-form-urlencoded'],
    [401, 'unauthorized', /./, many(1), 'application/json', 'wrong']
  ]
  for (const [status, code, message, body, type, token = 'p'] of cases) {
    const reply = await call(as(token), `/capture/batch?sessionId=${session}&token=${token}`, {
      method: 'POST', headers: { 'content-type': type ?? 'application/json' }, body: typeof body === 'string' ? body : JSON.stringify(body)
    })
    t.match(reply, { status, body: { code, message, data: '' } }, `${status} ${String(message)}`)
  }
  t.match(await call(small, `/capture/batch?sessionId=${session}&token=p`, { method: 'POST' }), { status: 400, body: { code: 'bad_request', message: 'The body is empty' } })
  t.match(await call(small, '/capture/batch?sessionId=short&token=p', { method: 'POST' }), { status: 400, body: { code: 'bad_request', message: /sessionId/, data: '' } })
  t.same(await list(replica, session), [])
})

t.test('a large batch is read in a thread, and says and stores the same', async t => {
  const response = 'é中"\\'.repeat(1_600)
  const sent = Array.from({ length: 500 }, (_, n) => n % 100 === 7 ? { api: '/b' } : fields(`r${n}`, { response: response.slice(n) }))
  const session = newSession()
  const reply = await pushBatch(replica, session, sent)
  t.match(reply, { status: 200, body: { message: '495 of 500 recorded' } })
  const entries = await list(replica, session)
  t.ok(entries.every(({ requestId, response: stored }) => stored === response.slice(Number(requestId.slice(1)))), 'equal to the byte')
  t.same(told(reply).map(one => 'id' in one ? one.id : one.message),
    sent.map((one, n) => n % 100 === 7 ? 'method is required and must be a registered HTTP method' : entries.find(({ requestId }) => requestId === (one as { requestId: string }).requestId)!.id))
  for (const [body, type] of [[`[${'1,'.repeat(600_000)}1]`], ['{}\n'.repeat(2 * MEBIBYTE), NDJSON]] as const) {
    t.match(await pushBatch(replica, session, body, type), { status: 413, body: { code: 'too_large', message: 'A batch has at most 500 pushes; split this one' } })
  }
  t.match(await pushBatch(replica, session, '['.repeat(8 * MEBIBYTE - 1)), { status: 400, body: { message: 'The body is not valid JSON' } })
})

t.test('secrets go from each of them', async t => {
  const redacting = await startReplica(t, redis, { REDACT: 'default' })
  for (const filler of ['', 'x'.repeat(300_000)]) {
    const session = newSession()
    await pushBatch(redacting, session, ['a', 'b'].map(requestId => fields(requestId, { request: { password: 's3cret' }, api: '/a?token=s3cret', response: filler })))
    matchEach(t, await list(replica, session), ['a', 'b'].map(requestId => ({ requestId, request: '{"password":"[redacted]"}', api: '/a?token=[redacted]' })))
  }
})

t.test('a batch is one request to the rate limit', async t => {
  const limited = await startReplica(t, redis, { RATE_LIMIT: '2' })
  const session = newSession()
  for (const n of [1, 2]) t.equal((await pushBatch(limited, session, many(50))).status, 200, String(n))
  t.match(await pushBatch(limited, session, many(1)), { status: 429, body: { code: 'rate_limited', data: '' } })
})

t.test('pushes are counted each, and what is refused as a whole as one', async t => {
  const counting = await startReplica(t, redis)
  const session = newSession()
  const bodies = [JSON.stringify([fields('a'), fields('a'), fields('a', { timeConsuming: 0 }), {}, { api: '/a' }]), '[', JSON.stringify(many(3, { response: 'x'.repeat(100_000) }))]
  for (const body of bodies) await pushBatch(counting, session, body)
  const { samples } = await scrape(counting)
  for (const [outcome, count] of Object.entries({ created: 4, updated: 1, ignored: 1, bad_request: 3 })) t.equal(samples[`earshot_pushes_total{outcome="${outcome}"}`], count, outcome)
  t.equal(samples.earshot_push_body_bytes_total, Buffer.byteLength(bodies.join('')))
})

t.test('what does not fit is refused before it is read, and fits when others are stored', async t => {
  const busy = await startReplica(t, redis, { MAX_INFLIGHT_BYTES: '2mb' })
  const session = newSession()
  const socket = connect(Number(new URL(busy.url).port), '127.0.0.1').setEncoding('latin1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(`POST /capture/batch?sessionId=${session} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${1.7 * MEBIBYTE | 0}\r\n\r\n[${JSON.stringify(fields('half'))},`)
  const large = many(4, { response: 'x'.repeat(200_000) })
  await until('it does not fit', async () => (await pushBatch(busy, session, large)).status === 503)
  t.match(await pushBatch(busy, session, large), { status: 503, body: { code: 'unavailable', data: '' } })
  t.equal((await pushBatch(busy, session, many(1))).status, 200, 'a small one has its share')
  socket.destroy()
  await until('it is stored', async () => (await pushBatch(busy, session, large)).status === 200)
  t.same(requestIds(await list(busy, session)), ['r0', 'r1', 'r2', 'r3'], 'and nothing of the one that broke off')
  for (let n = 0; n < 5; n++) t.equal((await pushBatch(busy, session, large)).status, 200, 'each gives its room back')
})

t.test('who hangs up behind its batch is recorded', async () => {
  const session = newSession()
  const body = JSON.stringify(many(20))
  const socket = connect(Number(new URL(replica.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST /capture/batch?sessionId=${session} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`, () => socket.destroy())
  await until('all are there', async () => (await list(replica, session)).length === 20)
})

t.test('a hundred batches at once are stored whole, each in its order', async t => {
  const session = newSession()
  const replies = await Promise.all(Array.from({ length: 100 }, (_, b) => pushBatch(replica, session, Array.from({ length: 20 }, (_, n) => fields(`${b}-${n}`)))))
  t.ok(replies.every(({ status }) => status === 200))
  const entries = await list(replica, session)
  t.equal(entries.length, 2000)
  for (let b = 0; b < 100; b++) t.ok(entries.filter(({ requestId }) => requestId.startsWith(`${b}-`)).every(({ requestId }, n) => requestId === `${b}-${n}`))
})

t.test('a full Redis is told of as a whole where it takes none, and else of each push', async t => {
  const other = await startRedis(t)
  const full = await startReplica(t, other)
  await other.client.config('SET', 'maxmemory', '1')
  const refused = await pushBatch(full, newSession(), [...many(2), {}])
  t.equal(refused.status, 507)
  t.match(refused.body, { code: 'storage_full', data: '' })
  t.match(await pushBatch(full, newSession(), [{}, {}]), { status: 200, body: { message: '0 of 2 recorded' } }, 'nothing was asked of it')
  t.match((await scrape(full)).samples, { 'earshot_pushes_total{outcome="storage_full"}': 1, 'earshot_pushes_total{outcome="bad_request"}': 2 })

  const response = 'x'.repeat(200_000)
  await until('some are stored, and others not', async () => {
    const used = Number(/^used_memory:(\d+)/m.exec(await other.client.info('memory'))?.[1])
    await other.client.config('SET', 'maxmemory', used + Math.round(Math.random() * 20 * MEBIBYTE))
    const session = newSession()
    const reply = await pushBatch(full, session, many(30, { response }))
    if (reply.status !== 200 || told(reply).every(one => 'id' in one)) return false
    await other.client.config('SET', 'maxmemory', 0)
    const stored = new Set((await list(full, session)).map(({ id }) => id))
    checkTold(t, told(reply), stored)
    t.match(reply.body, { message: `${stored.size} of 30 recorded` })
    return true
  })
})

function checkTold (t: Test, all: Told[], stored: Set<string>): void {
  const [recorded, refused] = [all.filter(one => 'id' in one), all.filter(one => 'code' in one)]
  t.ok(recorded.every(({ id }) => stored.has(id)))
  t.equal(recorded.length, stored.size)
  t.ok(refused.every(({ code, message }) => code === 'storage_full' && /full/.test(message)))
}

t.test('a batch in whose midst Redis dies is answered 503 as a whole, and to repeat it doubles nothing', async t => {
  const [port] = await freePorts(1) as [number]
  const server = await startServer(t, port, [CONF, '--port', String(port), '--dir', await temporaryFolder(t), '--appendfsync', 'always', '--maxmemory', '2gb'])
  const here = await startReplica(t, { address: { kind: 'single', url: `redis://127.0.0.1:${port}` } })
  const session = newSession()
  const batch = many(200, { response: 'x'.repeat(5_000) })
  const pushing = Array.from({ length: 5 }, async () => {
    for (;;) {
      const reply = await pushBatch(here, session, batch)
      if (reply.status !== 200) return reply
    }
  })
  await until('they go through', async () => (await list(here, session)).length === 200)
  await server.kill()
  for (const reply of await Promise.all(pushing)) {
    t.match(reply, { status: 503, body: { code: 'unavailable', message: String, data: '' } })
    t.equal(reply.headers.get('retry-after'), '1')
  }
  await server.restart()
  await until('it is repeated', async () => (await pushBatch(here, session, batch)).status === 200)
  t.same(requestIds(await list(here, session)), requestIds(batch as unknown as Entry[]))
})
