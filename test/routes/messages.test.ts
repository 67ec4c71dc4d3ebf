// Messages of streams: pushed in batches or alone, counted with their entry, read in parts.
import t from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import type { Message } from '../../src/schema/message.js'
import { call, list, newSession, push, pushBatch, pushed } from '../support/client.js'
import { matchEach } from '../support/match-each.js'
import { messagesOf, numbersIn, pushMessages, range, texts } from '../support/messages.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const BASE64 = 'must be valid base64; text and base64 cannot both be given'
const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const small = await startReplica(t, redis, { MAX_MESSAGES: '5', REDACT: 'default' })

async function linesOf (session: string, id: string, query: string): Promise<string> {
  const reply = await fetch(`${replica.url}/capture/entries/${id}/messages?sessionId=${session}${query}`, { headers: { accept: 'application/x-ndjson' } })
  return reply.headers.get('content-type')?.startsWith('application/x-ndjson') ? await reply.text() : 'another type'
}

const ALL_KINDS: Message[] = [
  { n: 1, at: 0, dir: 'in', kind: 'open', size: 0 },
  { n: 2, at: 1.5, dir: 'out', kind: 'text', size: 15, text: '{"a":"中\\u0000\\ud800"}' },
  { n: 3, at: 3, dir: 'in', kind: 'binary', size: 3, base64: 'AAEC' },
  { n: 4, at: 4, dir: 'in', kind: 'event', size: 2, text: 'up', event: 'price', lastEventId: '7' },
  { n: 5, at: 5, dir: 'in', kind: 'text', size: 100_000, text: 'a', cut: true },
  { n: 6, at: 6, dir: 'in', kind: 'error', size: 0, text: '' },
  { n: 7, at: 7, dir: 'in', kind: 'close', size: 0, text: '1000 bye' }
]

t.test('messages of all kinds are returned as they were pushed, and counted in every reply about their entry', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r', via: 'websocket' })
  t.match(await pushMessages(replica, session, 'r', ALL_KINDS), { status: 200, body: { code: '0', message: 'ok', data: id } })
  t.same((await messagesOf(replica, session, id)).body, ALL_KINDS)
  const [entry] = await list(replica, session)
  t.match(entry?.messages, { count: 7, dropped: 0 })
  t.ok(entry!.messages!.bytes > 100)
  t.same((await call(replica, `/capture/entries/${id}?sessionId=${session}`)).body, entry)
  t.same((await call(replica, `/capture/entries?sessionId=${session}&fields=messages`)).body, [{ messages: entry?.messages }])
})

t.test('a batch may contain entries and their messages; only messages of unknown entries are refused', async t => {
  const session = newSession()
  const { body } = await pushBatch(replica, session, [
    { requestId: 'a', messages: texts([1]) },
    { requestId: 'a', api: '/a', method: 'GET' },
    { requestId: 'a', messages: texts([1, 2]) },
    { requestId: 'b', api: '/b', method: 'GET' },
    { requestId: 'b', messages: texts([1]) },
    { requestId: 'a', messages: texts([3]) }
  ])
  const [a, b] = (await list(replica, session)).map(entry => entry.id)
  t.match(body, { message: '5 of 6 recorded' })
  matchEach(t, (body as { data: object[] }).data, [
    { code: 'not_found', message: /requestId/ }, { id: a }, { id: a }, { id: b }, { id: b }, { id: a }
  ])
  t.same(numbersIn(await messagesOf(replica, session, a!)), [1, 2, 3])
  t.same(numbersIn(await messagesOf(replica, session, b!)), [1])
})

t.test('messages for an unknown, deleted or cleared entry get 404, and leave no keys', async t => {
  const session = newSession()
  const refused = { status: 404, body: { code: 'not_found', data: '' } }
  t.match(await pushMessages(replica, session, 'r', texts([1])), refused)
  t.same(await redis.client.exists(`capture:{${session}}:meta`), 0)
  const id = await pushed(replica, session, { requestId: 'r' })
  await pushMessages(replica, session, 'r', texts([1, 2]))
  await call(replica, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  t.match(await pushMessages(replica, session, 'r', texts([3])), refused)
  t.match(await messagesOf(replica, session, id), { status: 404, body: { error: 'Not found' } })
  const again = await pushed(replica, session, { requestId: 'r' })
  t.same((await messagesOf(replica, session, again)).body, [])
  await pushMessages(replica, session, 'r', texts([1]))
  await call(replica, `/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  t.match(await pushMessages(replica, session, 'r', texts([2])), refused)
  t.equal(await redis.client.exists(`capture:{${session}}:messages:r`), 0)
})

t.test('after repeated or unordered pushes, each n is stored once, in order', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r' })
  await pushMessages(replica, session, 'r', texts([3, 1, 2, 2]))
  await pushMessages(replica, session, 'r', texts([2, 3, 4], n => `again ${n}`))
  await pushMessages(replica, session, 'r', texts([1, 2]))
  const { body } = await messagesOf(replica, session, id)
  t.same((body as Message[]).map(({ n, text }) => [n, text]), [[1, 'message 1'], [2, 'message 2'], [3, 'message 3'], [4, 'again 4']])
  t.match((await list(replica, session))[0]?.messages, { count: 4, dropped: 0 })
})

t.test('keeps the newest messages, and counts missing ones as dropped', async t => {
  const session = newSession()
  const id = await pushed(small, session, { requestId: 'r' })
  await pushMessages(small, session, 'r', texts(range(1, 4)))
  await pushMessages(small, session, 'r', texts([6, 7, 8]))
  t.same(numbersIn(await messagesOf(small, session, id)), [3, 4, 6, 7, 8])
  t.match((await list(small, session))[0]?.messages, { count: 5, dropped: 3 })
  await pushMessages(small, session, 'r', texts(range(9, 10_008)))
  t.same(numbersIn(await messagesOf(small, session, id)), range(10_004, 10_008))
  t.match((await list(small, session))[0]?.messages, { count: 5, dropped: 10_003 })
})

t.test('an entry keeps 1 MiB of messages, and a message above the limit is cut', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r' })
  await pushMessages(replica, session, 'r', texts(range(1, 30), () => 'x'.repeat(100_000)))
  const { bytes, count, dropped } = (await list(replica, session))[0]!.messages!
  t.ok(bytes <= 1024 ** 2 && bytes > 900_000, String(bytes))
  t.equal(count + dropped, 30)
  t.same(numbersIn(await messagesOf(replica, session, id)), range(dropped + 1, 30))
  const large = [
    { n: 31, at: 1, dir: 'in', kind: 'text', text: '😀'.repeat(500_000) },
    { n: 32, at: 1, dir: 'in', kind: 'binary', base64: Buffer.alloc(3_000_000, 7).toString('base64') }
  ]
  t.match(await pushMessages(replica, session, 'r', large), { status: 200 })
  const [text, binary] = (await messagesOf(replica, session, id, '&last=2')).body as [Message, Message]
  t.match(text, { n: 31, size: 2_000_000, cut: true, text: /^(😀)+$/u })
  t.match(binary, { n: 32, size: 3_000_000, cut: true })
  t.same(Buffer.from(binary.base64!, 'base64').equals(Buffer.alloc(Buffer.byteLength(binary.base64!, 'base64'), 7)), true)
})

t.test('reads messages after an n, the newest ones, or both, as JSON and as lines', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r' })
  await pushMessages(replica, session, 'r', texts([...range(1, 300), ...range(401, 700)]))
  const read = async (query: string) => numbersIn(await messagesOf(replica, session, id, query))
  t.same(await read('&after=299'), [300, ...range(401, 700)])
  t.same(await read('&after=350&last=2'), [699, 700])
  t.same(await read('&after=699&last=9'), [700])
  t.same(await read('&last=302'), [299, 300, ...range(401, 700)])
  t.same(await read('&last=9999'), [...range(1, 300), ...range(401, 700)])
  t.same(await read('&after=700'), [])
  t.same(await read('&after=9007199254740991'), [])
  t.equal(await linesOf(session, id, '&last=2'), texts([699, 700]).map(message => `${JSON.stringify(message)}\n`).join(''))
  t.equal(await linesOf(session, id, '&after=700'), '')
  t.match(await messagesOf(replica, session, id, '&after=x'), { status: 400, body: { error: 'after must be the number of a message (its `n`)' } })
  t.match(await messagesOf(replica, session, id, '&last=0'), { status: 400 })
  t.match(await messagesOf(replica, session, '1-abcdefabcdef'), { status: 404 })
})

t.test('messages of many slices come complete and in order', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r' })
  await pushMessages(replica, session, 'r', texts(range(1, 900), n => `${n} ${'x'.repeat(1000)}`))
  t.same(numbersIn(await messagesOf(replica, session, id)), range(1, 900))
})

t.test('missing fields get their defaults, and a text may be any JSON value', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r' })
  const source = '{"requestId":"r","messages":[{"n":1,"at":1,"kind":"text","text":{"a" :1.0}},{"n":2,"at":2,"kind":"binary","base64":"AA=="}]}'
  t.match(await push(replica, session, source), { status: 200 })
  t.same((await messagesOf(replica, session, id)).body, [
    { n: 1, at: 1, dir: 'in', kind: 'text', size: 10, text: '{"a" :1.0}' }, { n: 2, at: 2, dir: 'in', kind: 'binary', size: 1, base64: 'AA==' }
  ])
})

t.test('rejects an invalid message with its index, and stores no part of its push', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r' })
  const good = { n: 1, at: 1, dir: 'in', kind: 'text', size: 1, text: 'a' }
  const cases: [messages: unknown, sentence: string][] = [
    [7, 'messages must be a JSON array of messages'],
    ['[]', 'messages must be a JSON array of messages'],
    [[good, 7], 'messages[1] must be an object'],
    [[[good]], 'messages[0] must be an object'],
    ...[0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, '1', null, undefined].map(
      n => [[{ ...good, n }], 'messages[0].n must be a whole number from 1 to 9007199254740991'] as [unknown, string]
    ),
    [[good, { ...good, at: -1 }], 'messages[1].at must be a number of milliseconds, 0 or more'],
    [[{ ...good, dir: 'up' }], 'messages[0].dir must be "in" or "out"'],
    [[{ ...good, kind: 'noise' }], 'messages[0].kind must be text, binary, event, open, close or error'],
    [[{ ...good, size: -1 }], 'messages[0].size must be a whole number of bytes, 0 or more'],
    [[{ ...good, cut: 'yes' }], 'messages[0].cut must be true or false'],
    ...['A', 'AAA', '====', 'AA!=', 'AA==AA=='].map(
      base64 => [[{ n: 1, at: 1, kind: 'binary', base64 }], `messages[0].base64 ${BASE64}`] as [unknown, string]
    ),
    [[{ ...good, base64: 'AA==' }], `messages[0].base64 ${BASE64}`]
  ]
  for (const [messages, message] of cases) {
    t.match(await pushMessages(replica, session, 'r', messages), { status: 400, body: { code: 'bad_request', message } }, JSON.stringify(messages))
  }
  t.match(await push(replica, session, { messages: [good] }), { status: 400, body: { message: /^requestId is required/ } })
  t.match(await push(replica, session, { requestId: 'x'.repeat(257), messages: [good] }), { status: 400, body: { message: /^requestId must/ } })
  t.notOk((await list(replica, session))[0]?.messages)
})

t.test('in a push of an entry, `messages` is ignored as an unknown field', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r', messages: texts([1]) })
  t.notOk((await list(replica, session))[0]?.messages)
})

t.test('any requestId has its own messages', async t => {
  const session = newSession()
  const hostile = ['a', 'a:b', '}{:*', 'messages:a', '\0\n中', '%s %d', '__proto__']
  for (const requestId of hostile) {
    await pushed(replica, session, { requestId })
    t.match(await pushMessages(replica, session, requestId, texts([1], () => requestId)), { status: 200 })
  }
  for (const { id, requestId } of await list(replica, session)) {
    matchEach(t, (await messagesOf(replica, session, id)).body, [{ text: requestId }])
  }
})

t.test('redacts secrets in texts before they are stored', async t => {
  const session = newSession()
  const id = await pushed(small, session, { requestId: 'r' })
  await pushMessages(small, session, 'r', [{ n: 1, at: 1, kind: 'text', text: '{"password":"s3cret","a":1}' }])
  matchEach(t, (await messagesOf(small, session, id)).body, [{ text: '{"password":"[redacted]","a":1}' }])
})

t.test('a large push of messages is read like a small one', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r' })
  const messages = texts(range(1, 20_000), n => `{"n": ${n}, "text": "中 \\" ${'x'.repeat(100)}"}`)
  t.match(await pushMessages(replica, session, 'r', messages), { status: 200 })
  t.same((await messagesOf(replica, session, id)).body, messages.slice(-1000))
  t.match((await list(replica, session))[0]?.messages, { count: 1000, dropped: 19_000 })
})

t.test('messages count toward the session limit, which evicts other entries first', async t => {
  const tight = await startReplica(t, redis, { MAX_SESSION_BYTES: '100kb' })
  const session = newSession()
  for (let n = 0; n < 5; n++) await pushed(tight, session, { requestId: `old${n}`, response: 'x'.repeat(18_000) })
  const id = await pushed(tight, session, { requestId: 'r' })
  await pushMessages(tight, session, 'r', texts(range(1, 100), () => 'y'.repeat(400)))
  const left = await list(tight, session)
  t.ok(left.length > 1 && left.length < 6, String(left.length))
  await pushMessages(tight, session, 'r', texts(range(101, 500), () => 'y'.repeat(400)))
  t.same((await list(tight, session)).map((entry: Entry) => entry.id), [id])
  const held = Number(await redis.client.hget(`capture:{${session}}:meta`, 'bytes'))
  t.equal(held, Number(await redis.client.hget(`capture:{${session}}:entry:r`, 'size')))
  const { bytes } = (await list(tight, session))[0]!.messages!
  t.ok(bytes <= 100 * 1024 && bytes > 80_000, String(bytes))
})

t.test('metrics count stored and dropped messages', async t => {
  const session = newSession()
  await pushed(small, session, { requestId: 'r' })
  const figures = async () => (await (await fetch(`${small.url}/metrics`)).text())
    .match(/^earshot_messages_total\{outcome="\w+"\} \d+$/gm)?.map(line => Number(line.split(' ')[1])) ?? []
  const [stored = 0, dropped = 0] = await figures()
  await pushMessages(small, session, 'r', texts(range(1, 4)))
  await pushMessages(small, session, 'r', texts(range(5, 7)))
  t.same(await figures(), [stored + 7, dropped + 2])
})
