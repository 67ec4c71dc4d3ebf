// The memory limit for bodies in flight, with a real replica and real sockets: which bodies are accepted, how others are rejected, and the
// share that is reserved for small ones.
import t from 'tap'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { call, list, newSession, push, PIXEL, upload } from '../../support/client.js'
import { scrape } from '../../support/metrics.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { until } from '../../support/until.js'

const redis = await startRedis(t)
// Of 2 MiB: 1.75 MiB for large bodies, and 0.25 MiB for small ones.
const replica = await startReplica(t, redis, { MAX_INFLIGHT_BYTES: '2mb', REDACT: 'default' })
const port = Number(new URL(replica.url).port)
const MEBIBYTE = 1024 ** 2
const FULL = { code: 'unavailable', message: 'The service is handling too much data at the moment; try again', data: '' }

/** Opens a connection, and sends the head of a push and the beginning of its body. */
async function begin (head: string, body = '{'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`POST /capture/raw-data?sessionId=${newSession()} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
    `${head}\r\n\r\n${body}`)
  return socket
}

/** Holds most of the share for large bodies, until the socket is closed. */
async function occupy (): Promise<Socket> {
  const socket = await begin(`Content-Length: ${1.7 * MEBIBYTE | 0}`)
  await until('a large body does not fit', async () => (await push(replica, newSession(), large())).status === 503)
  return socket
}

function large (response = 'x'.repeat(MEBIBYTE)) {
  return { api: '/large', method: 'GET', requestId: 'r', timeConsuming: 1, response }
}

t.test('a large body beyond the limit gets 503, and is stored when it is repeated after others have finished', async t => {
  const session = newSession()
  const held = await occupy()
  const refused = await push(replica, session, large())
  t.equal(refused.status, 503)
  t.same(refused.body, FULL)
  t.equal(refused.headers.get('retry-after'), '1')
  t.same(await list(replica, session), [])
  t.equal((await push(replica, session, { api: '/small', method: 'GET', response: 'x'.repeat(100_000) })).status, 200,
    'small bodies have their own share')
  held.destroy()
  await until('it is stored', async () => (await push(replica, session, large())).status === 200)
  t.ok((await scrape(replica)).samples['earshot_pushes_total{outcome="unavailable"}']! > 0)
})

t.test('a body beyond the limit is rejected before it is sent, with and without keep-alive', async t => {
  const held = await occupy()
  for (const connection of ['keep-alive', 'close']) {
    const socket = await begin(`Content-Length: ${MEBIBYTE}\r\nConnection: ${connection}`)
    const [answer] = await once(socket, 'data') as [string]
    t.match(answer, /^HTTP\/1\.1 503 .*retry-after: 1.*"code":"unavailable"/s, connection)
    // The service reads the rest, so that a client that sends everything first can read the reply.
    socket.write(' '.repeat(MEBIBYTE - 1))
    if (connection === 'close') await once(socket, 'end')
    else {
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
      t.match((await once(socket, 'data') as [string])[0], /^HTTP\/1\.1 200 /)
    }
    socket.destroy()
  }
  held.destroy()
})

t.test('a client that sends all of a body that is refused gets the reason, and can go on with its connection', async t => {
  const length = 9 * MEBIBYTE
  for (const [type, status] of [['application/json', 413], ['text/xml', 415]] as const) {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    t.teardown(() => socket.destroy())
    const ask = async (type: string, body: Buffer | string) => {
      socket.write(`POST /capture/raw-data?sessionId=${newSession()} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n`)
      const written = new Promise(resolve => socket.write(body, resolve))
      const [answer] = await once(socket, 'data') as [string]
      return [answer.slice(9, 12), await written]
    }
    t.same(await ask(type, Buffer.alloc(length, ' ')), [String(status), undefined], `${status}, and all was written`)
    t.same(await ask('application/json', '{"api":"/a","method":"GET"}'), ['200', undefined])
  }
})

t.test('a body without a length is counted as it arrives', async t => {
  const held = await occupy()
  const chunk = `${(200_000).toString(16)}\r\n${'x'.repeat(200_000)}\r\n`
  const socket = await begin('Transfer-Encoding: chunked', chunk)
  socket.write(chunk)
  t.match((await once(socket, 'data') as [string])[0], /^HTTP\/1\.1 503 .*"code":"unavailable"/s)
  held.destroy()
  const session = newSession()
  const text = JSON.stringify(large())
  const body = new Blob([text]).stream()
  await until('the room is there again', async () => (await push(replica, newSession(), large())).status === 200)
  t.equal((await call(replica, `/capture/raw-data?sessionId=${session}`,
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body, duplex: 'half' })).status, 200)
  t.equal((await list(replica, session))[0]!.response, large().response)
})

t.test('when memory is needed, a client that announced a large body but sends nothing is rejected', async t => {
  const silent = await occupy()
  const ended = once(silent, 'data')
  await until('another one is stored', async () => (await push(replica, newSession(), large())).status === 200)
  t.match((await ended as [string])[0], /^HTTP\/1\.1 503 .*The body arrived too slowly while other requests waited; try again/s)
  silent.destroy()
})

t.test('uploads count toward the limit, too', async t => {
  const held = await occupy()
  const picture = Buffer.concat([PIXEL, Buffer.alloc(MEBIBYTE)])
  const refused = await upload(replica, `?sessionId=${newSession()}`, picture)
  t.equal(refused.status, 503)
  t.same(refused.body, { error: FULL.message })
  t.equal((await upload(replica, `?sessionId=${newSession()}`, PIXEL)).status, 200, 'small uploads have their own share')
  held.destroy()
  await until('it is stored', async () => (await upload(replica, `?sessionId=${newSession()}`, picture)).status === 200)
})

t.test('stores a body larger than the whole budget if it is the only one', async t => {
  const session = newSession()
  const response = 'é中"\\'.repeat(500_000)
  const reply = await push(replica, session, large(response))
  t.equal(reply.status, 200)
  t.ok((await list(replica, session))[0]!.response === response, 'equal to the byte')
})

t.test('redacts secrets in large bodies as in small ones', async t => {
  const session = newSession()
  const request = (password: string) => JSON.stringify({ password, text: 'x'.repeat(MEBIBYTE) })
  await push(replica, session, large(request('s3cret')))
  t.ok((await list(replica, session))[0]!.response === request('[redacted]'))
  const form = `api=/a&method=GET&requestId=f&request=${encodeURIComponent(`pin=s3cret&x=${'1'.repeat(MEBIBYTE)}`)}`
  await push(replica, session, form, 'application/x-www-form-urlencoded')
  t.ok((await list(replica, session))[1]!.request === `pin=[redacted]&x=${'1'.repeat(MEBIBYTE)}`)
})

t.test('an invalid large body gets the same error as a small one', async t => {
  const session = newSession()
  const cases: [string, string, string?][] = [
    ['The body is not valid JSON', `{"api":${'['.repeat(400_000)}`],
    ['The body must be an object with the fields of an entry', `[${'1,'.repeat(200_000)}1]`],
    ['method is required and must be a registered HTTP method', JSON.stringify({ ...large('x'.repeat(400_000)), method: 1 })],
    ['This form looks like JSON: send it with content-type: application/json', JSON.stringify(large()), 'application/x-www-form-urlencoded']
  ]
  for (const [message, body, type] of cases) {
    const reply = await push(replica, session, body, type)
    t.equal(reply.status, 400)
    t.same(reply.body, { code: 'bad_request', message, data: '' })
  }
  t.same(await list(replica, session), [])
})
