// earshot proxy between apps and targets that send unusual bytes: the proxy survives them, neither side waits forever, and the entry says
// what the app got.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { until } from '../support/until.js'
import { BUILT, Earshot } from './earshot.js'
import { startProxy } from './proxy-app.js'
import { HEADS, openHeads, tell } from './proxy-heads.js'

const replica = await startReplica(t, await startRedis(t))
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
const target = await openHeads(t)
const start = (t: Test, given = [target]) => startProxy(t, earshot, replica, given)
const BROKEN_OFF = 'the target closed the connection in the middle of its response'

interface Got { status: number | undefined, headers: IncomingMessage['headers'], body: string, trailers: IncomingMessage['trailers'] }

/** Keeps the connection, as most apps do: a body without an end would never end. */
async function keeping (t: Test, url: string, path: string, method = 'GET'): Promise<Got> {
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const [answer] = await once(httpRequest(url + path, { agent, method, maxHeaderSize: 99_999 }).end(), 'response') as [IncomingMessage]
  const body = await text(answer)
  return { status: answer.statusCode, headers: answer.headers, body, trailers: answer.trailers }
}

t.test('no answer of a target ends the proxy: the app gets the answer, or a 502, and the entry says which', async t => {
  const proxy = await start(t)
  for (const [path, [, status, body = 'ok']] of Object.entries(HEADS)) {
    const got = await keeping(t, proxy.url, path)
    t.equal(got.status, status, path)
    if (status !== 502) t.equal(got.body, body, path)
    else {
      t.match(got.body, /^earshot proxy: \S.*\n$/, path)
      t.same([got.headers['content-encoding'], got.headers['x-app'], got.headers['content-length']],
        [undefined, undefined, String(Buffer.byteLength(got.body))])
    }
    const { responseHeader, note = '' } = await proxy.entry(path)
    t.match(responseHeader, status === 502 ? /^HTTP\/1\.1 (?:0$|502 Bad Gateway\r\n)/ : new RegExp(`^HTTP/1\\.[01] ${status}`), path)
    t.equal(note !== '', status === 502, `${path}: ${note}`)
  }
  for (const path of Object.keys(HEADS)) {
    for (const request of [`HEAD ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, `GET ${path} HTTP/1.0\r\n\r\n`]) {
      t.match(await tell(proxy.port, request), /^HTTP\/1\.1 \d{3} /, request)
    }
  }
  t.match(await tell(proxy.port, 'GET /echo HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 [^]*\r\n\r\nGET \/echo/)
  t.equal(proxy.child.exitCode, null)
})

t.test('if an answer breaks off before its body, the app gets a whole 502, and the entry has it', async t => {
  const proxy = await start(t)
  for (const [path, says] of [
    ['/ends', BROKEN_OFF], ['/bad-chunk', /is not valid HTTP \(HPE_/], ['/status-099', /is not valid HTTP \(ERR_/]
  ] as const) {
    const { status, body } = await keeping(t, proxy.url, path)
    t.match({ status, body }, { status: 502, body: says })
    t.match(await proxy.entry(path), { responseHeader: /^HTTP\/1\.1 502 Bad Gateway\r\n/, response: body, note: says })
  }
})

t.test('bytes after a whole answer, also after one to HEAD, do not concern the app', async t => {
  const proxy = await start(t)
  t.match(await keeping(t, proxy.url, '/more', 'HEAD'), { status: 200, headers: { 'content-length': '2' } })
  t.match(await proxy.entry('/more'), { responseHeader: /^HTTP\/1\.1 200 OK\r\n/, note: undefined })
})

t.test('an unrequested 101 gives a 502 that says so', async t => {
  const proxy = await start(t)
  const says = /failed: the target answered 101 Switching Protocols, which the app had not asked for/
  t.match(await keeping(t, proxy.url, '/switches'), { status: 502, body: says })
  t.match(await proxy.entry('/switches'), { responseHeader: 'HTTP/1.1 0', note: says })
})

t.test('trailers are forwarded in both directions', async t => {
  const proxy = await start(t)
  const request = httpRequest(`${proxy.url}/echo`, { method: 'POST', agent: false, headers: { trailer: 'X-Hash' } })
  request.write('body')
  request.addTrailers({ 'X-Hash': '1', 'X-Other': '2' })
  const [answer] = await once(request.end(), 'response') as [IncomingMessage]
  const body = await text(answer)
  t.match(body, /\r\ntrailer: X-Hash\r\n/i)
  t.match(body, /\r\n4\r\nbody\r\n0\r\nX-Hash: 1\r\nX-Other: 2\r\n\r\n$/)
  t.equal(answer.headers.trailer, 'X-Sum')
  t.same(answer.trailers, { 'x-sum': '7', 'x-more': 'b' })
})

t.test('no request of an app ends the proxy', async t => {
  const proxy = await start(t)
  const dead = 'http://127.0.0.1:9'
  for (const [request, status = '[24]..'] of [
    ['POST /a HTTP/1.1\r\nHost: a\r\nTrailer: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok', '200'],
    ['GET /a HTTP/1.1\r\nHost: a\r\nTrailer: x\r\nConnection: close\r\n\r\n', '200'],
    ['GET /a HTTP/1.1\r\nHost: a\r\nTrailer: x\r\nConnection: close,transfer-encoding\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '200'],
    ['GET /socket HTTP/1.1\r\nHost: a\r\nTrailer: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n', '200'],
    ['GET /caf\u00e9\u00ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['GET /a HTTP/1.1\r\nHost: [\r\nOrigin: http://[\r\nReferer: \u00ff\r\nCookie: \u00ff\r\nConnection: close\r\n\r\n', '200'],
    ['GET /a HTTP/1.1\r\nHost: a\r\n__proto__: 1\r\nconstructor: 1\r\nConnection: close, constructor\r\n\r\n', '200'],
    ['OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['OPTIONS /a HTTP/1.1\r\nHost: a\r\nOrigin: http://localhost\r\nAccess-Control-Request-Method: \xff\r\nConnection: close\r\n\r\n',
      '200'],
    ['GET  HTTP/1.1\r\n\r\n', '400'],
    ['POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', '[45]..'],
    [`GET ${dead}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, '404']
  ] as const) t.match(await tell(proxy.port, request), new RegExp(`^HTTP/1\\.1 ${status} `), request)
  const other = await start(t, [`/api=${target}`])
  for (let n = 0; n < 20; n++) {
    // The 404 meets a connection that is reset.
    const socket = connect(other.port, '127.0.0.1').on('error', () => {})
    socket.write('GET /socket HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n', () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  t.match(await keeping(t, other.url, '/api/old'), { status: 200, body: 'ok' })
  t.equal(proxy.child.exitCode, null)
})

t.test('a WebSocket that breaks at the target breaks for the app, without bytes of the proxy', async t => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' }).on('connection', (_client, { socket }) => {
    socket.once('data', () => socket.resetAndDestroy())
  })
  t.teardown(() => sockets.close())
  await once(sockets, 'listening')
  const { port } = sockets.address() as { port: number }
  const proxy = await start(t, [`http://127.0.0.1:${port}`])
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/socket`)
  const errors: Error[] = []
  socket.on('error', error => errors.push(error))
  await once(socket, 'open')
  socket.send('break')
  const [code] = await once(socket, 'close') as [number]
  t.same([code, errors], [1006, []])
  t.match(await proxy.entry('/socket'), { responseHeader: /^HTTP\/1\.1 101 /, note: /^closed; \d+ B received, \d+ B sent$/ })
})

t.test('the head of a stream of events reaches the app before the first event', async t => {
  const streams: ServerResponse[] = []
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    streams.push(response)
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const proxy = await start(t, [`http://127.0.0.1:${(server.address() as { port: number }).port}`])
  const [answer] = await once(httpRequest(`${proxy.url}/events`).end(), 'response') as [IncomingMessage]
  t.equal(answer.headers['content-type'], 'text/event-stream')
  streams[0]?.end('data: 1\n\n')
  t.equal(await text(answer), 'data: 1\n\n')
})

t.test('the body of a request is recorded even if the target cannot be reached', async t => {
  const proxy = await start(t, ['http://127.0.0.1:9'])
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const request = httpRequest(`${proxy.url}/orders`, { method: 'POST', agent, headers: { 'content-length': 11 } })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.write('hello')
  await until('it has begun', async () => (await proxy.entries()).length === 1)
  request.end(' world')
  const [answer] = await answered
  t.equal(answer.statusCode, 502)
  t.match(await text(answer), /cannot be reached/)
  t.match(await proxy.entry('/orders'), { request: 'hello world', responseHeader: 'HTTP/1.1 0', note: /ECONNREFUSED/ })
})

t.test('an app that is still sending gets the 502, too', async t => {
  const proxy = await start(t, ['http://127.0.0.1:9'])
  const socket = connect(proxy.port, '127.0.0.1')
  socket.write('POST /part HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\nConnection: close\r\n\r\nhello')
  t.match(await text(socket), /^HTTP\/1\.1 502 [^]* cannot be reached/)
  t.match(await proxy.entry('/part'), { request: 'hello', note: /ECONNREFUSED/ })
})
