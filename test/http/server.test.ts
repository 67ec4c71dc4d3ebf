// Properties of every request and every reply, on any route.
import t from 'tap'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { call, list, newSession, pushed, uploaded, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startProcess, startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('every reply has restrictive security headers, including errors', async t => {
  const session = newSession()
  for (const path of [`/capture/entries?sessionId=${session}`, '/capture/entries', '/nowhere', '/healthz', '/%']) {
    const { headers } = await call(replica, path)
    t.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'", path)
    t.equal(headers.get('x-content-type-options'), 'nosniff')
    t.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    t.match(headers.get('x-request-id'), /./)
  }
})

t.test('replies repeat a valid x-request-id, and get a new one otherwise', async t => {
  const idOf = async (given?: string) =>
    (await call(replica, '/healthz', given === undefined ? {} : { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  t.equal(await idOf('lb-1:a/b+c=.z'), 'lb-1:a/b+c=.z')
  for (const unfit of [undefined, '', 'a b', '<script>', 'x'.repeat(129)]) t.match(await idOf(unfit), /^[0-9a-f-]{36}$/)
  t.not(await idOf(), await idOf())
})

t.test('the log has the request id, but never a token, a header or a body', async t => {
  const service = await startProcess(t, { REDIS_URL: redis.url, LOG_LEVEL: 'trace', PUSH_TOKENS: 'tok-secret', VIEW_TOKENS: 'see-secret' })
  const headers = {
    'x-request-id': 'from-the-proxy', authorization: 'Bearer wrong-secret', cookie: 'a=cookie-secret', 'content-type': 'application/json'
  }
  const body = '{"api":"/body-secret","method":"GET"}'
  for (const token of ['tok-secret', 'other-secret']) {
    for (const init of [
      { method: 'POST', headers, body }, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` }, body }
    ]) {
      await call(service, `/capture/raw-data?sessionId=${newSession()}&token=${token}`, init)
    }
  }
  const viewer = await watch(t, service, newSession(), undefined, 'see-secret')
  await viewer.next()
  const ended = once(service.child, 'close')
  service.child.kill('SIGTERM')
  await ended
  const lines = service.printed().trim().split('\n').map(line => JSON.parse(line) as Record<string, unknown>)
  t.ok(lines.filter(({ reqId, code, msg }) => reqId === 'from-the-proxy' && code === 'unauthorized' && msg === 'refused').length >= 2)
  t.notMatch(service.printed(), /secret/)
})

t.test('slow requests get 408 and are disconnected, but connected viewers are not', async t => {
  const slow = await startReplica(t, redis)
  t.match(slow.app.server, { headersTimeout: 10_000, requestTimeout: 120_000, timeout: 120_000, maxConnections: 20_000 })
  slow.app.server.headersTimeout = 1
  slow.app.server.requestTimeout = 2
  const port = Number(new URL(slow.url).port)
  const session = newSession()
  const viewer = await watch(t, slow, session)
  await viewer.next()
  for (const start of [
    'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ',
    `POST /capture/raw-data?sessionId=${newSession()} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n{`
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.write(start)
    t.match(await text(socket), /^HTTP\/1\.1 408 .*\{"error":"The request took too long to arrive"\}$/s)
  }
  await pushed(replica, session, { requestId: 'a' })
  t.match(await viewer.next(), { type: 'entry-received', data: { requestId: 'a' } }, 'the viewer connected before those requests')
})

t.test('headers beyond the limit get 431', async t => {
  const { status, body } = await call(replica, '/healthz', { headers: { 'x-large': 'x'.repeat(17_000) } })
  t.equal(status, 431)
  t.match(body, { error: /too long/ })
})

t.test('with BASE_PATH every route works for proxies that keep the prefix, and for those that remove it', async t => {
  const mounted = await startReplica(t, redis, { BASE_PATH: '/tools/earshot/' })
  const session = newSession()
  const below = { url: `${mounted.url}/tools/earshot` }
  const viewer = await watch(t, below, session)
  const other = await watch(t, mounted, session)
  for (const one of [viewer, other]) await one.next()
  await pushed(below, session, { requestId: 'a' })
  for (const one of [viewer, other]) t.match(await one.next(), { type: 'entry-received', data: { requestId: 'a' } })
  for (const { url } of [below, mounted]) {
    t.same((await list({ url }, session)).map(({ requestId }) => requestId), ['a'])
    t.match(await call({ url }, '/healthz'), { status: 200 })
  }
  for (const path of ['/tools', '/tools/earshotX/healthz', '/tools/earshot/tools/earshot/healthz']) {
    t.match(await call(mounted, path), { status: 404 }, path)
  }
})

t.test('the URL of a screenshot is valid with BASE_PATH', async t => {
  const mounted = await startReplica(t, redis, { BASE_PATH: '/earshot' })
  const session = newSession()
  const viewer = await watch(t, mounted, session)
  await viewer.next()
  const { url } = await uploaded({ url: `${mounted.url}/earshot` }, session)
  t.match(url, /^\/earshot\/capture\/screenshots\//)
  t.match(await viewer.next(), { type: 'screenshot-received', data: { url } })
  const { body } = await call(mounted, `/earshot/capture/screenshots?sessionId=${session}`)
  t.same((body as { url: string }[]).map(shot => shot.url), [url])
  t.match(await call(mounted, url), { status: 200 })
})
t.test('unknown paths get 404, and malformed ones 400', async t => {
  for (const path of ['/capture', '/capture/raw-data', '/nothing?sessionId=15-characters--']) {
    t.match(await call(replica, path), { status: 404, body: { error: 'Not found' } }, path)
  }
  t.match(await call(replica, '/capture/entries/%zz?sessionId=15-characters--'), { status: 400, body: { error: String } })
})
