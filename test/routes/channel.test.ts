import t from 'tap'
import { request } from 'node:http'
import { call, newSession, pushed, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('garbage on the WebSocket is ignored, and the channel goes on', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  for (const text of ['', 'hello', '{', '[]', '{"type":"subscribe","channel":"*"}', '{"type":{"toString":1}}', '{"__proto__":{"type":"ping"}}', 'x'.repeat(4096)]) viewer.socket.send(text)
  viewer.socket.send(Buffer.from('{"type":"ping"}'), { binary: true })
  viewer.socket.send('{"type":"ping"}')
  t.same(await viewer.next(), { type: 'pong' })
  const id = await pushed(replica, session, {})
  t.match(await viewer.next(), { type: 'entry-received', data: { id } })
})

t.test('a message over 4 KiB, or one that is no UTF-8, closes that connection and no other', async t => {
  const session = newSession()
  const [large, broken, other] = [await watch(t, replica, session), await watch(t, replica, session), await watch(t, replica, session)]
  for (const viewer of [large, broken, other]) await viewer.next()
  large.socket.send('x'.repeat(4097))
  t.equal(await large.closed, 1009)
  broken.socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
  t.equal(await broken.closed, 1007)
  await pushed(replica, session, {})
  t.match(await other.next(), { type: 'entry-received' })
})

t.test('a session id that is wrong is refused before the upgrade', async t => {
  for (const query of ['', '?sessionId=short', '?sessionId=15-characters--&sessionId=15-characters--']) {
    const { status, text } = await upgrade(`/ws${query}`)
    t.equal(status, 400)
    t.match(JSON.parse(text), { error: /sessionId/ })
  }
})

t.test('a WebSocket on another path is refused, a plain request on this one told so', async t => {
  t.equal((await upgrade('/nothing')).status, 404)
  t.match(await call(replica, '/ws?sessionId=15-characters--'), { status: 400, body: { error: /WebSocket/ } })
})

t.test('viewers of a Redis that is away are told to come back', async t => {
  const session = newSession()
  const early = await watch(t, replica, session)
  await early.next()
  const back = new Promise(resolve => replica.redis.subscriber.once('ready', resolve))
  replica.redis.subscriber.disconnect(true)
  t.equal(await early.closed, 1012)
  const late = await watch(t, replica, session)
  t.equal(await late.closed, 1012)
  await back
  const latest = await watch(t, replica, session)
  t.match(await latest.next(), { type: 'connected' })
})

t.test('a replica that closes says so to its viewers', async t => {
  const closing = await startReplica(t, redis)
  const viewer = await watch(t, closing, newSession())
  await viewer.next()
  await closing.app.close()
  t.equal(await viewer.closed, 1001)
})

// An upgrade as it goes over the wire, with the answer where there is one instead of a socket.
function upgrade (path: string): Promise<{ status: number, text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
    request(replica.url + path, { headers, agent: false }, reply => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => { text += chunk }).on('end', () => resolve({ status: reply.statusCode!, text }))
    }).on('upgrade', () => reject(new Error('It was upgraded'))).on('error', reject).end()
  })
}
