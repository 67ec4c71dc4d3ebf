// Connections with upgrades, malformed requests, and other unusual input.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { list, newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

/** Sends raw text, and returns everything that is received until the connection ends. */
async function say (raw: string): Promise<{ status: number, body: string, all: string }> {
  const socket = connect(Number(new URL(replica.url).port), '127.0.0.1')
  socket.write(raw)
  const all = await text(socket)
  return { status: Number(all.split(' ')[1]), body: all.slice(all.lastIndexOf('\r\n\r\n') + 4), all }
}

const H2C = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n'

t.test('ignores an upgrade to another protocol, and answers the request', async t => {
  const session = newSession()
  const form = 'api=/a&method=GET&requestId=h2c'
  const offered = `POST /capture/raw-data?sessionId=${session} HTTP/1.1\r\nHost: a\r\n${H2C.replace(', close', '')}` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`
  const plain = `GET /capture/online?sessionId=${session} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
  const { all } = await say(offered + plain)
  t.match(all, /^HTTP\/1\.1 200 .*"code":"0".*HTTP\/1\.1 200 .*\{"online":false\}$/s, 'also the next request on the same connection')
  t.same((await list(replica, session)).map(({ requestId }) => requestId), ['h2c'])
})

t.test('answers several requests with upgrades in one packet in order, with other requests in between', async t => {
  const offer = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${H2C.replace(', close', '')}\r\n`
  const { all } = await say(offer('/healthz') + offer('/1') + 'GET /2 HTTP/1.1\r\nHost: a\r\n\r\n' + offer('/healthz') +
    'GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.same([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status), ['200', '404', '404', '200', '404'])
})

t.test('a WebSocket handshake on another path gets the ordinary reply', async t => {
  const handshake =
    'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  const session = newSession()
  const { all } = await say(`GET /capture/entries?sessionId=${session} HTTP/1.1\r\n${handshake}\r\n` +
    'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.match(all, /^HTTP\/1\.1 200 .*\[\].*HTTP\/1\.1 404 /s)
})

t.test('answers a preflight that looks like a handshake, and keeps the connection open', async t => {
  const { all } = await say('OPTIONS /ws HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n' +
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n' +
    'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.match(all, /^HTTP\/1\.1 204 .*HTTP\/1\.1 404 /s)
})

t.test('rejects an incomplete handshake with a JSON error', async t => {
  const { status, body } =
    await say(`GET /ws?sessionId=${newSession()} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  t.equal(status, 400)
  t.match(JSON.parse(body), { error: /^This is not a valid WebSocket handshake: .*Sec-WebSocket-Key/ })
})

t.test('rejects invalid HTTP with a JSON error', async t => {
  const long = 'x'.repeat(20_000)
  for (const [raw, status] of [
    ['hello\r\n\r\n', 400], ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400], ['BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [`GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`, 431], [`GET / HTTP/1.1\r\nHost: a\r\nX: ${long}\r\n\r\n`, 431]
  ] as const) {
    const answer = await say(raw)
    t.equal(answer.status, status, raw.slice(0, 30))
    t.match(JSON.parse(answer.body), { error: /^(This is not valid HTTP|The headers, or the URL, are too long)$/ })
  }
})

t.test('a rejected client gets the reason, and is disconnected soon, even if it never closes its side', async t => {
  const slow = await startReplica(t, redis)
  slow.app.server.headersTimeout = 1
  const refused = [
    'hello\r\n\r\n',
    `GET /ws?sessionId=${newSession()} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '
  ]
  const answers = await Promise.all(refused.map(async words => {
    const socket = connect({ port: Number(new URL(slow.url).port), host: '127.0.0.1', allowHalfOpen: true })
    t.teardown(() => socket.destroy())
    socket.write(words)
    const answer = await text(socket.iterator({ destroyOnReturn: false }))
    sendOn(t, socket)
    return Number(answer.split(' ')[1])
  }))
  t.same(answers, [400, 400, 408])
  await until('nobody is connected', async () => await connections(slow.app.server) === 0)
})

t.test('a path that cannot be decoded gets 400, without its query in the message', async t => {
  const { status, body } =
    await say('GET /capture/entries/%zz?sessionId=15-characters--&token=secret HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.equal(status, 400)
  t.same(JSON.parse(body), { error: 'The path of the URL is not valid' })
})

t.test('an id of any length gives 404', async t => {
  const { status, body } =
    await say(`DELETE /capture/entries/${'1'.repeat(900)}?sessionId=15-characters-- HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  t.equal(status, 404)
  t.same(JSON.parse(body), { error: 'Not found' })
})

/** Sends more text from time to time, until the test ends. */
function sendOn (t: Test, socket: Socket): void {
  const timer = setInterval(() => { socket.write('GET ') }, 100)
  t.teardown(() => clearInterval(timer))
  socket.on('error', () => {})
}

function connections (server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))()
}

t.test('an upgrade pipelined after a long reply does not break it, nor does a client that disconnects', async t => {
  const session = newSession()
  for (let n = 0; n < 8; n++) await pushed(replica, session, { response: 'x'.repeat(1_000_000) })
  const both = `GET /capture/entries?sessionId=${session} HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n${H2C}\r\n`
  const rude = connect(Number(new URL(replica.url).port), '127.0.0.1')
  rude.write(both)
  await once(rude, 'data') // the list is being sent
  rude.resetAndDestroy()
  const { all } = await say(both + 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.equal(all.split('"method"').length - 1, 8)
  t.match(all.slice(-200), /\{"status":"ok"\}$/)
})
