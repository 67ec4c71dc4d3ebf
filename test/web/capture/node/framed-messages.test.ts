// The messages of gRPC, gRPC-web and Connect: from a Node program to the service, which stores them with their entry.
import t, { type Test } from 'tap'
import { credentials, makeGenericClientConstructor, type ClientDuplexStream, type ClientReadableStream } from '@grpc/grpc-js'
import { once } from 'node:events'
import { get, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Message } from '../../../../src/schema/message.js'
import { Earshot } from '../../../../src/web/capture/node/earshot.js'
import { call, list, newSession } from '../../../support/client.js'
import { frame } from '../../../support/frames.js'
import { messagesOf } from '../../../support/messages.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { http2Server } from './http2-places.js'
import { openStreams } from './stream-places.js'

const replica = await startReplica(t, await startRedis(t))
const places = await openStreams(t)
const BODY = Buffer.concat([frame('{"password":"hunter2"}'), frame([1, 2, 255], 1), frame('{"error":{"code":"aborted"}}', 2)])
const MESSAGES = [
  ['in', 'text', 22, '{"password":"[masked]"}'], ['in', 'binary', 3, 'AQL/', 'compressed'],
  ['in', 'event', 28, '{"error":{"code":"aborted"}}', 'end of stream'], ['in', 'close', 22, 'the response has ended']
]

function start (t: Test): string {
  const session = newSession()
  Earshot.start({ url: replica.url, session })
  t.teardown(() => Earshot.stop())
  return session
}

async function heard (session: string, count: number): Promise<Message[]> {
  let messages: Message[] = []
  await until(`${count} messages are there`, async () => {
    const [entry] = await list(replica, session)
    messages = entry ? (await messagesOf(replica, session, entry.id)).body as Message[] : []
    return messages.length >= count
  })
  return messages
}

function brief ({ dir, kind, size, text, base64, event, cut }: Message): unknown[] {
  return [dir, kind, size, text ?? base64, ...[event, cut].filter(one => one !== undefined)]
}

const WAYS = {
  fetch: async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer()),
  http: async (address: string) => await buffer((await once(get(address), 'response'))[0] as IncomingMessage)
}
for (const [way, read] of Object.entries(WAYS)) {
  t.test(`a stream of Connect that comes byte by byte, read by ${way}`, async t => {
    const session = start(t)
    const address = `http://${places.host}/bytes?type=${encodeURIComponent('application/connect+json')}&hex=${BODY.toString('hex')}`
    t.ok(BODY.equals(await read(address)))
    t.same((await heard(session, 4)).map(brief), MESSAGES)
    const [entry] = await list(replica, session)
    const { body } = await call(replica, `/capture/har?sessionId=${session}`)
    const [exported] = (body as { log: { entries: { _messages: Message[] }[] } }).log.entries
    t.same(exported!._messages.map(({ kind }) => kind), ['text', 'binary', 'event', 'close'], 'they are in the HAR')
    t.match(entry!.messages, { count: 4, dropped: 0 })
  })
}

t.test('a request of Connect has messages, too; not one that is encoded as a whole', async t => {
  for (const encoding of [undefined, 'gzip']) {
    const session = start(t)
    const headers = { 'content-type': 'application/connect+json', ...encoding && { 'content-encoding': encoding } }
    const asked = request(`http://${places.host}/none`, { method: 'POST', headers })
    const bytes = frame('{"a":1}')
    asked.write(bytes.subarray(0, 7))
    asked.end(bytes.subarray(7))
    await buffer((await once(asked, 'response'))[0] as IncomingMessage)
    await until('it is complete', async () => (await list(replica, session))[0]?.timeConsuming !== 0)
    if (encoding) t.equal((await list(replica, session))[0]!.messages, undefined)
    else t.same((await heard(session, 1)).map(brief), [['out', 'text', 7, '{"a":1}']])
    Earshot.stop()
  }
})

t.test('@grpc/grpc-js: a stream of the server, and one in both directions, while it is open', async t => {
  const server = http2Server([])
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const pass = (value: Buffer) => value
  const method = {
    responseStream: true, requestSerialize: pass, responseSerialize: pass, requestDeserialize: pass, responseDeserialize: pass
  }
  const Client = makeGenericClientConstructor({
    list: { ...method, path: '/shop/Thrice', requestStream: false }, chat: { ...method, path: '/shop/Echo', requestStream: true }
  }, 'Shop')
  const client = new Client(`127.0.0.1:${(server.address() as AddressInfo).port}`, credentials.createInsecure())
  t.teardown(() => client.close())
  const shop = client as unknown as {
    list (message: Buffer): ClientReadableStream<Buffer>
    chat (): ClientDuplexStream<Buffer, Buffer>
  }

  let session = start(t)
  let count = 0
  for await (const message of shop.list(Buffer.from('q')) as AsyncIterable<Buffer>) count += message.length
  t.equal(count, 3)
  const q = ['binary', 1, 'cQ==']
  t.same((await heard(session, 5)).map(brief), [
    ['out', ...q], ['in', ...q], ['in', ...q], ['in', ...q], ['in', 'close', 22, 'the response has ended']
  ])
  Earshot.stop()

  session = start(t)
  const talk = shop.chat()
  for (const content of [Buffer.from('q'), Buffer.alloc(100_000)]) {
    talk.write(content)
    await once(talk, 'data')
  }
  const open = await heard(session, 4)
  t.same(open.map(({ dir, size, cut }) => [dir, size, cut]), [
    ['out', 1, undefined], ['in', 1, undefined], ['out', 100_000, true], ['in', 100_000, true]
  ])
  t.equal((await list(replica, session))[0]!.timeConsuming, 0, 'it is pending')
  const closed = new Promise(resolve => { talk.on('status', resolve) })
  talk.on('error', () => {}).cancel()
  await closed
  t.match((await heard(session, 5)).at(-1), { kind: 'close', text: /^canceled/ })
})
