// earshot proxy, while the app or the API does not read: the other side has to wait, and nothing is lost.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot } from './earshot.js'
import { ask, startProxy } from './proxy-app.js'

const MIB = 1024 * 1024
/** Much more than the system buffers for the sockets. */
const LENGTH = 96 * MIB
const BODY = Buffer.alloc(LENGTH, 'abcdefg')

const replica = await startReplica(t, await startRedis(t))
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })

/** Starts a proxy for an API that answers `/ping`; `held` waits for another request. */
async function start (t: Test) {
  const server = createServer((request, response) => {
    if (request.url === '/ping') response.end()
    else server.emit('held', request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.closeAllConnections())
  t.teardown(() => server.close())
  const proxy = await startProxy(t, earshot, replica, [`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  const held = async () => await once(server, 'held') as [IncomingMessage, ServerResponse]
  /** Gives the proxy time to do what it should not do. */
  const pings = async () => { for (let n = 0; n < 50; n++) await ask(proxy.url, '/ping') }
  return { proxy, held, pings }
}

async function read (stream: IncomingMessage): Promise<boolean> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).equals(BODY)
}

t.test('a target that does not read an upload makes the app wait', async t => {
  const { proxy, held, pings } = await start(t)
  const target = held()
  const app = httpRequest(`${proxy.url}/up`, { method: 'POST', agent: false, headers: { 'content-length': LENGTH } })
  app.end(BODY)
  const answered = once(app, 'response') as Promise<[IncomingMessage]>
  const [request, response] = await target
  await pings()
  t.equal(app.writableFinished, false)
  t.equal(await read(request), true)
  response.end('taken')
  const [{ statusCode }] = await answered
  t.equal(statusCode, 200)
  t.match(await proxy.entry('/up'), { response: 'taken', note: /request cut: 1 MB of 101 MB kept/ })
})

t.test('an app that does not read an answer makes the target wait', async t => {
  const { proxy, held, pings } = await start(t)
  const target = held()
  const app = httpRequest(`${proxy.url}/down`, { agent: false }).end()
  const [, response] = await target
  response.end(BODY)
  const [answer] = await once(app, 'response') as [IncomingMessage]
  await pings()
  t.equal(response.writableFinished, false)
  t.equal(await read(answer), true)
  t.match(await proxy.entry('/down'), { responseHeader: /^HTTP\/1\.1 200 OK\r\n/, note: /response cut: 1 MB of 101 MB kept/ })
})

t.test('a target that answers an upload before its end does not stop it, and the connection stays usable', async t => {
  const { proxy, held } = await start(t)
  const target = held()
  const app = httpRequest(`${proxy.url}/early`, { method: 'POST', agent: false, headers: { 'content-length': LENGTH } })
  const answered = once(app, 'response') as Promise<[IncomingMessage]>
  app.write(BODY.subarray(0, MIB))
  const [, response] = await target
  response.writeHead(413).end('too large')
  const [answer] = await answered
  t.equal(answer.statusCode, 413)
  for await (const piece of answer) t.equal(String(piece), 'too large')
  app.on('error', () => {}).end(BODY.subarray(MIB))
  await once(app, 'close')
  t.equal((await ask(proxy.url, '/ping')).status, 200)
  t.match(await proxy.entry('/early'), { responseHeader: /^HTTP\/1\.1 413/, response: 'too large' })
})
