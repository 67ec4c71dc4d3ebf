// How pushes reach the service, and what happens to pushes that cannot be sent.
import t from 'tap'
import { PushQueue } from '../../../../src/web/capture/core/queue.js'
import type { CaptureState } from '../../../../src/web/capture/core/state.js'
import { list, newSession, watch } from '../../../support/client.js'
import { matchEach } from '../../../support/match-each.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { delivered, startRecorder, wireTo } from './node-host.js'
import { GET, OK, redis, replica, start } from './place.js'

t.test('1000 requests leave in at most 5 batches, and keep their start times', async t => {
  let nowMs = 0
  const { session, wire, recorder } = start(t, {}, { now: () => nowMs })
  const first = recorder.begin(GET)
  nowMs = 5000
  for (let n = 0; n < 999; n++) recorder.begin({ ...GET, api: `http://app.test/${n}` }).end({ responseHeader: OK })
  first.end({ responseHeader: OK })
  const timer = setInterval(() => { nowMs += 100 }, 5)
  t.teardown(() => clearInterval(timer))
  await delivered(recorder)
  const entries = await list(replica, session)
  t.equal(entries.length, 1000)
  t.ok(wire.sent.length <= 5, `${wire.sent.length} batches`)
  const [early, late] = ['/a', '/0'].map(path => entries.find(({ api }) => api.endsWith(path))!)
  const apartMs = late!.startTime! - early!.startTime!
  t.ok(Math.abs(apartMs - 5000) < 1000, `${apartMs}`)
})

t.test('failed batches are sent again, and each request is stored once', async t => {
  const { session, wire, recorder } = start(t)
  const states: CaptureState[] = []
  recorder.onState = state => states.push(state)
  const answers = [
    () => Promise.reject(new Error('no network')),
    async () => ({ status: 503, text: '{"code":"unavailable","message":"Redis is away","data":""}' })
  ]
  const deliver = wireTo(replica.url, session)
  wire.answer = async body => {
    const told = await deliver.send(body, { keepalive: false, pushes: [] })
    return await answers.shift()?.() ?? told // stored, but the answer is lost
  }
  for (let n = 0; n < 20; n++) recorder.begin({ ...GET, api: `http://app.test/${n}` }).end({ responseHeader: OK })
  await delivered(recorder)
  t.equal((await list(replica, session)).length, 20)
  t.same(states.map(({ status, reason }) => [status, reason]), [
    ['retrying', 'no network'], ['retrying', 'the service answered 503: Redis is away'], ['recording', undefined]
  ])
})

t.test('a full queue drops the oldest pushes, and a note has their number', async t => {
  const { session, wire, recorder } = start(t, { limits: { queuePushes: 10 } })
  wire.answer = async () => { throw new Error('away') }
  recorder.begin(GET)
  await until('it was tried', async () => recorder.state.status === 'retrying')
  for (let n = 0; n < 11; n++) recorder.begin({ ...GET, api: `http://app.test/${n}` })
  t.equal(recorder.state.dropped, 2)
  wire.answer = undefined
  await delivered(recorder)
  const entries = await list(replica, session)
  t.same(entries.map(({ api }) => api.slice(16)), ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  t.equal(entries[0]!.note, 'earlier pushes dropped: 2 (the queue was full)')
  t.equal(recorder.state.dropped, 2)
})

t.test('the number of dropped pushes is sent again if its batch failed', async t => {
  const { session, wire, recorder } = start(t, { limits: { queuePushes: 2 } })
  const deliver = wireTo(replica.url, session)
  let tries = 0
  wire.answer = async body => ++tries > 2 ? await deliver.send(body, { keepalive: false, pushes: [] }) : { status: 503, text: '' }
  for (let n = 0; n < 5; n++) recorder.begin({ ...GET, api: `http://app.test/${n}` })
  await delivered(recorder)
  t.equal(tries, 3)
  matchEach(t, await list(replica, session), [{ note: 'earlier pushes dropped: 3 (the queue was full)' }, { note: undefined }])
  t.equal(recorder.state.dropped, 3)
})

t.test('a full queue is not searched for each push', async t => {
  const queue = new PushQueue({ queueBytes: 1_000_000, queuePushes: 100, bodyBytes: 1000 })
  let looks = 0
  for (let n = 0; n < 1000; n++) {
    const push = { requestId: `${n}`, api: '', method: 'GET', startMs: 0, timeConsuming: 1 }
    queue.add(Object.defineProperty(push, 'key', { get: () => { looks++ } }))
  }
  t.equal(queue.dropped, 900)
  t.ok(looks < 20_000, `${looks} looks at a push`)
})

t.test('if failed batches return out of order, a pending push does not overwrite the complete one', async t => {
  const queue = new PushQueue({ queueBytes: 1000, queuePushes: 10, bodyBytes: 1000 })
  const pending = { api: GET.api, method: 'GET', requestId: '1', startMs: 0, timeConsuming: 0, source: 'a phone' }
  queue.giveBack([pending])
  queue.giveBack([{ ...pending, timeConsuming: 5, response: 'here' }])
  matchEach(t, queue.take(() => true), [{ timeConsuming: 5, response: 'here', source: 'a phone' }])
})

t.test('a queue with too many bytes drops bodies, and a note says so', async t => {
  const { session, recorder } = start(t, { limits: { queueBytes: 20_000 } })
  recorder.begin({ ...GET, request: { text: 'x'.repeat(15_000) } })
  recorder.begin({ ...GET, request: { text: 'y'.repeat(15_000) } })
  await delivered(recorder)
  t.same((await list(replica, session)).map(({ request, note }) => [request.length, note]),
    [[0, 'body left out: the queue was full'], [15_000, undefined]])
})

t.test('while the queue has no room for long bodies, they are cut before they are copied', async t => {
  const { wire, recorder } = start(t, { limits: { queueBytes: 400_000, queuePushes: 20, bodyBytes: 100_000 } })
  wire.answer = async () => { throw new Error('away') }
  recorder.begin(GET)
  await until('it was tried', async () => recorder.state.status === 'retrying')
  const limits = Array.from({ length: 5 }, () => {
    recorder.begin({ ...GET, request: { text: 'x'.repeat(70_000) } })
    return recorder.bodyBytes
  })
  t.same(limits, [100_000, 100_000, 100_000, 100_000, 20_000])
  wire.answer = undefined
  await delivered(recorder)
  t.equal(recorder.bodyBytes, 100_000)
})

t.test('large bodies are dropped before small ones', async t => {
  const { session, recorder } = start(t, { limits: { queueBytes: 20_000, queuePushes: 20 } })
  for (const length of [100, 15_000, 200, 15_000, 300]) recorder.begin({ ...GET, request: { text: 'x'.repeat(length) } })
  await delivered(recorder)
  t.same((await list(replica, session)).map(({ request, note }) => [request.length, note]),
    [[100, undefined], [0, 'body left out: the queue was full'], [200, undefined], [15_000, undefined], [300, undefined]])
})

t.test('small bodies are dropped before whole requests', async t => {
  const { session, recorder } = start(t, { limits: { queueBytes: 7_000, queuePushes: 7 } })
  recorder.begin({ ...GET, requestHeader: `GET /a HTTP/1.1\r\nX-A: ${'x'.repeat(5_500)}\r\n` })
  for (let n = 0; n < 3; n++) recorder.begin({ ...GET, request: { text: 'y'.repeat(500) } })
  await delivered(recorder)
  t.same((await list(replica, session)).map(({ request }) => request.length), [0, 0, 0, 500])
})

t.test('a push that is too large for the service is sent again without its bodies', async t => {
  const small = await startReplica(t, redis, { BODY_LIMIT: '10kb' })
  const session = newSession()
  const recorder = startRecorder(t, wireTo(small.url, session), { session })
  recorder.begin({ ...GET, request: { text: 'x'.repeat(20_000) } }).end({ responseHeader: OK })
  await delivered(recorder)
  matchEach(t, await list(small, session), [{ request: '', note: 'body left out: too large for the service', responseHeader: OK }])
})

t.test('a push that the service refuses is reported, and does not block others', async t => {
  const { session, recorder } = start(t)
  recorder.begin({ ...GET, api: '' })
  recorder.begin(GET)
  await delivered(recorder)
  t.equal((await list(replica, session)).length, 1)
  t.match(recorder.state, { status: 'recording', sent: 1, dropped: 1, reason: /^the service refused a push: .*api/ })
})

t.test('a refused token warns once, and is not retried at once', async t => {
  const guarded = await startReplica(t, redis, { PUSH_TOKENS: 'right' })
  const session = newSession()
  const warnings: string[] = []
  const wire = wireTo(guarded.url, session, 'wrong')
  const recorder = startRecorder(t, wire, { session }, { warn: sentence => warnings.push(sentence) })
  recorder.begin(GET)
  await until('it was refused', async () => recorder.state.status === 'refused')
  recorder.begin(GET)
  t.match(warnings.join(), /^Earshot: nothing is stored \(the service answered 401: [^.,]*\)\. Sending is retried every 30 seconds\.$/)
  t.equal(wire.sent.length, 1)
  const right = startRecorder(t, wireTo(guarded.url, session, 'right'), { session })
  right.begin(GET)
  await delivered(right)
  t.equal((await list(guarded, session)).length, 1)
})

t.test('leaving the page sends everything with keepalive within its limits, pending requests with a note', async t => {
  const { session, wire, recorder } = start(t)
  for (let n = 0; n < 50; n++) {
    recorder.begin({ ...GET, api: `http://app.test/${n}`, request: { text: 'x'.repeat(n === 7 ? 100_000 : 300) } })
  }
  recorder.flush(true)
  const lasting = wire.sent.filter(({ keepalive }) => keepalive).map(({ body }) => Buffer.byteLength(body))
  t.ok(lasting.every(bytes => bytes <= 48 * 1024) && lasting.reduce((a, b) => a + b) <= 60 * 1024, `${lasting.join()}`)
  t.equal(lasting.length, wire.sent.length, 'all are sent with keepalive')
  await delivered(recorder)
  const entries = await list(replica, session)
  t.equal(entries.length, 50)
  t.ok(entries.every(({ timeConsuming, responseHeader, note }) =>
    timeConsuming > 0 && responseHeader === 'HTTP/1.1 0' && /page was left/.test(note!)))
  t.equal(entries.filter(({ request }) => request.length === 300).length, 49)
  t.match(entries[7], { request: '', note: /body not sent: page was left/ })
})

t.test('a batch that is still being sent when the page is left is sent again with keepalive', async t => {
  const { session, wire, recorder } = start(t)
  const never = new Promise<never>(() => {})
  wire.answer = () => never
  recorder.begin(GET).end({ responseHeader: OK })
  await until('it was sent', async () => wire.sent.length === 1)
  wire.answer = undefined
  recorder.flush(true)
  t.same(wire.sent.map(({ keepalive }) => keepalive), [false, true])
  await until('it is there', async () => (await list(replica, session)).length === 1)
})

t.test('a request that ends after the page came back is updated with its result', async t => {
  const { session, recorder } = start(t)
  const exchange = recorder.begin(GET)
  recorder.flush(true)
  exchange.end({ responseHeader: OK, response: { text: 'here' } })
  await delivered(recorder)
  matchEach(t, await list(replica, session), [{ responseHeader: OK, response: 'here', note: 'page was left; page was restored' }])
})

t.test('a request that the browser aborts in a left page keeps the note "page was left"', async t => {
  const { session, recorder } = start(t)
  const exchange = recorder.begin(GET)
  recorder.flush(true)
  exchange.fail('TypeError: Failed to fetch')
  await delivered(recorder)
  matchEach(t, await list(replica, session), [{ responseHeader: 'HTTP/1.1 0', note: /^page was left$/ }])
})

t.test('with `when: watched` nothing is sent until a viewer connects, then everything', async t => {
  const timers: (() => void)[] = []
  const setTimer = (run: () => void) => {
    timers.push(run)
    return () => {}
  }
  const { session, wire, recorder } = start(t, { when: 'watched' }, { setTimer })
  for (let n = 0; n < 5; n++) recorder.begin({ ...GET, api: `http://app.test/${n}` }).end({ responseHeader: OK })
  recorder.flush(false)
  await until('it has asked', async () => timers.length === 1)
  t.match(recorder.state, { status: 'waiting', queued: 5 })
  t.same(wire.sent, [])
  await watch(t, replica, session)
  await until('somebody watches', async () => await wire.online!())
  timers.shift()!()
  await until('it wants to send', async () => recorder.state.status === 'recording' && timers.length === 2)
  for (const run of timers) run()
  await delivered(recorder)
  t.equal((await list(replica, session)).length, 5)
})

t.test('stop() sends the pending requests, and ends the recording', async t => {
  const { session, recorder } = start(t)
  recorder.begin(GET)
  recorder.stop()
  recorder.begin(GET).end({ responseHeader: OK })
  await until('what it had is there', async () => (await list(replica, session)).length === 1)
  matchEach(t, await list(replica, session), [{ note: 'recorder stopped' }])
  t.equal(recorder.state.status, 'stopped')
})
