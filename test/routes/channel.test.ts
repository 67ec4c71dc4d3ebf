import t, { type Test } from 'tap'
import { request } from 'node:http'
import type { ChangeMessage, Connected } from '../../src/schema/event.js'
import { call, newSession, pushed, watch } from '../support/client.js'
import { matchEach } from '../support/match-each.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('ignores invalid messages on the WebSocket, and the channel stays open', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  for (const text of [
    '', 'hello', '{', '[]', '{"type":"subscribe","channel":"*"}', '{"type":{"toString":1}}', '{"__proto__":{"type":"ping"}}',
    'x'.repeat(4096)
  ]) {
    viewer.socket.send(text)
  }
  viewer.socket.send(Buffer.from('{"type":"ping"}'), { binary: true })
  viewer.socket.send('{"type":"ping"}')
  t.same(await viewer.next(), { type: 'pong' })
  const id = await pushed(replica, session, {})
  t.match(await viewer.next(), { type: 'entry-received', data: { id } })
})

t.test('a message over 4 KiB or with invalid UTF-8 closes only its own connection', async t => {
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

t.test('rejects an invalid session id before the upgrade', async t => {
  for (const query of ['', '?sessionId=short', '?sessionId=15-characters--&sessionId=15-characters--']) {
    const { status, text } = await upgrade(`/ws${query}`)
    t.equal(status, 400)
    t.match(JSON.parse(text), { error: /sessionId/ })
  }
})

t.test('rejects upgrades on other paths with 404, and plain requests on /ws with 400', async t => {
  t.equal((await upgrade('/nothing')).status, 404)
  t.match(await call(replica, '/ws?sessionId=15-characters--'), { status: 400, body: { error: /WebSocket/ } })
})

t.test('a viewer that resumes after a known rev gets the missed changes, then live ones', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const id = await pushed(replica, session, { requestId: 'a' })
  const { rev: since } = await viewer.next() as ChangeMessage
  viewer.socket.close()
  await viewer.closed
  await pushed(replica, session, { requestId: 'a', timeConsuming: 3 })
  await call(replica, `/capture/entries/${id}?sessionId=${session}`, { method: 'DELETE' })
  const other = await pushed(replica, session, { requestId: 'b' })

  const back = await watch(t, replica, session, since)
  t.match(await back.next(), { type: 'connected', data: 1, rev: since, resumed: true })
  const missed = await back.take(3) as ChangeMessage[]
  const deleted = { type: 'deleted', data: { id } }
  matchEach(t, missed, [deleted, deleted, { type: 'entry-received', data: { id: other } }],
    'the update of what is gone by now says so')
  t.same(missed.map(change => change.prev), [since, missed[0]!.rev, missed[1]!.rev])
  const last = await pushed(replica, session, { requestId: 'c' })
  t.match(await back.next(), { type: 'entry-received', data: { id: last }, prev: missed[2]!.rev })
  t.match(await (await watch(t, replica, session, (await watchedRev(t, session)))).next(), { resumed: true },
    'also if nothing was missed')
})

t.test('a viewer that resumes after an unknown rev gets resumed: false', async t => {
  const session = newSession()
  await pushed(replica, session, {})
  for (const since of ['', '1-0', 'nonsense', '0-0-0', '99999999999999999999999999-0']) {
    const viewer = await watch(t, replica, session, since)
    t.match(await viewer.next(), { type: 'connected', data: 1, resumed: false }, since)
    viewer.socket.terminate()
  }
  matchEach(t, await (await watch(t, replica, session, '0-0')).take(2), [{ resumed: true, rev: '0-0' }, { type: 'entry-received' }],
    'from the beginning, if that is known')
  const plain = await watch(t, replica, session)
  t.notOk('resumed' in await plain.next(), 'no such field without since')
  t.equal((await upgrade(`/ws?sessionId=${session}&since=1-0&since=2-0`)).status, 400)
  t.equal((await upgrade(`/ws?sessionId=${session}&since=${'1'.repeat(65)}`)).status, 400)
})

t.test('viewers stay connected and miss nothing when the subscription breaks', async t => {
  const session = newSession()
  const early = await watch(t, replica, session)
  await early.next()
  await redis.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await pushed(replica, session, { requestId: 'a' })
  t.match(await early.next(), { type: 'entry-received', data: { requestId: 'a' } })
})

t.test('without Redis, connected viewers stay, and new ones are closed with 1012', async t => {
  const alone = await startReplica(t, redis)
  const early = await watch(t, alone, newSession())
  await early.next()
  await alone.redis.close()
  const late = await watch(t, alone, newSession())
  t.equal(await late.closed, 1012)
  early.socket.send('{"type":"ping"}')
  t.same(await early.next(), { type: 'pong' })
})

t.test('a replica that closes ends its viewers with 1001', async t => {
  const closing = await startReplica(t, redis)
  const viewer = await watch(t, closing, newSession())
  await viewer.next()
  await closing.app.close()
  t.equal(await viewer.closed, 1001)
})

async function watchedRev (t: Test, session: string): Promise<string> {
  return (await (await watch(t, replica, session)).next() as Connected).rev
}

// Requests an upgrade; resolves with the HTTP answer if the upgrade is refused.
function upgrade (path: string): Promise<{ status: number, text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
    }
    request(replica.url + path, { headers, agent: false }, reply => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk: string) => { text += chunk })
        .on('end', () => resolve({ status: reply.statusCode!, text }))
    }).on('upgrade', () => reject(new Error('It was upgraded'))).on('error', reject).end()
  })
}
