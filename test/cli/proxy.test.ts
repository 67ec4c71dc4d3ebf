// earshot proxy, as built in this checkout, between an app and an API of this test: what it forwards, and what a real service records.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { createServer, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { until } from '../support/until.js'
import { BUILT, Earshot } from './earshot.js'
import { openApi } from './proxy-api.js'
import { ask, startProxy } from './proxy-app.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
const api = await openApi(t)
const start = (t: Test, given = [api.url]) => startProxy(t, earshot, replica, given)

t.test('records a request when it starts and when it ends, with the address of the API', async t => {
  const proxy = await start(t)
  const answered = ask(proxy.url, '/held?q=1',
    { method: 'POST', headers: { 'content-type': 'application/json', 'X-Order': 'a' }, body: '{"item":7}' })
  const { release } = await api.held()
  await until('it is pending', async () => (await proxy.entries())[0]?.timeConsuming === 0)
  const [pending] = await proxy.entries()
  t.match(pending, {
    method: 'POST',
    api: `${api.url}/held?q=1`,
    requestHeader: new RegExp(`^POST /held\\?q=1 HTTP/1\\.1\r\n[^]*\r\nHost: ${new URL(api.url).host}\r\n`)
  })
  release()
  t.match(await answered, { status: 201, headers: { 'x-seen-host': new URL(api.url).host } })
  t.match(await proxy.entry('/held'), {
    request: '{"item":7}',
    response: '{"held":true}',
    requestHeader: /\r\nX-Order: a\r\n/,
    responseHeader: /^HTTP\/1\.1 201 Created\r\n/,
    id: pending!.id
  })
})

t.test('records bodies in readable form, long ones in part, and forwards all of them unchanged', async t => {
  const proxy = await start(t)
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n))
  t.same((await ask(proxy.url, '/echo', { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: bytes })).body,
    bytes)
  t.match(await proxy.entry('/echo'), {
    request: `data:application/octet-stream;base64,${bytes.toString('base64')}`,
    response: `data:application/octet-stream;base64,${bytes.toString('base64')}`
  })
  const zipped = await ask(proxy.url, '/gzip', { headers: { 'accept-encoding': 'gzip' } })
  t.equal(zipped.headers['content-encoding'], 'gzip')
  t.same([...zipped.body.subarray(0, 2)], [0x1f, 0x8b], 'forwarded unchanged')
  t.equal((await proxy.entry('/gzip')).response, '{"zipped":true}')
  const long = Buffer.alloc(3_000_000, 'a')
  t.ok((await ask(proxy.url, '/echo-long', { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: long })).body.equals(long))
  const entry = await proxy.entry('/echo-long')
  t.equal(Buffer.byteLength(entry.request), 1024 * 1024)
  t.equal(Buffer.byteLength(entry.response), 1024 * 1024)
  t.match(entry.note, /request cut: 1 MB of 3 MB kept; response cut: 1 MB of 3 MB kept/)
})

t.test('forwards a body without a length, and drops the HTTP/2 upgrade of Java clients', async t => {
  const proxy = await start(t)
  const chunked = httpRequest(`${proxy.url}/echo`, { method: 'POST', agent: false })
  chunked.write('one ')
  chunked.end('two')
  const [answer] = await once(chunked, 'response') as [IncomingMessage]
  t.equal(await text(answer), 'one two')
  const offer = {
    connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAA', 'content-type': 'text/plain'
  }
  const offered = await ask(proxy.url, '/echo-java', { method: 'POST', headers: offer, body: 'a body' })
  t.match(offered, { status: 200, body: Buffer.from('a body') })
  t.notOk(offered.headers['x-seen-upgrade'])
  t.equal((await proxy.entry('/echo-java')).request, 'a body')
})

t.test('forwards events as they are sent, and the entry is pending until the stream ends', async t => {
  const proxy = await start(t)
  const request = httpRequest(`${proxy.url}/events`, { agent: false }).end()
  const [answer] = await once(request, 'response') as [IncomingMessage]
  t.equal(String((await once(answer, 'data'))[0]), 'data: 1\n\n', 'the stream has not ended')
  await until('it is pending', async () => (await proxy.entries())[0]?.timeConsuming === 0)
  const { release } = await api.held()
  release()
  t.equal(await text(answer), 'data: 2\n\n')
  t.equal((await proxy.entry('/events')).response, 'data: 1\n\ndata: 2\n\n')
})

t.test('forwards a WebSocket in both directions, as one entry that is pending until it closes', async t => {
  const proxy = await start(t)
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/socket`, ['chat'], { headers: { origin: proxy.url } })
  await once(socket, 'open')
  t.equal(socket.protocol, 'chat')
  socket.send('hello')
  t.equal(String((await once(socket, 'message'))[0]), `hello from ${new URL(api.url).origin}`)
  await until('it is pending', async () => (await proxy.entries())[0]?.timeConsuming === 0)
  socket.close(4001, 'done')
  const [code, reason] = await once(socket, 'close') as [number, Buffer]
  t.same([code, String(reason)], [4001, 'done'])
  t.match(await proxy.entry('/socket'), {
    via: 'websocket',
    api: `${api.url.replace('http', 'ws')}/socket`,
    responseHeader: /^HTTP\/1\.1 101 /,
    note: /^closed; \d+ B received, \d+ B sent$/
  })
})

t.test('a rejected WebSocket, or one with an unreachable target, gets an HTTP error', async t => {
  const proxy = await start(t, [api.url, '/dead=http://127.0.0.1:9'])
  const refused = new WebSocket(`ws://127.0.0.1:${proxy.port}/refuse`)
  const [, answer] = await once(refused, 'unexpected-response') as [ClientRequest, IncomingMessage]
  t.equal(answer.statusCode, 403)
  refused.on('error', () => {}).terminate()
  t.match(await proxy.entry('/refuse'), { responseHeader: /^HTTP\/1\.1 403 /, response: 'no sockets here' })
  const dead = new WebSocket(`ws://127.0.0.1:${proxy.port}/dead/socket`)
  const [, gone] = await once(dead, 'unexpected-response') as [ClientRequest, IncomingMessage]
  t.equal(gone.statusCode, 502)
  t.match(await text(gone), /127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/)
  dead.on('error', () => {}).terminate()
  t.match(await proxy.entry('/socket'), { responseHeader: 'HTTP/1.1 0', note: /cannot be reached/ })
})

t.test('rewrites redirects and cookies to the proxy, and Origin and Referer to the API', async t => {
  const proxy = await start(t, ['/api=' + api.url + '/v2', api.url])
  const { status, headers } = await ask(proxy.url, '/api/login',
    { headers: { origin: proxy.url, referer: `${proxy.url}/api/start?x`, cookie: 'a=1; earshot-__Host-id=7' } })
  t.match({ status, location: headers.location }, { status: 302, location: `${proxy.url}/api/welcome?to=1#top` })
  t.same(headers['set-cookie'], ['id=1; Path=/api/cart; HttpOnly', 'earshot-__Host-sid=2; Path=/; HttpOnly; SameSite=Lax'])
  const { requestHeader } = await proxy.entry('/v2/login')
  t.match(requestHeader, new RegExp(`\r\nOrigin: ${api.url}\r\nReferer: ${api.url}/v2/start\\?x\r\nCookie: \\[masked\\]\r\n`, 'i'))
  const from = async (location: string) => (await ask(proxy.url, `/api/redirect?to=${encodeURIComponent(location)}`)).headers.location
  t.equal(await from('/v2/here'), '/api/here')
  t.equal(await from('/elsewhere'), '/elsewhere', 'through the other target')
  t.equal(await from('next?a=b'), 'next?a=b')
  t.equal(await from('https://other.example/v2/x'), 'https://other.example/v2/x')
})

t.test('adds CORS headers for local pages and --allow-origin; other pages depend on the API', async t => {
  const proxy = await start(t, [api.url, '--allow-origin', 'https://App.example:443/', '--allow-origin', 'my-app://home/'])
  const asked = async (origin: string, path = '/plain') => (await ask(proxy.url, path, { headers: { origin } })).headers
  t.match(await asked('http://localhost:5173'), {
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
    'access-control-expose-headers': /x-seen-host/
  })
  t.match(await asked('https://app.example'), { 'access-control-allow-origin': 'https://app.example' })
  t.match(await asked('my-app://home'), { 'access-control-allow-origin': 'my-app://home' })
  t.equal((await asked('https://evil.example'))['access-control-allow-origin'], undefined)
  t.equal((await asked('https://evil.example', '/open'))['access-control-allow-origin'], '*')
  const preflight = (origin: string) => ask(proxy.url, '/plain', {
    method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-order,content-type' }
  })
  t.match(await preflight('http://localhost:5173'),
    { status: 200, headers: { 'access-control-allow-methods': 'PUT', 'access-control-allow-headers': 'x-order,content-type' } })
  t.match(await preflight('https://evil.example'), { status: 405 })
  const failed = await start(t, ['http://127.0.0.1:9'])
  t.match((await ask(failed.url, '/', { headers: { origin: 'http://localhost:5173' } })),
    { status: 502, headers: { 'access-control-allow-origin': 'http://localhost:5173' } })
})

t.test('several targets are chosen by prefix, and an unmatched path gets 404 with the prefixes', async t => {
  const other = await openApi(t)
  const proxy = await start(t, [`/api=${api.url}`, `/api/auth=${other.url}/oauth`])
  t.equal((await ask(proxy.url, '/api/plain')).headers['x-seen-host'], new URL(api.url).host)
  t.match((await ask(proxy.url, '/api/auth/token')).headers, { 'x-seen-host': new URL(other.url).host, 'x-seen-url': '/oauth/token' })
  t.match(await ask(proxy.url, '/apis'), { status: 404, body: /No target matches \/apis; the prefixes are \/api\/auth, \/api/ })
  const socket = connect(proxy.port, '127.0.0.1').end(`GET ${api.url}/plain HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  t.match(await text(socket), /^HTTP\/1\.1 404 [^]*This is a reverse proxy, not a forward proxy, [^]* set the proxy's URL as the base URL of/)
})

t.test('a target can be an IPv6 address', { skip: !Object.values(networkInterfaces()).flat().some(it => it?.address === '::1') }, async t => {
  const server = createServer((request, response) => { response.end(request.headers.host) }).listen(0, '::1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const host = `[::1]:${(server.address() as AddressInfo).port}`
  const proxy = await start(t, [`http://${host}`])
  t.match(await ask(proxy.url, '/six'), { status: 200, body: Buffer.from(host) })
  t.match(await proxy.entry('/six'), { api: `http://${host}/six`, response: host })
})
