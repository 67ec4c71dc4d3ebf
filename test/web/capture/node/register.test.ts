// `node --require earshot-node.cjs`, against a real service: however a program ends, its requests are stored, and its output and exit code
// are unchanged. If the service is unreachable or does not answer, the program does not notice.
import t from 'tap'
import { once } from 'node:events'
import { createServer as createSlow } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Entry } from '../../../../src/schema/entry.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { bundled } from './bundle.js'
import { openCollector } from './collector.js'
import { openServers } from './places.js'
import { runProgram } from './run-program.js'

const [recorder] = await bundled(t)
const SESSION = 'node-register-1'
const ASK = `
  import http from 'node:http'
  const [, , target] = process.argv
  console.log((await (await fetch(target + '/c0/json?token=t0p')).text()).length)
  await new Promise(resolve => http.request(target + '/c0/echo', { method: 'POST', headers: { 'content-type': 'application/json' } }, response => response.resume().on('end', resolve))
    .end('{"name":"ada","password":"hunter2"}'))
  http.get(target + '/c0/hang').on('error', () => {})\n`

t.test('a recorded program has the same output and exit code, and its requests are stored, however it ends', async t => {
  const redis = await startRedis(t)
  const { url } = await startReplica(t, redis, { PUSH_TOKENS: 's3cret-token' })
  const servers = await openServers()
  t.teardown(() => servers.close())
  const endings = {
    'returns to nothing': ['process.exitCode = 4', 4],
    'calls process.exit()': ["console.log('bye')\nprocess.exit(3)", 3],
    throws: ["throw new Error('a fault of its own')", 1],
    'has something to do at the end': ["process.on('beforeExit', code => console.log('last', code))\nprocess.exitCode = 5", 5]
  } as const
  for (const [n, [how, [end, code]]] of Object.entries(endings).entries()) {
    await t.test(`it ${how}`, async t => {
      // If nothing else ends the process, the unanswered request must not keep it alive.
      const leave = code === 3 || code === 1 ? '' : '.on(\'socket\', socket => socket.unref())\n'
      const program = ASK.trimEnd() + leave + '\n' + end
      const session = SESSION.slice(0, -1) + n
      const without = await runProgram(t, recorder, program, servers.places.http, {})
      const withIt = await runProgram(t, recorder, program, servers.places.http,
        { EARSHOT_URL: url, EARSHOT_SESSION: session, EARSHOT_TOKEN: 's3cret-token', EARSHOT_SOURCE: 'a test', EARSHOT_MASK: 'passwords' })
      t.same(withIt, without)
      t.equal(withIt.code, code)
      const entries = await (await fetch(`${url}/capture/entries?sessionId=${session}`)).json() as Entry[]
      t.same(entries.map(({ method, api, timeConsuming, source }) => [method, api.replace(/^.*\/c0/, ''), timeConsuming > 0, source]),
        [['GET', '/json?token=t0p', true, 'a test'], ['POST', '/echo', true, 'a test'], ['GET', '/hang', true, 'a test']])
      t.equal(entries[0]?.response, '{"a": 1.0, "b": [12345678901234567890]}')
      t.equal(entries[1]?.request, '{"name":"ada","password":"[masked]"}')
      t.match(entries[2], { note: 'the process ended' })
    })
  }
})

t.test('a terminated thread loses no request; the one that was running says so at the end', async t => {
  const servers = await openServers()
  t.teardown(() => servers.close())
  const collector = await openCollector()
  t.teardown(() => collector.close())
  const thread = `
    const http = require('node:http')
    const { parentPort, workerData: target } = require('node:worker_threads')
    const ask = () => new Promise(resolve => http.get(target + '/c0/json', answer => answer.resume().on('end', resolve)))
    const askAll = async () => { for (let n = 0; n < 20; n++) await ask() }
    askAll().then(() => http.get(target + '/c0/hang').on('finish', () => parentPort.postMessage('asked')))`
  const program = `
    import { Worker } from 'node:worker_threads'
    const thread = new Worker(${JSON.stringify(thread)}, { eval: true, workerData: process.argv[2] })
    thread.on('message', async () => console.log('terminated', await thread.terminate()))`
  const without = await runProgram(t, recorder, program, servers.places.http, {})
  t.equal(without.printed, 'terminated 1\n')
  t.same(await runProgram(t, recorder, program, servers.places.http, { EARSHOT_URL: collector.url, EARSHOT_SESSION: SESSION }), without)
  const last = collector.pushes().map(all => all.at(-1)!)
  t.same(last.map(({ api, note }) => [api.replace(/^.*\//, ''), note]), [...Array.from({ length: 20 }, () => ['json', undefined]), ['hang', 'the process ended']])
  t.ok(last.every(({ timeConsuming }) => timeConsuming > 0), 'nothing is pending')
})

t.test('with an unreachable, silent or invalid service the program ends as without the recorder, and one line says what is lost', async t => {
  const servers = await openServers()
  t.teardown(() => servers.close())
  const sockets: Socket[] = []
  const silent = createServer(socket => { sockets.push(socket.on('error', () => {})) }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => { silent.close(); for (const socket of sockets) socket.destroy() })
  // The unanswered request does not keep the process alive; the recorder must not, either.
  const program = `${ASK.trimEnd()}.on('socket', socket => socket.unref())\nprocess.exitCode = 6`
  const without = await runProgram(t, recorder, program, servers.places.http, {})
  for (const port of [servers.places.closed, (silent.address() as AddressInfo).port, servers.places.tcp]) {
    const url = `http://127.0.0.1:${port}`
    const { errors, ...ran } = await runProgram(t, recorder, program, servers.places.http, { EARSHOT_URL: url, EARSHOT_SESSION: SESSION })
    t.same({ ...ran, errors: '' }, without)
    const [said, ...more] = errors.split(/(?<=confirmed) /)
    t.equal(said, `Earshot: the process has ended, and the service at ${url} has not confirmed`)
    t.match(more.join(' '), /^[3-9] pushes\n$/)
  }
  for (const env of [
    { EARSHOT_URL: 'no address', EARSHOT_SESSION: SESSION }, { EARSHOT_URL: 'http://127.0.0.1:1', EARSHOT_SESSION: 'short' },
    { EARSHOT_URL: 'ftp://a', EARSHOT_SESSION: SESSION }, { EARSHOT_URL: '' }
  ]) {
    const { code, printed, errors } = await runProgram(t, recorder, program, servers.places.http, env)
    t.same({ code, printed }, { code: without.code, printed: without.printed })
    t.match(errors, /^Earshot does not record: [^\n]+\n$/, 'one line of warning')
  }
})

t.test('process.exit() waits while the service accepts pushes, and reports how many were not sent', async t => {
  const servers = await openServers()
  t.teardown(() => servers.close())
  for (const takesAll of [true, false]) {
    let [taken, batches] = [0, 0]
    let isExiting = false
    // The service accepts nothing before the exit. Then it is as slow as on a busy machine: after each batch, it does not answer until the
    // sender retries; or it accepts only one batch. 600 pushes need more than one.
    const slow = createSlow((request, response) => {
      if (request.url === '/exiting') { isExiting = true; response.end(); return }
      if (isExiting) batches++
      const isSilent = !isExiting || (takesAll ? batches % 2 === 0 : batches > 1)
      buffer(request).then(body => {
        if (isSilent) return
        taken += (JSON.parse(body.toString()) as unknown[]).length
        response.end('{"code":"0","message":"","data":[]}')
      }).catch(() => {})
    }).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    t.teardown(() => { slow.close(); slow.closeAllConnections() })
    const program = `
      import http from 'node:http'
      const agent = new http.Agent({ keepAlive: true, maxSockets: 10 })
      const ask = () => new Promise(resolve => http.get('${servers.places.http}/c0/json', { agent }, response => response.resume().on('end', resolve)))
      await Promise.all(Array.from({ length: 600 }, ask))
      await new Promise(resolve => http.get(process.env.EARSHOT_URL + '/exiting', response => response.resume().on('end', resolve)))
      process.exit(7)`
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const { code, errors } = await runProgram(t, recorder, program, servers.places.http, { EARSHOT_URL: url, EARSHOT_SESSION: SESSION })
    t.equal(code, 7)
    if (takesAll) t.ok(taken >= 600)
    t.match(errors, takesAll ? /^$/ : /^Earshot: the process has ended, and the service at [^ ]+ has not confirmed \d+ pushes\n$/)
  }
})
