// Messages of streams: on the command line, for agents, and for programs that use the feed.
import t from 'tap'
import { WebSocket } from 'ws'
import { SessionFeed, type FeedUpdate } from '../../src/web/feed/session-feed.js'
import { newSession, pushed } from '../support/client.js'
import { pushMessages, range, texts } from '../support/messages.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
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
  for (const command of ['watch', 'wait']) {
    t.match(await earshot.run([command, session, '--filter', 'message:ship']), { code: 2, stderr: /message: is not known to this command/ })
  }
})

t.test('an agent finds requests by their messages, but no secrets', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r', api: '/socket', via: 'websocket' })
  await pushMessages(replica, session, 'r', texts([1], () => '{"password":"s3cret","order":"shipped"}'))
  const { call, fault } = await openAgent(t, replica.url, session)
  t.match(await call('list_requests', { filter: 'message:shipped' }), { matched: 1 })
  t.match(await call('list_requests', { filter: 'message:s3c' }), { matched: 0, hint: /None of 1 requests matches/ })
  t.match(await call('summarize_session', { filter: 'message:shipped' }), { requests: 1 })
  t.match(await fault('wait_for_request', { filter: 'message:shipped' }), /message: cannot be waited for/)
})
