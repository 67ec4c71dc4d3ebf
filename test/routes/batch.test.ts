// Several pushes in one request, through real replicas: validated separately, stored in order, or refused as a whole.
import { connect } from 'node:net'
import { once } from 'node:events'
import t from 'tap'
import type { ChangeMessage } from '../../src/schema/event.js'
import type { Entry } from '../../src/schema/entry.js'
import { call, list, newSession, push, pushBatch, watch } from '../support/client.js'
import { matchEach } from '../support/match-each.js'
import { scrape } from '../support/metrics.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { until } from '../support/until.js'
import { fields, many, requestIds, told } from './batches.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const NDJSON = 'application/x-ndjson'
const MEBIBYTE = 1024 ** 2

t.test('accepts batches as an array, as lines, or either as text, in order, and viewers see each push', async t => {
  const texts = ['a', 'b', 'c'].map(requestId => JSON.stringify(fields(requestId)))
  const bodies: [string, string][] = [
    [`[${texts.join()}]`, 'application/json'], [`[${texts.join()}]`, 'Application/JSON; charset=utf-8'], [texts.join('\n'), NDJSON],
    [`${texts.join('\r\n')}\r\n`, NDJSON],
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

t.test('a batch may have both phases of a request, small or large, and a late pending push changes nothing', async t => {
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

t.test('each push of a batch gets the same result as it would alone, at its position', async t => {
  const texts = [
    {
      api: '/a',
      method: 'post',
      timeConsuming: ' 1.5e1 ',
      requestId: 7,
      request: { a: [1] },
      response: null,
      storage: true,
      source: 'phone',
      x: 1
    },
    { method: 'GET' }, { api: '', method: 'GET' }, { api: '/a' }, fields('a', { method: 'FETCH' }), fields('b', { timeConsuming: -1 }),
    fields('c', { age: 'soon' }), fields('x'.repeat(257)),
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

t.test('accepts an empty batch', async t => {
  t.strictSame((await pushBatch(replica, newSession(), '[]')).body, { code: '0', message: '0 of 0 recorded', data: [] })
})

t.test('errors of the whole request are reported in the envelope, and nothing is stored', async t => {
  const session = newSession()
  const small = await startReplica(t, redis, { BODY_LIMIT: '100kb', PUSH_TOKENS: 'p' })
  const as = (token: string) => ({ url: small.url, token })
  const cases: [number, string, string | RegExp, unknown, string?, string?][] = [
    [413, 'too_large', 'A batch has at most 500 pushes; split this one', many(501)],
    [413, 'too_large', 'A batch has at most 500 pushes; split this one', many(501).map(one => JSON.stringify(one)).join('\n'), NDJSON],
    [413, 'too_large', 'The body is larger than the limit of 100 KiB (BODY_LIMIT)', many(2, { response: 'x'.repeat(60_000) })],
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
  t.match(await call(small, `/capture/batch?sessionId=${session}&token=p`, { method: 'POST' }),
    { status: 400, body: { code: 'bad_request', message: 'The body is empty' } })
  t.match(await call(small, '/capture/batch?sessionId=short&token=p', { method: 'POST' }),
    { status: 400, body: { code: 'bad_request', message: /sessionId/, data: '' } })
  t.same(await list(replica, session), [])
})

t.test('a large batch is read in a thread, with the same results and stored values', async t => {
  const response = 'é中"\\'.repeat(1_600)
  const sent = Array.from({ length: 500 }, (_, n) => n % 100 === 7 ? { api: '/b' } : fields(`r${n}`, { response: response.slice(n) }))
  const session = newSession()
  const reply = await pushBatch(replica, session, sent)
  t.match(reply, { status: 200, body: { message: '495 of 500 recorded' } })
  const entries = await list(replica, session)
  t.ok(entries.every(({ requestId, response: stored }) => stored === response.slice(Number(requestId.slice(1)))), 'equal to the byte')
  t.same(told(reply).map(one => 'id' in one ? one.id : one.message),
    sent.map((one, n) => n % 100 === 7
      ? 'method is required and must be a registered HTTP method'
      : entries.find(({ requestId }) => requestId === (one as { requestId: string }).requestId)!.id))
  for (const [body, type] of [[`[${'1,'.repeat(600_000)}1]`], ['{}\n'.repeat(2 * MEBIBYTE), NDJSON]] as const) {
    t.match(await pushBatch(replica, session, body, type),
      { status: 413, body: { code: 'too_large', message: 'A batch has at most 500 pushes; split this one' } })
  }
  t.match(await pushBatch(replica, session, '['.repeat(8 * MEBIBYTE - 1)), { status: 400, body: { message: 'The body is not valid JSON' } })
})

t.test('redacts secrets in every push of a batch', async t => {
  const redacting = await startReplica(t, redis, { REDACT: 'default' })
  for (const filler of ['', 'x'.repeat(300_000)]) {
    const session = newSession()
    await pushBatch(redacting, session,
      ['a', 'b'].map(requestId => fields(requestId, { request: { password: 's3cret' }, api: '/a?token=s3cret', response: filler })))
    matchEach(t, await list(replica, session),
      ['a', 'b'].map(requestId => ({ requestId, request: '{"password":"[redacted]"}', api: '/a?token=[redacted]' })))
  }
})

t.test('a batch counts as one request for the rate limit', async t => {
  const limited = await startReplica(t, redis, { RATE_LIMIT: '2' })
  const session = newSession()
  for (const n of [1, 2]) t.equal((await pushBatch(limited, session, many(50))).status, 200, String(n))
  t.match(await pushBatch(limited, session, many(1)), { status: 429, body: { code: 'rate_limited', data: '' } })
})

t.test('metrics count each push, and a batch that is refused as a whole as one', async t => {
  const counting = await startReplica(t, redis)
  const session = newSession()
  const bodies = [
    JSON.stringify([fields('a'), fields('a'), fields('a', { timeConsuming: 0 }), {}, { api: '/a' }]), '[',
    JSON.stringify(many(3, { response: 'x'.repeat(100_000) }))
  ]
  for (const body of bodies) await pushBatch(counting, session, body)
  const { samples } = await scrape(counting)
  for (const [outcome, count] of Object.entries({ created: 4, updated: 1, ignored: 1, bad_request: 3 })) {
    t.equal(samples[`earshot_pushes_total{outcome="${outcome}"}`], count, outcome)
  }
  t.equal(samples.earshot_push_body_bytes_total, Buffer.byteLength(bodies.join('')))
})

t.test('a batch that exceeds the free memory gets 503 before it is read, and succeeds when others are stored', async t => {
  const busy = await startReplica(t, redis, { MAX_INFLIGHT_BYTES: '2mb' })
  const session = newSession()
  const socket = connect(Number(new URL(busy.url).port), '127.0.0.1').setEncoding('latin1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(`POST /capture/batch?sessionId=${session} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${1.7 * MEBIBYTE | 0}\r\n\r\n[${JSON.stringify(fields('half'))},`)
  const large = many(4, { response: 'x'.repeat(200_000) })
  await until('it does not fit', async () => (await pushBatch(busy, session, large)).status === 503)
  t.match(await pushBatch(busy, session, large), { status: 503, body: { code: 'unavailable', data: '' } })
  t.equal((await pushBatch(busy, session, many(1))).status, 200, 'a small batch has its own share of memory')
  socket.destroy()
  await until('it is stored', async () => (await pushBatch(busy, session, large)).status === 200)
  t.same(requestIds(await list(busy, session)), ['r0', 'r1', 'r2', 'r3'], 'nothing of the interrupted batch is stored')
  for (let n = 0; n < 5; n++) t.equal((await pushBatch(busy, session, large)).status, 200, 'each batch frees its memory')
})

t.test('a batch is recorded even if the client disconnects right after sending it', async () => {
  const session = newSession()
  const body = JSON.stringify(many(20))
  const socket = connect(Number(new URL(replica.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST /capture/batch?sessionId=${session} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`, () => socket.destroy())
  await until('all are there', async () => (await list(replica, session)).length === 20)
})

t.test('a hundred concurrent batches are stored completely, each in order', async t => {
  const session = newSession()
  const replies = await Promise.all(Array.from({ length: 100 },
    (_, b) => pushBatch(replica, session, Array.from({ length: 20 }, (_, n) => fields(`${b}-${n}`)))))
  t.ok(replies.every(({ status }) => status === 200))
  const entries = await list(replica, session)
  t.equal(entries.length, 2000)
  for (let b = 0; b < 100; b++) {
    t.ok(entries.filter(({ requestId }) => requestId.startsWith(`${b}-`)).every(({ requestId }, n) => requestId === `${b}-${n}`))
  }
})
