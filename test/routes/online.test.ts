// Whether anyone watches a session, and how many viewers it has.
import t from 'tap'
import { call, newSession, watch } from '../support/client.js'
import { until } from '../support/until.js'
import { startRedis } from '../support/redis.js'
import { startProcess, startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('online tells whether a viewer is connected', async t => {
  const session = newSession()
  const online = async () => (await call(replica, `/capture/online?sessionId=${session}`)).body
  t.same(await online(), { online: false })
  const viewer = await watch(t, replica, session)
  await viewer.next()
  t.same(await online(), { online: true })
  viewer.socket.close()
  await viewer.closed
  while ((await online() as { online: boolean }).online) { /* the server notices it a moment later */ }
  t.same(await online(), { online: false })
})

t.test('counts the viewers of all replicas, without those of a killed replica', async t => {
  const session = newSession()
  const there = await startProcess(t, { REDIS_URL: redis.url })
  const viewers = async () => (await call(replica, `/capture/viewers?sessionId=${session}`)).body
  t.same(await viewers(), { viewers: 0 })
  const join = async (to: { url: string }, count: number) => await Promise.all(Array.from({ length: count }, () => watch(t, to, session)))
  const here = await join(replica, 7)
  await join(there, 4)
  await until('eleven', async () => (await viewers() as { viewers: number }).viewers === 11)
  t.same((await call(replica, `/capture/viewers?sessionId=${newSession()}`)).body, { viewers: 0 }, 'viewers of another session')
  for (const { socket } of here.slice(0, 3)) socket.terminate()
  await until('eight', async () => (await viewers() as { viewers: number }).viewers === 8)
  there.child.kill('SIGKILL')
  await until('four', async () => (await viewers() as { viewers: number }).viewers === 4)
  for (const { socket } of here) socket.terminate()
  await until('none', async () => (await viewers() as { viewers: number }).viewers === 0)
  await until('nothing is left subscribed', async () =>
    (await redis.client.call('PUBSUB', 'SHARDCHANNELS', `*${session}*`) as string[]).length === 0)
})
