// One viewer, on a real feed and a real Redis, with a socket that shows all that is sent to it.
import t from 'tap'
import { Connection, type Socket } from '../../src/live/connection.js'
import { Feed } from '../../src/live/feed.js'
import { Hub } from '../../src/live/hub.js'
import { EntryStore } from '../../src/store/entries.js'
import { openRedis } from '../../src/store/redis.js'
import { SessionStore } from '../../src/store/sessions.js'
import { newSession, type Message } from '../support/client.js'
import { startRedis } from '../support/redis.js'

const server = await startRedis(t)
const redis = await openRedis(server.address, () => {})
t.teardown(() => redis.close())
const entries = new EntryStore(redis.commands, { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 1e9 })
const sessions = new SessionStore(redis.commands)
const feed = new Feed(redis.subscriber, entries, new Hub(), () => {})
t.teardown(() => feed.close())

class RecordingSocket implements Socket {
  readonly messages: Message[] = []
  closed: number | undefined
  bufferedAmount = 0
  private waiting: (() => void)[] = []

  send (data: string | Buffer) {
    this.messages.push(JSON.parse(data.toString()) as Message)
    for (const check of this.waiting) check()
  }

  close (code: number) { this.closed = code }

  /** Resolves once so many messages were sent. */
  has (count: number): Promise<void> {
    return new Promise(resolve => {
      const check = () => { if (this.messages.length >= count) resolve() }
      this.waiting.push(check)
      check()
    })
  }
}

const entry = { api: '/a', method: 'GET' as const, timeConsuming: 1 }

t.test('what is pushed while a viewer joins is in the count or behind it, never both and never lost', async t => {
  for (let round = 0; round < 30; round++) {
    const session = newSession()
    const socket = new RecordingSocket()
    const connection = new Connection(session, socket, feed, sessions)
    const pushes = Array.from({ length: 20 }, (_, n) => entries.push(session, { ...entry, requestId: `r${n}` }))
    await connection.join()
    await Promise.all(pushes)
    const last = await entries.rev(session)
    const [connected] = socket.messages
    t.match(connected, { type: 'connected' })
    const count = (connected as { data: number }).data
    await socket.has(1 + 20 - count)
    const revs = socket.messages.map(message => (message as { rev: string }).rev)
    const prevs = socket.messages.slice(1).map(message => (message as { prev: string }).prev)
    t.same(prevs, revs.slice(0, -1), 'an unbroken chain from the rev of connected')
    t.equal(revs.at(-1), last)
    connection.leave()
  }
})

t.test('a viewer that does not read as fast as changes come is closed, and only that one', async t => {
  const session = newSession()
  const [slow, quick] = [new RecordingSocket(), new RecordingSocket()]
  const viewers = [slow, quick].map(socket => new Connection(session, socket, feed, sessions))
  for (const viewer of viewers) await viewer.join()
  slow.bufferedAmount = 9 * 1024 * 1024
  await entries.push(session, entry)
  await entries.push(session, entry)
  await quick.has(3)
  t.equal(slow.closed, 1013)
  t.equal(slow.messages.length, 2, 'nothing is sent to it any more')
  t.equal(quick.closed, undefined)
})

t.test('what comes before the count is bounded, too', async t => {
  const session = newSession()
  const socket = new RecordingSocket()
  const connection = new Connection(session, socket, feed, sessions)
  const text = Buffer.alloc(5 * 1024 * 1024)
  connection.receive({ rev: '1-0', prev: '0-0', text })
  t.equal(socket.closed, undefined)
  connection.receive({ rev: '2-0', prev: '1-0', text })
  t.equal(socket.closed, 1013)
})

t.test('a ping is answered, anything else is ignored', async t => {
  const socket = new RecordingSocket()
  const connection = new Connection(newSession(), socket, feed, sessions)
  for (const text of ['', '{', 'ping', '[]', 'null', '{"type":"pong"}', '{"type":["ping"]}', '{"type":"ping"}', '{"type":"ping","more":1}']) connection.hear(text)
  t.same(socket.messages, [{ type: 'pong' }, { type: 'pong' }])
})
