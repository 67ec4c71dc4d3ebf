// Messages of streams: on the command line, for agents, and for programs that use the feed.
import t from 'tap'
import { WebSocket } from 'ws'
import { MessageLines } from '../../src/cli/message-lines.js'
import type { Entry } from '../../src/schema/entry.js'
import { SessionFeed, type FeedUpdate } from '../../src/web/feed/session-feed.js'
import { newSession, pushed } from '../support/client.js'
import { pushMessages, range, texts } from '../support/messages.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { until } from '../support/until.js'
import { BUILT, Earshot, said } from './earshot.js'
import { openAgent } from './mcp/agent.js'

const replica = await startReplica(t, await startRedis(t))
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })

t.test('watch --messages prints each new message once, and no earlier ones', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r', api: '/socket', via: 'websocket', timeConsuming: 1 })
  await pushMessages(replica, session, 'r', texts([1, 2]))
  const child = earshot.spawn(['watch', session, '--messages'])
  await said(child.stdout, /\/socket\n/)
  const printed = said(child.stdout, /message 5\n/)
  await pushMessages(replica, session, 'r', [{ n: 3, at: 1, dir: 'out', kind: 'text', text: 'to \u001b[2J\n the service' }])
  await pushMessages(replica, session, 'r', texts([4, 5]))
  const text = await printed
  t.same(text.split('\n').slice(0, 3).map(line => line.trim().replace(/ +/g, ' ')),
    ['↑ 20 B to \\u001b[2J the service', '↓ 9 B message 4', '↓ 9 B message 5'])
  child.kill('SIGINT')
})

t.test('after an outage, the messages that came meanwhile are printed, also of streams that began meanwhile', async t => {
  const printed: string[] = []
  const counts: Record<string, number> = { old: 2 }
  const entryOf = (id: string) => ({ id, messages: { count: counts[id], dropped: 0 } }) as Entry
  let read = 0
  const lines = new MessageLines({
    entry: entryOf,
    entries: () => Object.keys(counts).map(entryOf),
    matches: () => true,
    read: async (id, after) => { read++; return texts(range(after + 1, counts[id]!)) },
    print: ({ id }, { n }) => { printed.push(`${id} ${n}`) },
    onError: error => { throw error }
  })
  lines.changed({ type: 'listed', data: {} } as unknown as FeedUpdate)
  Object.assign(counts, { old: 3, new: 2 })
  lines.changed({ type: 'listed', data: {} } as unknown as FeedUpdate)
  await until('all are printed', async () => printed.length >= 3)
  t.same(printed, ['old 3', 'new 1', 'new 2'])
  t.equal(read, 2)
})

t.test('with --json each message is a line', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r', timeConsuming: 1 })
  const child = earshot.spawn(['watch', session, '--messages', '--json'])
  await said(child.stdout, /entry|listed/)
  const printed = said(child.stdout, /"type":"message",.*\n/)
  await pushMessages(replica, session, 'r', texts([1]))
  const line = (await printed).split('\n').find(line => line.includes('"type":"message",'))!
  t.same(JSON.parse(line), { type: 'message', data: { id, requestId: 'r', ...texts([1])[0]! } })
  child.kill('SIGINT')
})

t.test('an agent reads the messages of a request, without secrets', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r', via: 'websocket' })
  await pushMessages(replica, session, 'r', [...texts(range(1, 60)), { n: 61, at: 1, kind: 'text', text: '{"password":"s3cret"}' }])
  const { call, text, fault } = await openAgent(t, replica.url, session)
  const { messages, count } = await call('get_messages', { id: '1' }) as { messages: { n: number, text: string }[], count: number }
  t.equal(count, 61)
  t.same(messages.map(({ n }) => n), range(12, 61))
  t.match(messages.at(-1)?.text, 'redacted')
  t.notMatch(await text('get_messages', { id: '1' }), 's3cret')
  const { messages: cut } = await call('get_messages', { id: '1', after: 40, last: 2, limit: 3 }) as { messages: { text: string }[] }
  t.same(cut.map(message => message.text), ['mes', '{"p'])
  t.match(await fault('get_messages', { id: '9' }), /There is no request 9/)
})

t.test('a feed counts the messages of its entries, reports new ones, and reads them', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r' })
  let hear: (change: FeedUpdate) => void = () => {}
  const feed = new SessionFeed({ url: replica.url, sessionId: session, WebSocket, onChange: change => hear(change) })
  t.teardown(() => feed.close())
  await feed.waitFor(entry => entry.id === id)
  const heard = new Promise<FeedUpdate>(resolve => { hear = change => { if (change.type === 'messages-received') resolve(change) } })
  await pushMessages(replica, session, 'r', texts([2, 3]))
  const change = await heard
  t.match(change, { type: 'messages-received', data: { id, requestId: 'r', first: 2, last: 3, dropped: 1 } })
  t.match(feed.entry(id)?.messages, { count: 2, dropped: 1 })
  t.same(await feed.messages(id), texts([2, 3]))
  t.same(await feed.messages(id, { after: 2 }), texts([3]))
  t.same(await feed.messages(id, { last: 1 }), texts([3]))
  await t.rejects(feed.messages('9-abcdefabcdef'), { message: 'Not found' })
})

t.test('a filter finds requests by their messages, also where the command applies it', async t => {
  const session = newSession()
  for (const [requestId, text] of [['a', 'paid'], ['b', 'shipped']] as const) {
    await pushed(replica, session, { requestId, api: `/${requestId}`, via: 'websocket' })
    await pushMessages(replica, session, requestId, texts([1, 2], () => text))
  }
  const found = async (...options: string[]) => {
    const { stdout } = await earshot.run(['export', session, '--format', 'ndjson', ...options])
    t.notMatch(stdout, 'messageList')
    return stdout.trim().split('\n').map(line => (JSON.parse(line) as { api: string }).api)
  }
  t.same(await found('--filter', 'message:ship'), ['/b'])
  t.same(await found('--filter', '-message:ship', '--ok-codes', '7'), ['/a'])
  t.same(await found('--filter', 'message:=paid /[ab]/'), ['/a'])
})

t.test('wait waits for a message, of a stream that is there or comes, however it is combined', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'a', api: '/a', via: 'websocket' })
  await pushMessages(replica, session, 'a', texts([1], () => 'hello'))
  const wait = async (text: string, more: string[] = []) => await earshot.run(['wait', session, '--filter', text, ...more])
  t.match(await wait('message:hel'), { code: 0, stdout: /\/a/ }, 'it is there')
  t.match(await wait('message:ship', ['-t', '100ms']), { code: 1, stderr: /No request matched message:ship[^]*\/a.*: does not match message:ship/ })
  t.match(await wait('path:/a -message:hello', ['-t', '100ms']), { code: 1 })
  t.match(await wait('message:hello -message:hel', ['-t', '0']), { code: 1 })
  const child = earshot.spawn(['wait', session, '--filter', 'path:/b message:hello message:shipped', '-t', '20s'])
  const printed = said(child.stdout, /\/b/)
  await pushed(replica, session, { requestId: 'b', api: '/b', via: 'websocket' })
  await pushMessages(replica, session, 'b', texts([1], () => 'hello'))
  await pushMessages(replica, session, 'a', texts([2], () => 'shipped'))
  await pushMessages(replica, session, 'b', texts([2], () => 'shipped'))
  t.match(await printed, /\/b/)
  t.match(await earshot.run(['wait', session, '--filter', 'message:shipped', '--count', '2', '-t', '0']), { code: 0 })
})

t.test('wait --count waits for messages of several streams; --none ends with the first', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'a', api: '/a', via: 'websocket' })
  const two = earshot.spawn(['wait', session, '--filter', 'message:paid', '--count', '2', '-t', '20s'])
  const none = earshot.spawn(['wait', session, '--filter', 'message:paid', '--none', '-t', '20s'])
  const both = Promise.all([said(two.stdout, /\/a[^]*\/b/), said(none.stderr, /A request matched message:paid/)])
  await pushMessages(replica, session, 'a', texts([1], () => 'paid'))
  await pushed(replica, session, { requestId: 'b', api: '/b', via: 'websocket' })
  await pushMessages(replica, session, 'b', texts([1], () => 'paid'))
  await both
  t.pass('both ended')
})

t.test('watch prints a stream when a message matches, with its messages', async t => {
  const session = newSession()
  for (const requestId of ['old', 'other']) await pushed(replica, session, { requestId, api: `/${requestId}`, via: 'websocket', timeConsuming: 1 })
  await pushMessages(replica, session, 'old', texts([1], () => 'paid'))
  const child = earshot.spawn(['watch', session, '--messages', '--filter', 'message:paid'])
  t.notMatch(await said(child.stdout, /\/old\n/), /other/)
  const printed = said(child.stdout, /again\n/)
  await pushMessages(replica, session, 'other', texts([1], () => 'not this'))
  await pushed(replica, session, { requestId: 'new', api: '/new', via: 'websocket', timeConsuming: 1 })
  await pushMessages(replica, session, 'new', texts([1], () => 'hello'))
  await pushMessages(replica, session, 'new', texts([2], () => 'paid'))
  await pushMessages(replica, session, 'new', texts([3], () => 'again'))
  const text = await printed
  t.notMatch(text, /other|not this/)
  t.match(text, /\/new\n[^]*hello\n[^]*paid\n[^]*again\n/)
  t.equal(text.split('/new').length, 2, 'its line is printed once')
  child.kill('SIGINT')
})

t.test('an agent finds requests by their messages, but no secrets', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r', api: '/socket', via: 'websocket' })
  await pushMessages(replica, session, 'r', texts([1], () => '{"password":"s3cret","order":"shipped"}'))
  const { call } = await openAgent(t, replica.url, session)
  t.match(await call('list_requests', { filter: 'message:shipped' }), { matched: 1 })
  t.match(await call('list_requests', { filter: 'message:s3c' }), { matched: 0, hint: /^The only request does not match/ })
  t.match(await call('summarize_session', { filter: 'message:shipped' }), { requests: 1 })
  t.match(await call('wait_for_request', { filter: 'message:shipped', timeout_seconds: 0 }), { matched: true, request: { id: '1' } })
  t.match(await call('wait_for_request', { filter: 'message:s3c', timeout_seconds: 0 }), { matched: false })
  const waiting = call('wait_for_request', { filter: 'message:delivered', timeout_seconds: 20 })
  await pushMessages(replica, session, 'r', texts([2], () => 'delivered'))
  t.match(await waiting, { matched: true, request: { id: '1' } })
})
