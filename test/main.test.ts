// Tests the built service as a process, as users start it: settings, signals, and the private Redis.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { readFileSync, watch as watchFolder } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Redis } from 'ioredis'
import { call, list, newSession, pushed, watch } from './support/client.js'
import { matchEach } from './support/match-each.js'
import { startRelay } from './support/relay.js'
import { ready, runMain, spawnMain, startProcess } from './support/replica.js'
import { startRedis, temporaryFolder } from './support/redis.js'
import { CONF, freePorts, startServer } from './support/server.js'
import { until } from './support/until.js'

// In a process namespace of its own, as in a container.
const AS_PROCESS_1 = ['unshare', '--pid', '--fork', '--kill-child']

t.test('--help prints the settings and exits', async t => {
  const { code, printed } = await runMain(t, {}, ['--help'])
  t.equal(code, 0)
  t.match(printed, /MAX_SESSION_BYTES +64mb/)
})

t.test('a bad setting stops the start with a one-line message', async t => {
  t.same(await runMain(t, { PORT: 'http' }), { code: 1, printed: 'earshot: PORT must be a whole number from 0 to 65535; it is "http"\n' })
})

t.test('a Redis with an eviction policy stops the start with a one-line message', async t => {
  const redis = await startRedis(t, ['--maxmemory-policy', 'volatile-ttl'])
  const { code, printed } = await runMain(t, { REDIS_URL: redis.url })
  t.equal(code, 1)
  t.match(printed, /^earshot: Redis must not evict keys by itself: .* it is volatile-ttl\n$/)
})

t.test('when Redis is killed during the start, the service says so, retries, and continues once Redis is back', async t => {
  const [port] = await freePorts(1) as [number]
  const user = ['--user', 'earshot', 'on', '>secret', '~*', '&*', '+@all']
  const server = await startServer(t, port, [CONF, '--port', String(port), '--dir', await temporaryFolder(t), ...user])
  let kills = 0
  const relayPort = await startRelay(t, port, async (_words, number) => {
    // The handshake, the INFO of ioredis, then the INFO of the service.
    if (number === 3 && kills++ === 0) await server.kill()
    return server.alive
  })
  const service = spawnMain(t, { REDIS_URL: `redis://earshot:secret@127.0.0.1:${relayPort}` })
  const line = new RegExp(`^earshot: Redis at 127.0.0.1:${relayPort} does not answer, trying again \\(.*\\)\n$`)
  await until('it says so', async () => service.printed().includes('trying again'))
  t.match(service.printed(), line)
  t.notMatch(service.printed(), /secret|ioredis/)
  t.ok(kills > 0, 'Redis was killed')
  await server.restart()
  const { url } = await ready(service)
  await pushed({ url }, newSession(), {})
})

t.test('a port in use stops the start with a one-line message, and stops the private Redis', async t => {
  const dataDir = await temporaryFolder(t)
  const first = await startProcess(t, { DATA_DIR: await temporaryFolder(t) })
  const { code, printed } = await runMain(t, { DATA_DIR: dataDir, PORT: new URL(first.url).port })
  t.equal(code, 1)
  t.match(printed, /^earshot: Cannot listen on HOST 127\.0\.0\.1, PORT \d+: .*EADDRINUSE.*\n$/)
  await t.rejects(new Redis(`${dataDir}/redis.sock`, { lazyConnect: true, retryStrategy: null }).connect())
})

t.test('on SIGTERM it closes viewers, answers requests in flight, and exits with 0', async t => {
  const redis = await startRedis(t)
  const { url, child } = await startProcess(t, { REDIS_URL: redis.url })
  const session = newSession()
  const viewer = await watch(t, { url }, session)
  await viewer.next()
  const answered = await half(t, url, session)
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  t.equal(await viewer.closed, 1001)
  t.match(await answered(), /^HTTP\/1\.1 200 .*"code":"0"/s)
  t.equal(await redis.client.exists(`capture:{${session}}:entry:under-way`), 1)
  t.same(await ended, [0, null])
})

t.test('connections that never finish do not delay the exit', async t => {
  const redis = await startRedis(t)
  const { url, child } = await startProcess(t, { REDIS_URL: redis.url })
  const viewer = await watch(t, { url }, newSession())
  await viewer.next()
  // It receives the close frame, but does not answer.
  viewer.socket.pause()
  const stuck = [
    '', 'GET /capture',
    `POST /capture/raw-data?sessionId=${newSession()} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`
  ]
  for (const words of stuck) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(words)
  }
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  t.same(await ended, [0, null])
})

t.test('a signal while Redis is unreachable ends the start with exit code 0', async t => {
  const silent = createServer().listen(0, '127.0.0.1')
  t.teardown(() => silent.close())
  await once(silent, 'listening')
  const { child } = spawnMain(t, { REDIS_URL: `redis://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  const ended = once(child, 'close')
  const [socket] = await once(silent, 'connection') as [Socket]
  socket.on('error', () => {})
  child.kill('SIGTERM')
  t.same(await ended, [0, null])
})

t.test('a signal while the private Redis starts stops that Redis, too', async t => {
  const dataDir = await temporaryFolder(t)
  // Reacts at once: soon after this event, the service is ready.
  const folder = watchFolder(dataDir)
  const { child, printed } = spawnMain(t, { DATA_DIR: dataDir })
  const ended = once(child, 'close')
  await once(folder, 'change')
  folder.close()
  child.kill('SIGTERM')
  t.same(await ended, [0, null])
  t.equal(printed(), '', 'it never became ready')
  await t.rejects(new Redis(`${dataDir}/redis.sock`, { lazyConnect: true, retryStrategy: null }).connect())
})

t.test('as process 1, it handles signals before it loads any other module', async t => {
  // Prints when a listener for SIGTERM is added, and how many modules are loaded at that time.
  const tell = "import {createRequire} from 'module';const r=createRequire('file:///');process.on('newListener',name=>{if(name!=='SIGTERM')return;" +
    "const n=Object.keys(r.cache).length;process.nextTick(()=>console.log(process.pid,'hears with',n,'modules'))})"
  // Without the hooks that tap loads into every process.
  const alone = ['env', `NODE_OPTIONS=--import data:text/javascript,${encodeURIComponent(tell)}`, ...AS_PROCESS_1]
  const { child, printed } = spawnMain(t, { DATA_DIR: await temporaryFolder(t) }, [], alone)
  const ended = once(child, 'close')
  await until('it hears', async () => printed().includes('\n'))
  t.match(printed(), /^1 hears with 0 modules/)
  process.kill(Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')), 'SIGTERM')
  t.same(await ended, [0, null])
})

t.test('two identical signals at once count as one; a second signal later exits immediately', async t => {
  const redis = await startRedis(t)
  const { child } = await startProcess(t, { REDIS_URL: redis.url })
  const ended = once(child, 'close')
  child.kill('SIGINT')
  child.kill('SIGINT')
  t.same(await ended, [0, null])

  const slow = await startProcess(t, { REDIS_URL: redis.url })
  const socket = connect(Number(new URL(slow.url).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  // The service waits for the rest of a request body.
  socket.write(`POST /capture/raw-data?sessionId=${newSession()} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
    'content-length: 9\r\nexpect: 100-continue\r\n\r\n')
  await once(socket, 'data')
  const slowEnded = once(slow.child, 'close')
  slow.child.kill('SIGTERM')
  const again = setInterval(() => slow.child.kill('SIGTERM'), 400)
  t.teardown(() => clearInterval(again))
  t.same(await slowEnded, [1, null])
})

t.test('without a Redis setting, entries survive a restart, and the private Redis ends with the service', async t => {
  const env = { DATA_DIR: await temporaryFolder(t) }
  const socket = `${env.DATA_DIR}/redis.sock`
  const session = newSession()

  const first = await startProcess(t, env)
  const id = await pushed(first, session, { requestId: 'r', response: 'kept' })
  const printed = `earshot: DATA_DIR is in use by another Earshot: ${env.DATA_DIR}. Stop that one, or set DATA_DIR to another folder\n`
  t.same(await runMain(t, env), { code: 1, printed }, 'only one service can use a folder')
  t.equal((await list(first, session)).length, 1, 'the first service keeps running')
  const ended = once(first.child, 'close')
  first.child.kill('SIGTERM')
  t.same(await ended, [0, null])
  await t.rejects(new Redis(socket, { lazyConnect: true, retryStrategy: null }).connect(), 'its Redis has ended')

  const second = await startProcess(t, env)
  matchEach(t, await list(second, session), [{ id, response: 'kept' }])
  const witness = new Redis(socket, { retryStrategy: null })
  witness.on('error', () => {})
  await witness.ping()
  const gone = new Promise(resolve => witness.once('end', resolve))
  second.child.kill('SIGKILL')
  await gone

  // Started while the Redis of the killed service may still be writing.
  const third = await startProcess(t, env)
  matchEach(t, await list(third, session), [{ id, response: 'kept' }])
})

t.test('viewers of a killed replica count as offline within a second', async t => {
  const redis = await startRedis(t)
  const [killed, other] = [await startProcess(t, { REDIS_URL: redis.url }), await startProcess(t, { REDIS_URL: redis.url })]
  const session = newSession()
  const online = async () => ((await call(other, `/capture/online?sessionId=${session}`)).body as { online: boolean }).online
  const viewer = await watch(t, killed, session)
  await viewer.next()
  t.equal(await online(), true)
  const ended = once(killed.child, 'close')
  killed.child.kill('SIGKILL')
  await ended
  while (await online()) { /* if this never ends, the test times out */ }
  t.equal(await online(), false)
})

t.test('content of pushes never appears in the log', async t => {
  const redis = await startRedis(t)
  const replica = await startProcess(t, { REDIS_URL: redis.url, LOG_LEVEL: 'trace' })
  const { url, child } = replica
  const secret = 'c0ffee-secret'
  const session = newSession()
  const texts = ['requestHeader', 'responseHeader', 'request', 'response', 'storage', 'pageParams']
  const fields = { api: `/${secret}`, ...Object.fromEntries(texts.map(name => [name, secret])) }
  await pushed({ url }, session, fields)
  await call({ url }, `/capture/raw-data?sessionId=${session}`, { method: 'POST', body: `{"api":"${secret}` })
  await call({ url }, `/capture/raw-data?sessionId=${session}&token=${secret}`, { method: 'POST', headers: { authorization: secret } })
  await redis.client.set(`capture:{${session}}:meta`, 'not a hash')
  const failed = await call({ url }, `/capture/raw-data?sessionId=${session}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ method: 'GET', ...fields })
  })
  t.match(failed, { status: 500, body: { code: 'internal', message: 'Internal error; the log of the service has the reason', data: '' } })
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  await ended
  t.notMatch(replica.printed(), secret)
  const lines = replica.printed().split('\n').filter(line => line.includes('"failed"'))
  t.equal(lines.length, 1, 'a fault is logged once')
  t.match(JSON.parse(lines[0]!), { session, code: 'internal', err: { message: /WRONGTYPE/ } })
})

/** Sends half of a push, waits until the service reads it, and returns a function that sends the rest and resolves with the answer. */
async function half (t: Test, url: string, session: string): Promise<() => Promise<string>> {
  const body = '{"api":"/a","method":"GET","requestId":"under-way"}'
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  const head = `POST /capture/raw-data?sessionId=${session} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head)
  await once(socket, 'data') // 100 Continue
  socket.write(body.slice(0, 9))
  return () => {
    socket.write(body.slice(9))
    return text(socket)
  }
}
