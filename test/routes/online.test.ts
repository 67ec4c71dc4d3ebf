import t from 'tap'
import { call, newSession, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('online is whether a viewer is connected', async t => {
  const session = newSession()
  const online = async () => (await call(replica, `/capture/online?sessionId=${session}`)).body
  t.same(await online(), { online: false })
  const viewer = await watch(t, replica, session)
  await viewer.next()
  t.same(await online(), { online: true })
  viewer.socket.close()
  await viewer.closed
  while ((await online() as { online: boolean }).online) { /* the server has it a moment later */ }
  t.same(await online(), { online: false })
})
