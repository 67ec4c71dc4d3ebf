// The path of a stream's messages from the log to the service: they are numbered, masked and bounded, and never arrive before their entry.
import t, { type Test } from 'tap'
import type { Exchange } from '../../../../src/web/capture/core/exchange.js'
import type { BatchAnswer } from '../../../../src/web/capture/core/host.js'
import { MessageLog } from '../../../../src/web/capture/core/message-log.js'
import type { ObservedMessage } from '../../../../src/web/capture/core/message.js'
import type { PushDraft } from '../../../../src/web/capture/core/push.js'
import { PushQueue } from '../../../../src/web/capture/core/queue.js'
import type { Message } from '../../../../src/schema/message.js'
import { call, list } from '../../../support/client.js'
import { matchEach } from '../../../support/match-each.js'
import { until } from '../../../support/until.js'
import { delivered, wireTo } from './node-host.js'
import { GET, OK, replica, start } from './place.js'

function startLog (t: Test, options = {}) {
  const started = start(t, options)
  const exchange = started.recorder.begin({ ...GET, via: 'websocket' })
  const logs = { bytes: 0, refusals: 0 }
  return { ...started, exchange, logs, log: new MessageLog(exchange, logs) }
}

function text (text: string, rest: Partial<ObservedMessage> = {}): ObservedMessage {
  return { dir: 'in', kind: 'text', atMs: performance.now(), size: Buffer.byteLength(text), body: { text }, ...rest }
}

async function kept (session: string): Promise<Message[]> {
  const [entry] = await list(replica, session)
  return (await call(replica, `/capture/entries/${entry!.id}/messages?sessionId=${session}`)).body as Message[]
}

/** An answer that refuses the pushes of messages whose text is to be refused. */
function refusing (body: string, isRefused: (messages: string) => boolean): BatchAnswer {
  const pushes = JSON.parse(body) as { messages?: unknown }[]
  const data = pushes.map(({ messages }) => messages && isRefused(JSON.stringify(messages)) ? { code: 'bad_request' } : { id: '1' })
  return { status: 200, text: JSON.stringify({ data }) }
}

/** The messages in what was sent. */
function sentIn (bodies: { body: string }[]): Message[] {
  return bodies.flatMap(({ body }) => JSON.parse(body) as { messages?: Message[] }[]).flatMap(({ messages = [] }) => messages)
}

t.test('messages are numbered, masked, and stored in their order, also after the end of the request', async t => {
  const { session, exchange, recorder, log, logs } = startLog(t)
  log.add(text('{"token":"x"}'))
  log.add(text('two', { dir: 'out', event: 'price', lastEventId: '7' }))
  exchange.end({ responseHeader: OK })
  log.add(text('', { kind: 'close', body: undefined }))
  await delivered(recorder)
  const messages = await kept(session)
  matchEach(t, messages, [
    { n: 1, dir: 'in', kind: 'text', text: '{"token":"[masked]"}', size: 13 },
    { n: 2, dir: 'out', text: 'two', event: 'price', lastEventId: '7' },
    { n: 3, kind: 'close' }
  ])
  t.ok(messages.every(({ at }) => at >= 0 && at < 60_000))
  t.equal(logs.bytes, 0)
})

t.test('a text that looks like bytes is sent as text, also if it is cut', async t => {
  const { session, recorder, log, logs } = startLog(t)
  log.add(text(`data:application/octet-stream;base64,${'A'.repeat(65_499)}`, { cut: true }))
  log.add(text('next'))
  await delivered(recorder)
  t.same((await kept(session)).map(({ n, text }) => [n, text?.length]), [[1, 65_536], [2, 4]])
  t.equal(logs.refusals, 0)
})

t.test('a message whose content is still being read keeps its place', async t => {
  const { session, recorder, log, logs } = startLog(t)
  const slow = text('', { body: undefined, isReading: true })
  log.add(text('one'))
  log.add(slow)
  log.add(text('three'))
  await until('the first one is there', async () => (await list(replica, session))[0]?.messages?.count === 1)
  log.read(slow, { text: 'two' })
  await until('all are there', async () => (await list(replica, session))[0]?.messages?.count === 3)
  t.same((await kept(session)).map(({ n, text }) => [n, text]), [[1, 'one'], [2, 'two'], [3, 'three']])
  await delivered(recorder)
  t.equal(logs.bytes, 0)
})

t.test('a message whose content cannot be read is there without it', async t => {
  const { session, log } = startLog(t)
  const lost = text('', { body: undefined, isReading: true, size: 5 })
  log.add(lost)
  log.read(lost, undefined)
  await until('it is there', async () => (await list(replica, session))[0]?.messages?.count === 1)
  matchEach(t, await kept(session), [{ n: 1, size: 5, cut: true, text: undefined }])
})

t.test('what waits is bounded in number and in bytes; the oldest make room, and the numbers tell of it', async t => {
  const { session, recorder, log, logs } = startLog(t)
  await delivered(recorder)
  const first = text('', { body: undefined, isReading: true })
  log.add(first)
  for (let n = 2; n <= 5003; n++) log.add(text(`${n}`))
  log.read(first, { text: 'too late' })
  log.skip(10)
  log.add(text('last'))
  await delivered(recorder)
  t.match((await list(replica, session))[0]!.messages, { count: 1000, dropped: 5014 - 1000 })
  t.same((await kept(session)).slice(-2).map(({ n, text }) => [n, text]), [[5003, '5003'], [5014, 'last']])
  t.equal(logs.bytes, 0)

  const slow = text('', { body: undefined, isReading: true })
  log.add(slow)
  for (let n = 0; n < 30; n++) log.add(text('x'.repeat(64 * 1024)))
  t.ok(logs.bytes <= 1024 * 1024, `${logs.bytes}`)
})

t.test('much text is not put off until a batch leaves', async t => {
  const { recorder, log, logs, wire } = startLog(t)
  log.add(text('first'))
  await delivered(recorder)
  const never = new Promise<never>(() => {})
  wire.answer = () => never
  log.add(text('under way'))
  await until('a batch is under way', async () => wire.sent.length > 1)
  for (let n = 0; n < 10; n++) log.add(text('x'.repeat(60 * 1024)))
  t.ok(logs.bytes < 128 * 1024, `${logs.bytes} wait unmasked`)
})

t.test('messages that did not arrive are sent again, in their order', async t => {
  const { session, recorder, log, wire } = startLog(t)
  let isAway = true
  const deliver = wireTo(replica.url, session)
  wire.answer = async body => {
    wire.answer = undefined
    const told = isAway ? { status: 503, text: '' } : await deliver.send(body, { keepalive: false, pushes: [] })
    isAway = false
    return told
  }
  for (let n = 0; n < 100; n++) log.add(text(`${n}`.repeat(1000)))
  await delivered(recorder)
  t.same((await kept(session)).map(({ n }) => n), Array.from({ length: 100 }, (_, n) => n + 1))
})

t.test('where the entry is gone it is pushed again before its messages, and not without end', async t => {
  const { recorder, log, wire } = startLog(t)
  await delivered(recorder)
  wire.answer = async body => {
    const pushes = JSON.parse(body) as { messages?: unknown }[]
    return { status: 200, text: JSON.stringify({ data: pushes.map(({ messages }) => messages ? { code: 'not_found' } : { id: '1' }) }) }
  }
  log.add(text('one'))
  await delivered(recorder)
  const batches = wire.sent.slice(1).map(({ body }) => (JSON.parse(body) as object[]).map(push => 'messages' in push ? 'messages' : 'entry'))
  t.same(batches, [['messages'], ['entry', 'messages'], ['entry', 'messages'], ['entry', 'messages']])
  t.match(recorder.state, { status: 'recording', reason: undefined, dropped: 0 })
})

t.test('a service that does not know messages gets no more of them', async t => {
  const { recorder, exchange, log, wire } = startLog(t)
  await delivered(recorder)
  wire.answer = async body => refusing(body, () => true)
  for (let n = 1; n <= 7; n++) {
    log.add(text(`${n}`))
    await delivered(recorder)
  }
  exchange.end({ responseHeader: OK })
  await delivered(recorder)
  t.same(sentIn(wire.sent).map(({ n }) => n), [1, 2, 3, 4, 5])
  t.match(recorder.state, { status: 'recording', reason: undefined, dropped: 0 })
})

t.test('messages that the service refuses are lost alone, even if it refuses many of them', async t => {
  const { recorder, log, wire } = startLog(t)
  await delivered(recorder)
  wire.answer = async body => refusing(body, messages => messages.includes('bad'))
  for (let n = 1; n <= 12; n++) {
    log.add(text(n % 3 === 0 ? 'good' : 'bad'))
    await delivered(recorder)
  }
  t.same(sentIn(wire.sent).map(({ n }) => n), Array.from({ length: 12 }, (_, n) => n + 1))
})

t.test('a request that is not recorded keeps none of its messages', async t => {
  let made: Exchange | undefined
  // What `edit` requests is not recorded.
  const { recorder, exchange, logs } = startLog(t, { mask: { edit: (push: PushDraft) => { made ??= recorder.begin(GET); return push } } })
  exchange.end({ responseHeader: OK })
  await delivered(recorder)
  const log = new MessageLog(made!, logs)
  for (let n = 0; n < 3; n++) log.add(text('x'.repeat(1000)))
  await delivered(recorder)
  t.equal(logs.bytes, 0)
})

t.test('messages that are too large for the service do not keep the rest', async t => {
  const { session, recorder, log, wire } = startLog(t)
  await delivered(recorder)
  const deliver = wireTo(replica.url, session)
  wire.answer = async body => {
    wire.answer = undefined
    const told = body.length > 10_000 ? { status: 413, text: '' } : await deliver.send(body, { keepalive: false, pushes: [] })
    return told
  }
  log.add(text('x'.repeat(20_000)))
  recorder.begin({ ...GET, api: 'http://app.test/b' }).end({ responseHeader: OK })
  await delivered(recorder)
  t.equal((await list(replica, session)).length, 2)
})

t.test('the app edits each message as the body of its request', async t => {
  const edited: PushDraft[] = []
  const edit = (push: PushDraft) => {
    edited.push(push)
    return push.response === 'drop' ? undefined : { ...push, ...push.response && { response: push.response.toUpperCase() } }
  }
  const { session, recorder, log } = startLog(t, { mask: { edit } })
  for (const one of ['a', 'drop', 'c']) log.add(text(one))
  await delivered(recorder)
  t.same((await kept(session)).map(({ n, text }) => [n, text]), [[1, 'A'], [3, 'C']])
  matchEach(t, edited.slice(1), [{ api: GET.api, response: 'a', request: undefined }, { response: 'drop' }, { response: 'c' }])
})

t.test('a full queue gives up messages before requests, and the oldest first', async t => {
  const queue = new PushQueue({ bodyBytes: 1000, queueBytes: 10_000, queuePushes: 10 })
  const draft = (n: number) => ({ requestId: '1', key: `1 ${n}`, timeConsuming: 0 as const, messages: `"${'x'.repeat(3000)}"`, stored () {}, refused: () => [] })
  queue.add({ api: GET.api, method: 'GET', requestId: '1', startMs: 0, timeConsuming: 0 })
  for (let n = 0; n < 4; n++) queue.add(draft(n))
  t.equal(queue.dropped, 0)
  t.same(queue.take(() => true).map(push => 'key' in push ? push.key : push.requestId), ['1', '1 1', '1 2', '1 3'])

  const short = new PushQueue({ bodyBytes: 1000, queueBytes: 100_000, queuePushes: 2 })
  short.add({ api: GET.api, method: 'GET', requestId: '1', startMs: 0, timeConsuming: 0 })
  for (let n = 0; n < 3; n++) short.add(draft(n))
  t.equal(short.dropped, 0)
  t.same(short.take(() => true).map(push => 'key' in push ? push.key : push.requestId), ['1', '1 2'])
})
