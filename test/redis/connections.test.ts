import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { openRedis } from '../../src/redis/connections.js'
import { checkServer } from '../../src/redis/first-reply.js'
import { startCluster } from '../support/cluster.js'
import { startRelay } from '../support/relay.js'
import { startRedis, temporaryFolder } from '../support/redis.js'
import { CONF, freePorts, startServer, type Server } from '../support/server.js'

const nothing = () => {}

t.test('refuses a Redis with an eviction policy', async t => {
  const redis = await startRedis(t, ['--maxmemory-policy', 'allkeys-lru'])
  await t.rejects(openRedis(redis.address, nothing), { message: /set maxmemory-policy to noeviction; it is allkeys-lru/ })
})

t.test('refuses a Redis older than 7.0', async t => {
  const redis = await startRedis(t)
  const info = await redis.client.info()
  t.doesNotThrow(() => checkServer(info))
  t.throws(() => checkServer(info.replace(/redis_version:.*/, 'redis_version:6.2.14')),
    { message: 'Redis 7.0 or later is needed; this one is 6.2.14' })
  t.throws(() => checkServer('# Server'), { message: /unknown version/ })
})

t.test('rejects with the reason if Redis cannot be reached in time', async t => {
  await t.rejects(openRedis({ kind: 'single', url: 'redis://127.0.0.1:1' }, nothing, { timeoutMs: 300 }),
    { message: /^Redis cannot be reached: connect ECONNREFUSED/ })
})

t.test('also rejects if a server accepts connections but never answers', async t => {
  const sockets = new Set<{ destroy(): void }>()
  const mute = createServer(socket => sockets.add(socket)).listen(0, '127.0.0.1')
  t.teardown(() => { mute.close(); for (const socket of sockets) socket.destroy() })
  await new Promise(resolve => mute.once('listening', resolve))
  const { port } = mute.address() as { port: number }
  await t.rejects(openRedis({ kind: 'single', url: `redis://127.0.0.1:${port}` }, nothing, { timeoutMs: 300 }),
    { message: 'Redis cannot be reached: no answer' })
})

t.test('reconnects if the connection breaks at any step of the start', async t => {
  const server = await startServerHere(t)
  const written = t.capture(console, 'error')
  // A start sends the handshake, the INFO of ioredis, and the INFO of the service.
  for (const step of [1, 2, 3]) {
    let resets = 0
    const port = await startRelay(t, server.port, async (_words, number) => number !== step || ++resets > 2)
    const redis = await openRedis({ kind: 'single', url: `redis://127.0.0.1:${port}` }, nothing)
    t.equal(resets, 3, `reset twice at step ${step}`)
    t.equal(await redis.ping(), 'PONG')
    await redis.close()
  }
  t.same(written(), [], 'nothing is written to the console instead of the log')
})

t.test('reports a silent Redis once, without its password, and uses it as soon as it answers', async t => {
  const server = await startServerHere(t, '--user', 'earshot', 'on', '>p@ss', '~*', '&*', '+@all')
  server.pause()
  const told: string[] = []
  const url = `redis://earshot:p%40ss@127.0.0.1:${server.port}/0`
  const redis = await openRedis({ kind: 'single', url }, nothing, { onSilence: line => { told.push(line); server.resume() } })
  t.same(told, [`Redis at 127.0.0.1:${server.port} does not answer, trying again`])
  await redis.close()
})

t.test('reports a wrong password without repeating it', async t => {
  const redis = await startRedis(t, ['--requirepass', 'secret-one'])
  const address = { kind: 'single', url: `${redis.url}?password=secret-two` } as const
  const error = await openRedis(address, nothing, { timeoutMs: 500 }).catch((error: Error) => error)
  t.match(error, { message: /WRONGPASS/ })
  t.notMatch((error as Error).message, /secret/)
})

t.test('rejects with the reason if a Cluster or Sentinels cannot be reached', async t => {
  await t.rejects(openRedis({ kind: 'cluster', nodes: ['127.0.0.1:1', '127.0.0.1:2'] }, nothing, { timeoutMs: 500 }),
    { message: 'Redis cannot be reached: connect ECONNREFUSED 127.0.0.1:1' })
  await t.rejects(openRedis({ kind: 'sentinel', sentinels: ['127.0.0.1:1'], name: 'mymaster' }, nothing, { timeoutMs: 500 }),
    { message: 'Redis cannot be reached: connect ECONNREFUSED 127.0.0.1:1' })
  const { port } = await startServerHere(t)
  await t.rejects(openRedis({ kind: 'cluster', nodes: [`127.0.0.1:${port}`] }, nothing, { timeoutMs: 500 }),
    { message: 'Redis cannot be reached: ERR This instance has cluster support disabled' })
})

t.test('logs in to every node of a Cluster, and refuses it if one primary has an eviction policy', async t => {
  const cluster = await startCluster(t, {
    primaries: 2,
    replicas: 0,
    settings: ['--user', 'default', 'on', '~*', '&*', '+@all', 'nopass', '--user', 'earshot', 'on', '>p@ss', '~*', '&*', '+@all']
  })
  const [first, second] = cluster.nodes as [Server, Server]
  const address = { kind: 'cluster', nodes: [`127.0.0.1:${second.port}`, `redis://earshot:p%40ss@127.0.0.1:${first.port}`] } as const
  const redis = await openRedis({ ...address, nodes: [...address.nodes] }, nothing)
  t.teardown(() => redis.close())
  t.match(await first.client.client('LIST'), /user=earshot/)
  t.match(await second.client.client('LIST'), /user=earshot/, 'also to a node that another node named')
  await redis.subscriber.subscribe('capture:{x}:events')
  await second.client.config('SET', 'maxmemory-policy', 'allkeys-lru')
  await t.rejects(openRedis(cluster.address, nothing), { message: /it is allkeys-lru/ })
})

async function startServerHere (t: Test, ...settings: string[]): Promise<Server> {
  const [port] = await freePorts(1) as [number]
  return await startServer(t, port, [CONF, '--port', String(port), '--dir', await temporaryFolder(t), ...settings])
}

t.test('a process ends by itself if it closes a Cluster while the map of slots is on its way', async t => {
  const cluster = await startCluster(t, { primaries: 2, replicas: 0 })
  const program = `
    import { openRedis } from ${JSON.stringify(new URL('../../dist/redis/connections.js', import.meta.url).href)}
    const redis = await openRedis(${JSON.stringify(cluster.address)}, () => {})
    const refresh = redis.commands.refreshSlotsCache.bind(redis.commands)
    redis.commands.refreshSlotsCache = callback => {
      redis.commands.refreshSlotsCache = refresh
      refresh(callback)
      redis.close()
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'inherit', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  t.same(await once(child, 'exit'), [0, null])
})
