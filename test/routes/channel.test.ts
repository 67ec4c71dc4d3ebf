import t from 'tap'
import { newSession, pushed, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('a viewer hears of a push', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  t.match(await viewer.next(), { type: 'connected', data: 0, rev: '0-0' })
  const id = await pushed(replica, session, { requestId: 'r' })
  t.match(await viewer.next(), { type: 'entry-received', data: { id, requestId: 'r' }, prev: '0-0' })
})
