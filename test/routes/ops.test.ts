import t from 'tap'
import { once } from 'node:events'
import { connect } from 'node:net'
import { call, newSession, pushed, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)

t.test('a replica with Redis is healthy and ready', async t => {
  const replica = await startReplica(t, redis)
  t.match(await call(replica, '/healthz'), { status: 200, body: { status: 'ok' } })
  t.match(await call(replica, '/readyz'), { status: 200, body: { status: 'ok' } })
})

t.test('a replica without Redis is healthy but not ready', async t => {
  const replica = await startReplica(t, redis)
  await replica.redis.close()
  t.match(await call(replica, '/healthz'), { status: 200 })
  const reply = await call(replica, '/readyz')
  t.match(reply, { status: 503, body: { error: /temporarily unavailable/ } })
  t.equal(reply.headers.get('retry-after'), '1')
})

t.test('a replica that is closing replies 503 to /readyz', async t => {
  const replica = await startReplica(t, redis)
  // Connects and sends half of its request before the close begins.
  const socket = connect(Number(new URL(replica.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n')
  await call(replica, '/healthz')
  const closed = replica.app.close()
  socket.write('\r\n')
  t.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 503 /)
  await closed
})

t.test('after a signal, a replica is not ready but serves new clients until DRAIN_DELAY has passed', async t => {
  const replica = await startReplica(t, redis, { DRAIN_DELAY: '3s' })
  const session = newSession()
  const early = await watch(t, replica, session)
  await early.next()
  const closed = replica.app.close()
  t.match(await call(replica, '/readyz'), { status: 503, body: { error: /shutting down/ } })
  t.match(await call(replica, '/healthz'), { status: 200 })
  const late = await watch(t, replica, session)
  t.match(await late.next(), { type: 'connected' })
  await pushed(replica, session, { requestId: 'late' })
  for (const viewer of [early, late]) {
    t.match(await viewer.next(), { type: 'entry-received', data: { requestId: 'late' } })
    t.equal(await viewer.closed, 1001)
  }
  await closed
})
