import t from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { startEmbeddedRedis } from '../../src/redis/embedded.js'
import { temporaryFolder } from '../support/redis.js'

t.test('what was stored is there after a restart', async t => {
  const dir = await temporaryFolder(t)
  const first = await startEmbeddedRedis(dir)
  const writer = new Redis(first.path)
  await writer.set('kept', 'yes')
  writer.disconnect()
  await first.close()
  const second = await startEmbeddedRedis(dir)
  t.teardown(() => second.close())
  const reader = new Redis(second.path)
  t.equal(await reader.get('kept'), 'yes')
  reader.disconnect()
})

t.test('it listens on its socket only', async t => {
  const server = await startEmbeddedRedis(await temporaryFolder(t))
  t.teardown(() => server.close())
  const client = new Redis(server.path)
  t.teardown(() => client.disconnect())
  t.same(await client.config('GET', 'port'), ['port', '0'])
  t.same(await client.config('GET', 'appendonly'), ['appendonly', 'yes'])
  t.same(await client.config('GET', 'maxmemory-policy'), ['maxmemory-policy', 'noeviction'])
})

t.test('a folder in use by another is refused, and the other goes on', async t => {
  const dir = await temporaryFolder(t)
  const holder = spawn('flock', ['--no-fork', `${dir}/redis.lock`, 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => holder.kill())
  // It answers once it holds the lock.
  holder.stdin.write('held')
  await once(holder.stdout, 'data')
  await t.rejects(startEmbeddedRedis(dir), { message: `DATA_DIR is in use by another Earshot: ${dir}` })
  t.equal(holder.exitCode, null)
})

t.test('a server that cannot start says why', async t => {
  const dir = await temporaryFolder(t)
  await t.rejects(startEmbeddedRedis(dir, { settings: ['--no-such-setting', '1'] }), { message: /redis-server did not start: .*(Bad directive|no-such-setting|wrong number)/ })
  await t.rejects(startEmbeddedRedis('/dev/null/data'), { message: /DATA_DIR cannot be made .*: set REDIS_URL/ })
  await t.rejects(startEmbeddedRedis('/' + 'long/'.repeat(30)), { message: /DATA_DIR is too long/ })
})

t.test('a server that dies is started anew on the same data', async t => {
  const dir = await temporaryFolder(t)
  const deaths: Error[] = []
  const server = await startEmbeddedRedis(dir, { settings: ['--appendfsync', 'always'], onDeath: error => deaths.push(error) })
  t.teardown(() => server.close())
  const client = new Redis(server.path)
  t.teardown(() => client.disconnect())
  client.on('error', () => {})
  await client.set('kept', 'yes')
  const pid = Number(/^process_id:(\d+)/m.exec(await client.info('server'))?.[1])
  const back = new Promise(resolve => client.once('ready', resolve))
  process.kill(pid, 'SIGKILL')
  await back
  t.equal(await client.get('kept'), 'yes')
  t.equal(deaths.length, 1)
})
