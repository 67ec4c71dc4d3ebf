import t from 'tap'
import { createServer } from 'node:net'
import { checkServer, openRedis } from '../../src/store/redis.js'
import { startRedis } from '../support/redis.js'

const nothing = () => {}

t.test('a Redis that would evict keys is refused', async t => {
  const redis = await startRedis(t, ['--maxmemory-policy', 'allkeys-lru'])
  await t.rejects(openRedis(redis.address, nothing), { message: /set maxmemory-policy to noeviction; it is allkeys-lru/ })
})

t.test('a Redis older than 7.0 is refused', async t => {
  const redis = await startRedis(t)
  const info = await redis.client.info()
  t.doesNotThrow(() => checkServer(info))
  t.throws(() => checkServer(info.replace(/redis_version:.*/, 'redis_version:6.2.14')), { message: 'Redis 7.0 or later is needed; this one is 6.2.14' })
  t.throws(() => checkServer('# Server'), { message: /unknown version/ })
})

t.test('a Redis that cannot be reached is an error with the reason, once patience is used up', async t => {
  await t.rejects(openRedis('redis://127.0.0.1:1', nothing, 300), { message: /^Redis cannot be reached: connect ECONNREFUSED/ })
})

t.test('a server that accepts and says nothing is an error, too', async t => {
  const sockets = new Set<{ destroy(): void }>()
  const mute = createServer(socket => sockets.add(socket)).listen(0, '127.0.0.1')
  t.teardown(() => { mute.close(); for (const socket of sockets) socket.destroy() })
  await new Promise(resolve => mute.once('listening', resolve))
  const { port } = mute.address() as { port: number }
  await t.rejects(openRedis(`redis://127.0.0.1:${port}`, nothing, 300), { message: 'Redis cannot be reached: no answer' })
})

t.test('a wrong password is told, the password is not', async t => {
  const redis = await startRedis(t, ['--requirepass', 'secret-one'])
  const address = `${redis.address}?password=secret-two`
  const error = await openRedis(address, nothing, 500).catch((error: Error) => error)
  t.match(error, { message: /WRONGPASS/ })
  t.notMatch((error as Error).message, /secret/)
})
