// Tests the connection of one viewer, on a real feed and a real Redis, with a socket that records everything sent to it.
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { Connection } from '../../src/live/connection.js'
import { Feed } from '../../src/live/feed.js'
import { Hub } from '../../src/live/hub.js'
import { ChangeReader } from '../../src/live/change-reader.js'
import { changeEncoder } from '../../src/live/message.js'
import { WriteBatcher } from '../../src/live/write-batcher.js'
import { MissedChanges } from '../../src/live/missed-changes.js'
import { ViewerTally } from '../../src/live/viewer-tally.js'
import type { Socket } from '../../src/live/transport.js'
import { ChangeLog } from '../../src/store/changes.js'
import { EntryStore } from '../../src/store/entries.js'
import { openRedis } from '../../src/redis/connections.js'
import { PageBudget } from '../../src/reading/page-budget.js'
import { SessionStore } from '../../src/store/sessions.js'
import { newSession, type Message } from '../support/client.js'
import { startRedis } from '../support/redis.js'

const server = await startRedis(t)
const redis = await openRedis(server.address, () => {})
t.teardown(() => redis.close())
const entries = new EntryStore(redis.commands, { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 1e9 })
const sessions = new SessionStore(redis.commands)
const changes = new ChangeLog(redis.commands)
const feed = new Feed(redis.subscriber, new ChangeReader(changes, 8), new Hub(), changeEncoder(() => ''), () => {})
const tally = new ViewerTally()
const sources = {
  rulesAreOn: true,
  feed,
  missedChanges: new MissedChanges(changes, new PageBudget({ smallBytes: 1e6, shareBytes: 1e7, graceMs: 50, greedyGraceMs: 50 }), 4),
  sessions,
  encode: changeEncoder(() => ''),
  writes: new WriteBatcher(),
  tally
}
t.teardown(() => feed.close())

class RecordingSocket implements Socket {
  readonly messages: Message[] = []
  closed: number | undefined
  bufferedAmount = 0
  private waiting: (() => void)[] = []

  pings = 0
  corks = 0
  /** Counts how often the buffered writes were flushed. */
  writes = 0
  onUncork = () => {}
  terminated = false

  send (data: string | Buffer, _options: object, sent?: () => void) {
    this.messages.push(JSON.parse(data.toString()) as Message)
    for (const check of this.waiting) check()
    sent?.()
  }

  cork () { this.corks++ }
  uncork () {
    this.corks--
    this.writes++
    this.onUncork()
  }

  ping () { this.pings++ }
  close (code: number) { this.closed = code }
  terminate () { this.terminated = true }

  /** Resolves after `count` messages were sent. */
  has (count: number): Promise<void> {
    return new Promise(resolve => {
      const check = () => { if (this.messages.length >= count) resolve() }
      this.waiting.push(check)
      check()
    })
  }
}

// Each connection has its own stream, so that its corks and writes are counted separately.
function connect (session: string, socket: RecordingSocket): Connection {
  return new Connection(session, { socket, stream: socket, address: '192.0.2.1' }, sources)
}

const entry = { api: '/a', method: 'GET' as const, timeConsuming: 1 }

t.test('a push during a join is either counted in connected or delivered after it, never both and never lost', async t => {
  for (let round = 0; round < 30; round++) {
    const session = newSession()
    const socket = new RecordingSocket()
    const connection = connect(session, socket)
    const pushes = Array.from({ length: 20 }, (_, n) => entries.push(session, { ...entry, requestId: `r${n}` }))
    await connection.join()
    await Promise.all(pushes)
    const last = await changes.head(session)
    const [connected] = socket.messages
    t.match(connected, { type: 'connected' })
    const count = (connected as { data: number }).data
    await socket.has(1 + 20 - count)
    const revs = socket.messages.map(message => (message as { rev: string }).rev)
    const prevs = socket.messages.slice(1).map(message => (message as { prev: string }).prev)
    t.same(prevs, revs.slice(0, -1), 'an unbroken chain from the rev of connected')
    t.equal(revs.at(-1), last)
    connection.unwatch()
  }
})

t.test('a viewer that reads too slowly is closed with 1013, and other viewers are not', async t => {
  const session = newSession()
  const [slow, quick] = [new RecordingSocket(), new RecordingSocket()]
  const viewers = [slow, quick].map(socket => connect(session, socket))
  for (const viewer of viewers) await viewer.join()
  slow.bufferedAmount = 9 * 1024 * 1024
  await entries.push(session, entry)
  await entries.push(session, entry)
  await quick.has(3)
  t.equal(slow.closed, 1013)
  t.equal(slow.messages.length, 1, 'nothing more is sent to it')
  t.equal(quick.closed, undefined)
})

t.test('messages that are ready at the same moment leave in one write, without further delay', async t => {
  const session = newSession()
  const socket = new RecordingSocket()
  const connection = connect(session, socket)
  await connection.join()
  await setImmediate()
  t.same([socket.corks, socket.writes], [0, 1], 'connected')
  for (let n = 0; n < 100; n++) connection.receive({ rev: `${n + 1}-0`, prev: `${n}-0`, text: Buffer.from('{}') })
  t.same([socket.messages.length, socket.corks, socket.writes], [101, 1, 1], 'all messages are handed over, and buffered')
  await setImmediate()
  t.same([socket.corks, socket.writes], [0, 2])
  connection.receive({ rev: '101-0', prev: '100-0', text: Buffer.from('{}') })
  await setImmediate()
  t.same([socket.corks, socket.writes], [0, 3])
  connection.unwatch()
})

t.test('bytes that are only corked do not make a viewer slow', async t => {
  const socket = new RecordingSocket()
  const connection = connect(newSession(), socket)
  await connection.join()
  socket.bufferedAmount = 9 * 1024 * 1024
  socket.onUncork = () => { socket.bufferedAmount = 0 }
  connection.receive({ rev: '1-0', prev: '0-0', text: Buffer.from('{}') })
  t.same([socket.closed, socket.messages.length], [undefined, 2])
  connection.unwatch()
})

t.test('the buffer for changes before connected is limited, too', async t => {
  const session = newSession()
  const socket = new RecordingSocket()
  const connection = connect(session, socket)
  const text = Buffer.alloc(5 * 1024 * 1024)
  connection.receive({ rev: '1-0', prev: '0-0', text })
  connection.receive({ rev: '2-0', prev: '1-0', text })
  t.equal(socket.closed, undefined, 'one or two large changes do not close a viewer')
  const before = tally.closed.slow
  connection.receive({ rev: '3-0', prev: '2-0', text })
  t.equal(socket.closed, 1013)
  connection.receive({ rev: '4-0', prev: '3-0', text })
  t.equal(tally.closed.slow, before + 1, 'counted once')
})

t.test('answers a ping, and ignores all other messages', async t => {
  const socket = new RecordingSocket()
  const connection = connect(newSession(), socket)
  for (const text of [
    '', '{', 'ping', '[]', 'null', '{"type":"pong"}', '{"type":["ping"]}', '{"type":"ping"}', '{"type":"ping","more":1}'
  ]) {
    connection.onText(text)
  }
  t.same(socket.messages, [{ type: 'pong' }, { type: 'pong' }])
})

t.test('ends a viewer that has missed two pings, but not one that answers or sends anything', async t => {
  const [silent, answering, talking] = [new RecordingSocket(), new RecordingSocket(), new RecordingSocket()]
  const viewers = [silent, answering, talking].map(socket => connect(newSession(), socket))
  for (let n = 0; n < 3; n++) {
    for (const viewer of viewers) viewer.beat()
    viewers[1]!.notePong()
    viewers[2]!.onText('{"type":"ping"}')
  }
  t.same([silent, answering, talking].map(socket => socket.pings), [2, 3, 3])
  t.same([silent, answering, talking].map(socket => socket.terminated), [true, false, false])
  t.equal(tally.closed.vanished, 1)
})

t.test('a viewer that resumes during pushes gets every missed change, then live changes, in one chain', async t => {
  const session = newSession()
  await entries.push(session, { ...entry, requestId: 'first' })
  const since = await changes.head(session)
  for (let n = 0; n < 450; n++) await entries.push(session, { ...entry, requestId: `missed-${n}` })
  const pushes = Array.from({ length: 300 },
    (_, n) => entries.push(session, { ...entry, requestId: `live-${n}`, response: 'x'.repeat(n % 9 ? 9 : 6000) }))
  const socket = new RecordingSocket()
  const connection = connect(session, socket)
  await connection.join(since)
  await Promise.all(pushes)
  await socket.has(1 + 450 + 300)
  const [connected, ...missed] = socket.messages as { type: string, rev: string, prev: string, resumed?: boolean }[]
  t.match(connected, { type: 'connected', resumed: true, rev: since })
  t.same(missed.map(change => change.prev), [since, ...missed.slice(0, -1).map(change => change.rev)])
  t.equal(missed.at(-1)!.rev, await changes.head(session))
  connection.unwatch()
})
