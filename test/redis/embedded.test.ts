import t, { type Test } from 'tap'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { startEmbeddedRedis } from '../../src/redis/embedded.js'
import { howToInstall } from '../../src/redis/programs.js'
import { temporaryFolder } from '../support/redis.js'
import { until } from '../support/until.js'

t.test('keeps stored data across a restart', async t => {
  const dir = await temporaryFolder(t)
  const first = await startEmbeddedRedis(dir)
  const writer = new Redis(first.path)
  await writer.set('kept', 'yes')
  writer.disconnect()
  await first.close()
  t.equal(await keptIn(t, dir), 'yes')
})

/** Returns the value that a server started in this folder has. */
async function keptIn (t: Test, dir: string): Promise<string | null> {
  const server = await startEmbeddedRedis(dir)
  t.teardown(() => server.close())
  const reader = new Redis(server.path)
  t.teardown(() => reader.disconnect())
  return await reader.get('kept')
}

t.test('listens only on its socket, with append-only file and noeviction', async t => {
  const server = await startEmbeddedRedis(await temporaryFolder(t))
  t.teardown(() => server.close())
  const client = new Redis(server.path)
  t.teardown(() => client.disconnect())
  t.same(await client.config('GET', 'port'), ['port', '0'])
  t.same(await client.config('GET', 'appendonly'), ['appendonly', 'yes'])
  t.same(await client.config('GET', 'maxmemory-policy'), ['maxmemory-policy', 'noeviction'])
})

t.test('with flock, refuses a folder that another process uses, without affecting that process', async t => {
  const dir = await temporaryFolder(t)
  const holder = spawn('flock', ['--no-fork', `${dir}/redis.lock`, 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => holder.kill())
  // It answers after it has acquired the lock.
  holder.stdin.write('held')
  await once(holder.stdout, 'data')
  await t.rejects(startEmbeddedRedis(dir), { message: /^DATA_DIR is in use by another Earshot: .* Stop that one, or set DATA_DIR/ })
  t.equal(holder.exitCode, null)
})

t.test('reports why a server cannot start', async t => {
  const dir = await temporaryFolder(t)
  await t.rejects(startEmbeddedRedis(dir, { settings: ['--no-such-setting', '1'] }),
    { message: /redis-server did not start: .*(Bad directive|no-such-setting|wrong number)/ })
  await t.rejects(startEmbeddedRedis('/dev/null/data'), { message: /DATA_DIR, cannot be created: .*\. Set DATA_DIR to another folder, or set REDIS_URL$/ })
  await t.rejects(startEmbeddedRedis('/' + 'long/'.repeat(30)), { message: /DATA_DIR is too long/ })
})

t.test('restarts a server that dies, with the same data', async t => {
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

t.test('without setpriv and flock, as on macOS and Alpine', async t => {
  await onlyWith(t, ['redis-server', 'cat'])

  await t.test('keeps stored data, listens only on its socket, and refuses a second server', async t => {
    const dir = await temporaryFolder(t)
    const first = await startEmbeddedRedis(dir)
    const writer = new Redis(first.path)
    await writer.set('kept', 'yes')
    t.same(await writer.config('GET', 'port'), ['port', '0'])
    await t.rejects(startEmbeddedRedis(dir), { message: /^DATA_DIR is in use by another Earshot: .* Stop that one, or set DATA_DIR/ })
    t.equal(await writer.get('kept'), 'yes', 'the first one keeps running')
    writer.disconnect()
    await first.close()
    t.equal(await keptIn(t, dir), 'yes')
  })

  await t.test('if two servers start at once, only one gets the folder', async t => {
    const dir = await temporaryFolder(t)
    const outcomes = await Promise.allSettled([startEmbeddedRedis(dir), startEmbeddedRedis(dir)])
    t.same(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.close()
  })

  await t.test('restarts a server that dies, with the same data', async t => {
    const server = await startEmbeddedRedis(await temporaryFolder(t), { settings: ['--appendfsync', 'always'] })
    t.teardown(() => server.close())
    const client = new Redis(server.path)
    t.teardown(() => client.disconnect())
    client.on('error', () => {})
    await client.set('kept', 'yes')
    const back = new Promise(resolve => client.once('ready', resolve))
    process.kill(await pidOf(client), 'SIGKILL')
    await back
    t.equal(await client.get('kept'), 'yes')
  })

  await t.test('the server ends when its owner process is killed', async t => {
    const dir = await temporaryFolder(t)
    const program = join(dir, 'owner.mts')
    const embedded = fileURLToPath(new URL('../../src/redis/embedded.ts', import.meta.url))
    await writeFile(
      program,
      `import { startEmbeddedRedis } from ${JSON.stringify(embedded)}\nconsole.log((await startEmbeddedRedis(${JSON.stringify(dir)})).path)`
    )
    const owner = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.teardown(() => owner.kill('SIGKILL'))
    const [path] = await once(owner.stdout, 'data') as [Buffer]
    const client = new Redis(path.toString().trim(), { retryStrategy: null })
    client.on('error', () => {})
    const pid = await pidOf(client)
    owner.kill('SIGKILL')
    await until('the server is gone', async () => {
      try {
        return !process.kill(pid, 0)
      } catch {
        return true
      }
    })
    client.disconnect()
  })

  await t.test('reports why a server cannot start', async t => {
    await t.rejects(startEmbeddedRedis(await temporaryFolder(t), { settings: ['--no-such-setting', '1'] }),
      { message: /redis-server did not start: .*(Bad directive|no-such-setting|wrong number)/ })
  })
})

t.test('a Redis that is too old is named', async t => {
  const folder = await temporaryFolder(t)
  const says = '\\n*** FATAL CONFIG FILE ERROR (Redis 6.0.16) ***\\n>>> "hash-max-listpack-value"\\nBad directive or wrong number of arguments'
  await writeFile(join(folder, 'redis-server'), `#!/bin/sh\nprintf '${says}\\n' >&2\nexit 1\n`, { mode: 0o755 })
  const { PATH } = process.env
  t.teardown(() => { process.env.PATH = PATH })
  process.env.PATH = `${folder}:${PATH}`
  await t.rejects(startEmbeddedRedis(await temporaryFolder(t)), { message: /^redis-server did not start: .*\. It is Redis 6\.0\.16: install 7\.0 or later/ })
})

t.test('without redis-server, one line says how to install it on this system', async t => {
  await onlyWith(t, ['cat'])
  await t.rejects(startEmbeddedRedis(await temporaryFolder(t)),
    { message: /^redis-server is not installed\. .*, or set REDIS_URL .*, or start Earshot and Redis together with docker compose$/ })
  t.equal(howToInstall(['linuxmint', 'ubuntu']), 'Run `sudo apt-get install redis-server`')
  t.equal(howToInstall(['pop', 'ubuntu', 'debian']), 'Run `sudo apt-get install redis-server`')
  t.equal(howToInstall(['alpine']), 'Run `apk add redis`')
  t.equal(howToInstall(['darwin']), 'Run `brew install redis`')
  t.equal(howToInstall(['opensuse-leap', 'suse']), 'Run `sudo zypper install redis`')
  t.equal(howToInstall(['win32']), 'It does not run on Windows: use WSL')
  t.equal(howToInstall(['plan9']), 'Install version 7.0 or later')
})

/** Makes only these programs available for the rest of the test. */
async function onlyWith (t: Test, programs: string[]): Promise<void> {
  const folder = await temporaryFolder(t)
  for (const program of programs) symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(folder, program))
  const { PATH } = process.env
  t.teardown(() => { process.env.PATH = PATH })
  process.env.PATH = folder
}

async function pidOf (client: Redis): Promise<number> {
  return Number(/^process_id:(\d+)/m.exec(await client.info('server'))?.[1])
}
