// The messages of WebSockets and of streamed responses: from a Node program to the service, which stores them with their entry.
import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as undici from 'undici'
import { WebSocket } from 'ws'
import type { Entry } from '../../../../src/schema/entry.js'
import type { Message } from '../../../../src/schema/message.js'
import { Earshot } from '../../../../src/web/capture/node/earshot.js'
import { list, newSession } from '../../../support/client.js'
import { messagesOf } from '../../../support/messages.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { bundled } from './bundle.js'
import { openStreams } from './stream-places.js'

const NODES = process.env.EARSHOT_TEST_NODES?.split(':') ?? [process.execPath]
const [recorder, program = ''] = await bundled(t, fileURLToPath(new URL('./run-messages.ts', import.meta.url)))
const replica = await startReplica(t, await startRedis(t))
const places = await openStreams(t)

function start (t: Test, options = {}): string {
  const session = newSession()
  Earshot.start({ url: replica.url, session, ...options })
  t.teardown(() => Earshot.stop())
  return session
}

async function entryOf (session: string, path: string): Promise<Entry | undefined> {
  return (await list(replica, session)).find(({ api }) => new URL(api).pathname === path)
}

/** The messages of the request to this path, once there are so many. */
async function heard (session: string, path: string, count: number): Promise<Message[]> {
  let messages: Message[] = []
  await until(`${count} messages of ${path} are there`, async () => {
    const entry = await entryOf(session, path)
    messages = entry ? (await messagesOf(replica, session, entry.id)).body as Message[] : []
    return messages.length >= count
  })
  return messages
}

function brief ({ dir, kind, size, text, base64, event, lastEventId, cut }: Message): unknown[] {
  return [dir, kind, size, (text ?? base64)?.slice(0, 40), ...[event, lastEventId, cut].filter(one => one !== undefined)]
}

t.test('a socket of ws: both ways while it is open, and its end', async t => {
  const session = start(t)
  const socket = new WebSocket(`ws://${places.host}/ws`)
  await once(socket, 'open')
  socket.send('{"password":"hunter2"}')
  socket.send(Buffer.from([1, 2, 255]))
  socket.send('ü'.repeat(100_000))
  socket.send(Buffer.from('as text'), { binary: false })
  const messages = await heard(session, '/ws', 10)
  t.match(await entryOf(session, '/ws'), { timeConsuming: 0, via: 'websocket' })
  t.same(messages.map(({ n }) => n), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const content = [
    ['text', 22, '{"password":"[masked]"}'], ['binary', 3, 'AQL/'], ['text', 200_000, 'ü'.repeat(40), true], ['text', 7, 'as text']
  ]
  const of = (dir: string) => messages.filter(one => one.dir === dir).map(brief)
  t.same(of('out'), content.map(one => ['out', ...one]))
  t.same(of('in'), [['in', 'open', 0, undefined], ['in', 'text', 7, 'welcome'], ...content.map(one => ['in', ...one])])
  t.ok(messages.every(({ text = '' }) => Buffer.byteLength(text) <= 64 * 1024))
  socket.close(4000, 'done')
  const all = await heard(session, '/ws', 11)
  t.same(brief(all.at(-1)!), ['in', 'close', 9, '4000 done'])
  await until('it is complete', async () => (await entryOf(session, '/ws'))!.timeConsuming > 0)
  t.match(await entryOf(session, '/ws'), {
    responseHeader: /^HTTP\/1.1 101 Switching Protocols\r\n/,
    note: 'closed with 4000 done; messages received: 5 (200039 B), sent: 4 (200032 B)'
  })
})

for (const binaryType of ['blob', 'arraybuffer'] as const) {
  t.test(`a socket of undici with ${binaryType}: in order`, async t => {
    const session = start(t)
    const socket = new undici.WebSocket(`ws://${places.host}/undici`)
    socket.binaryType = binaryType
    socket.onopen = () => {
      // In this event already.
      for (const data of ['a', new Uint8Array([1, 2, 255]), new Blob(['blob']), 'bye']) socket.send(data)
    }
    const messages = await heard(session, '/undici', 11)
    t.same(messages.filter(({ dir }) => dir === 'out').map(brief),
      [['out', 'text', 1, 'a'], ['out', 'binary', 3, 'AQL/'], ['out', 'binary', 4, 'YmxvYg=='], ['out', 'text', 3, 'bye']])
    t.same(messages.filter(({ dir }) => dir === 'in').map(brief), [
      ['in', 'open', 0, undefined], ['in', 'text', 7, 'welcome'], ['in', 'text', 1, 'a'], ['in', 'binary', 3, 'AQL/'],
      ['in', 'binary', 4, 'YmxvYg=='], ['in', 'text', 3, 'bye'], ['in', 'close', 13, '4001 as asked']
    ])
    await until('it is complete', async () => /messages received: 5 \(18 B\)/.test((await entryOf(session, '/undici'))?.note ?? ''))
  })
}

t.test('a hundred sockets at once, a refused one, and a server that breaks the protocol', async t => {
  const session = start(t)
  const sockets = Array.from({ length: 100 }, (_, n) => n % 2
    ? new WebSocket(`ws://${places.host}/many?${n}`)
    : new undici.WebSocket(`ws://${places.host}/many?${n}`))
  for (const [n, socket] of sockets.entries()) socket.onopen = () => { socket.send(`I am ${n}`); socket.send('bye') }
  await until('all are complete', async () =>
    (await list(replica, session)).filter(({ note = '' }) => /closed with 4001 as asked; messages received: 3 /.test(note)).length === 100)
  for (const { id, api } of (await list(replica, session)).slice(0, 20)) {
    const all = (await messagesOf(replica, session, id)).body as Message[]
    t.same(all.filter(({ dir }) => dir === 'out').map(({ text }) => text), [`I am ${new URL(api).search.slice(1)}`, 'bye'])
  }
  for (const path of ['hostile', 'refused']) {
    await new Promise(resolve => { new WebSocket(`ws://${places.host}/${path}`).on('error', () => {}).on('close', resolve) })
  }
  const hostile = await heard(session, '/hostile', 3)
  t.same(hostile.map(({ kind }) => kind), ['open', 'error', 'close'])
  t.match([hostile[1]!.text, hostile[2]!.text].join(), /RSV.*,1006/)
  await until('it is complete', async () => (await entryOf(session, '/refused'))!.timeConsuming > 0)
  t.match(await entryOf(session, '/refused'), { responseHeader: /^HTTP\/1.1 403 /, messages: undefined })
})

t.test('events of a response are there while it is read, and the body at its end', async t => {
  const session = start(t)
  for (const kind of ['fetch', 'http']) {
    const path = `/stream?${kind}`
    const whole = kind === 'fetch'
      ? fetch(`http://${places.host}/stream`).then(async reply => await reply.text())
      : once(get(`http://${places.host}/stream`), 'response').then(async ([reply]) => await text(reply as IncomingMessage))
    const count = kind === 'fetch' ? 1 : 2
    await until(path, async () => (await list(replica, session)).filter(({ messages }) => messages?.count).length === count)
    const entry = (await list(replica, session)).at(-1)!
    t.equal(entry.timeConsuming, 0)
    places.next()
    t.match(await whole, /grün\n\ndata: last/)
    await until('it is complete', async () => (await list(replica, session)).at(-1)!.timeConsuming > 0)
    t.same(((await messagesOf(replica, session, entry.id)).body as Message[]).map(brief), [
      ['in', 'event', 28, '{"password":"[masked]","n":1}', 'tick', '1'], ['in', 'event', 5, 'grün', '1'], ['in', 'event', 4, 'last', '1'],
      ['in', 'close', 22, 'the response has ended']
    ])
    t.match((await list(replica, session)).at(-1)!.response, /data: last/)
  }
})

t.test('encoded streams are decoded as they come; a bomb and an endless line do no harm', async t => {
  const session = start(t)
  for (const path of ['/gzip', '/endless']) await (await fetch(`http://${places.host}${path}`)).text()
  t.same((await heard(session, '/gzip', 3)).map(brief).slice(0, 2), [['in', 'text', 10, '{"line":1}'], ['in', 'text', 10, '{"line":2}']])
  const [line] = await heard(session, '/endless', 2)
  t.match(line, { size: 5_000_002, text: /^"x+$/, cut: true })
  t.equal((await (await fetch(`http://${places.host}/bomb`)).text()).length, 100 * 1024 * 1024)
  t.match((await heard(session, '/bomb', 1)).at(-1), { kind: 'close', text: /too large after decompression/ })
})

for (const node of NODES) {
  t.test(`${node}: a program sees the same, and its last messages arrive though it exits at once`, async t => {
    for (const what of ['bytes', 'blobs']) {
      const without = await run(node, what)
      const session = newSession()
      const withIt = await run(node, what, session)
      t.same(withIt, without)
      t.equal(withIt.code, 3)
      const last = await heard(session, '/last', 10)
      t.same(last.slice(-2).map(brief), [['in', 'text', 3, 'bye'], ['in', 'close', 17, 'the process ended']])
      const entries = await list(replica, session)
      t.notMatch(JSON.stringify(entries), /hunter/)
      for (const { api, timeConsuming, messages } of entries) {
        t.ok(timeConsuming > 0 && messages!.count >= (api.endsWith('gzip') ? 3 : 10), api)
      }
    }
  })
}

t.test('messages of a program under earshot record arrive, too', async t => {
  const session = newSession()
  const main = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url))
  const args = [main, 'record', '--url', replica.url, '--session', session, '--', process.execPath, program, places.host, 'bytes']
  await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'close')
  t.ok((await heard(session, '/last', 10)).some(({ text }) => text === 'bye'))
  t.notOk((await list(replica, session)).some(({ timeConsuming }) => timeConsuming === 0))
})

async function run (node: string, what: string, session?: string): Promise<{ code: number, printed: string, errors: string }> {
  const { NODE_OPTIONS, ...env } = process.env
  const args = [...session ? ['--require', recorder] : [], program, places.host, what]
  const child = spawn(node, args, {
    env: { ...env, EARSHOT_URL: replica.url, EARSHOT_SESSION: session }, stdio: ['ignore', 'pipe', 'pipe']
  })
  const [printed, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>])
  return { code, printed, errors }
}
