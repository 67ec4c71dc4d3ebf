// The messages of sockets and of chunked responses: from a mini-program to the service.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Message } from '../../../../src/schema/message.js'
import { Earshot } from '../../../../src/web/capture/mini-program/earshot.js'
import type { RequestOptions } from '../../../../src/web/capture/mini-program/platform.js'
import { list, newSession } from '../../../support/client.js'
import { messagesOf } from '../../../support/messages.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { openStreams } from '../node/stream-places.js'
import { place } from './places.js'
import { standIn, type Kind, type StandIn } from './stand-in.js'
import { connector, type StandInTask } from './stand-in-socket.js'

const replica = await startReplica(t, await startRedis(t))
const places = await openStreams(t)

function start (t: Test, kind: Kind, app: StandIn): string {
  place(t, { [kind]: app })
  t.teardown(() => Earshot.stop())
  const session = newSession()
  Earshot.start({ url: replica.url, session })
  return session
}

/** The messages of the newest entry, once there are so many. */
async function heard (session: string, count: number): Promise<Message[]> {
  let messages: Message[] = []
  await until(`${count} messages are there`, async () => {
    const entry = (await list(replica, session)).at(-1)
    messages = entry ? (await messagesOf(replica, session, entry.id)).body as Message[] : []
    return messages.length >= count
  })
  return messages
}

function brief ({ dir, kind, size, text, base64, event, lastEventId }: Message): unknown[] {
  return [dir, kind, size, (text ?? base64)?.slice(0, 40), ...[event, lastEventId].filter(one => one !== undefined)]
}

/** What the app sees of a socket. */
async function talk (task: StandInTask): Promise<unknown[]> {
  const seen: unknown[] = [Object.keys(task)]
  await new Promise<void>(resolve => {
    task.onMessage(event => { seen.push(event) })
    // A second listener: on some platforms it replaces the first one.
    task.onMessage(event => { seen.push('second', event) })
    task.onOpen(() => {
      seen.push('open')
      task.send({ data: '{"password":"hunter2","ü":1}' })
      task.send({ data: new Uint8Array([1, 2, 255]).buffer })
      task.send({ data: 'bye' })
    })
    task.onClose(({ code, reason }) => { seen.push(code, reason); resolve() })
    task.onError(() => { seen.push('error') })
  })
  return seen
}

for (const kind of ['wx', 'my', 'tt', 'frozen'] as const) {
  t.test(`${kind}: the messages of a socket, each once, and the app sees the same`, async t => {
    const of = kind === 'frozen' ? 'wx' : kind
    const app = standIn(of, 'writable')
    app.connectSocket = connector(kind)
    const connect = (options: RequestOptions) => app.connectSocket?.(options) as StandInTask
    const without = await talk(connect({ url: `ws://${places.host}/mini` }))
    const session = start(t, of, app)
    t.same(await talk(connect({ url: `ws://${places.host}/mini?token=hunter3`, header: { 'x-app': 'yes' } })), without)
    const messages = await heard(session, kind === 'frozen' ? 6 : 9)
    const sent = [['text', 29, '{"password":"[masked]","ü":1}'], ['binary', 3, 'AQL/'], ['text', 3, 'bye']]
    t.same(messages.filter(({ dir }) => dir === 'out').map(brief), kind === 'frozen' ? [] : sent.map(one => ['out', ...one]))
    t.same(messages.filter(({ dir }) => dir === 'in').map(brief), [
      ['in', 'open', 0, undefined], ['in', 'text', 7, 'welcome'], ...sent.map(one => ['in', ...one]), ['in', 'close', 13, '4001 as asked']
    ])
    await until('it is complete', async () => Number((await list(replica, session))[0]!.timeConsuming) > 0)
    const entries = await list(replica, session)
    t.equal(entries.length, 1)
    t.match(entries[0], {
      via: 'websocket',
      api: `ws://${places.host}/mini?token=[masked]`,
      requestHeader: /x-app: yes/,
      responseHeader: /^HTTP\/1.1 101 Switching Protocols\r\n(?:.*\r\n)*upgrade: websocket/,
      note: /^closed with 4001 as asked; messages received: 4 /
    })
  })
}

t.test('a socket that is never open, one of uni, and one after stop()', async t => {
  const wx = standIn('wx', 'writable')
  const uni = { ...standIn('uni', 'writable'), connectSocket: (options: RequestOptions) => wx.connectSocket?.(options) }
  place(t, { uni })
  const session = start(t, 'wx', wx)
  const refused = uni.connectSocket({ url: `ws://${places.host}/refused` }) as StandInTask
  await new Promise(resolve => { refused.onClose(resolve) })
  await until('it is complete', async () => Number((await list(replica, session))[0]?.timeConsuming) > 0)
  t.match((await list(replica, session))[0], { responseHeader: /^HTTP\/1.1 0/, note: /403.*messages received: 0 / })
  t.same((await heard(session, 2)).map(({ kind }) => kind), ['error', 'close'])
  Earshot.stop()
  const later = uni.connectSocket({ url: `ws://${places.host}/later` }) as StandInTask
  await talk(later)
  t.equal((await list(replica, session)).length, 1)
})

t.test('events of a response in chunks are there while it comes, with or without its header', async t => {
  for (const hasHeaders of [true, false]) {
    const app = standIn('wx', 'writable')
    const { request } = app
    if (!hasHeaders) app.request = options => Object.assign(request(options) as object, { onHeadersReceived: undefined })
    const session = start(t, 'wx', app)
    const over = new Promise(resolve => {
      app.request({ url: `http://${places.host}/stream`, enableChunked: true, complete: resolve })
    })
    await heard(session, 1)
    places.next()
    await over
    t.same((await heard(session, 4)).map(brief), [
      ['in', 'event', 28, '{"password":"[masked]","n":1}', 'tick', '1'], ['in', 'event', 5, 'grün', '1'], ['in', 'event', 4, 'last', '1'],
      ['in', 'close', 22, 'the response has ended']
    ])
    await until('it is complete', async () => Number((await list(replica, session))[0]!.timeConsuming) > 0)
    t.same((await list(replica, session)).map(({ note }) => note), ['received in chunks: see its messages'])
    Earshot.stop()
    Reflect.deleteProperty(globalThis, 'wx')
  }
})

t.test('UTF-8 in pieces of one byte, and bytes that are no UTF-8', async t => {
  const text = 'data: grün 😀\n\n'
  const server = createServer((_request, reply) => { bytewise(reply, [...Buffer.from(text), ...Buffer.from('data: '), 0xff, 0xf0, 10, 10]) })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  const app = standIn('wx', 'writable')
  const session = start(t, 'wx', app)
  app.request({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, enableChunked: true })
  t.same((await heard(session, 3)).map(({ text }) => text), ['grün 😀', '\ufffd\ufffd', 'the response has ended'])
})

function bytewise (reply: ServerResponse, bytes: number[]): void {
  if (!reply.headersSent) reply.writeHead(200, { 'content-type': 'text/event-stream' })
  const [first, ...more] = bytes
  if (first === undefined) reply.end()
  else reply.write(Buffer.from([first]), () => { setImmediate(() => bytewise(reply, more)) })
}
