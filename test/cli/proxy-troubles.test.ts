// earshot proxy when something is wrong: with the API, the app, the service, or the command line.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { WebSocket } from 'ws'
import { call, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startProcess, startReplica } from '../support/replica.js'
import { until } from '../support/until.js'
import { BUILT, Earshot, said } from './earshot.js'
import { openApi, openSecureApi } from './proxy-api.js'
import { ask, startProxy } from './proxy-app.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
const api = await openApi(t)
const start = (t: Test, given = [api.url], env: Record<string, string> = {}) => startProxy(t, earshot, replica, given, env)

t.test('an unreachable, broken or untrusted target gives 502 with a sentence, and a failed entry', async t => {
  const secure = await openSecureApi(t)
  const proxy = await start(t, ['/dead=http://127.0.0.1:9', '/nowhere=http://no-such-host.invalid', `/secure=${secure.url}`,
    `/plain=${api.url.replace('http:', 'https:')}`, api.url])
  for (const [path, there, says] of [
    ['/dead/a', '/a', /127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/],
    ['/nowhere/b', '/b', /The host name no-such-host\.invalid cannot be resolved/],
    ['/secure/c', '/c', /The certificate of https:.* is not accepted \(.*\); --insecure accepts it/],
    ['/plain/d', '/d', /https:.* does not speak TLS as expected \(EPROTO\); if it has no TLS, use http:/],
    ['/reset', '/reset', /closed the connection without a response \(ECONNRESET\)/],
    ['/no-http', '/no-http', /is not valid HTTP \(HPE_/]
  ] as const) {
    const { status, body } = await ask(proxy.url, path)
    t.equal(status, 502, path)
    t.match(String(body), says)
    t.match(await proxy.entry(there), { responseHeader: 'HTTP/1.1 0', note: says })
  }
  const trusting = await start(t, [secure.url, '--insecure'])
  t.match(await ask(trusting.url, '/c'), { status: 200 })
  const demanding = await openSecureApi(t, { requestCert: true, rejectUnauthorized: true })
  t.match(await ask((await start(t, [demanding.url, '--insecure'])).url, '/e'), { status: 502, body: /requires a client certificate \(.*\); earshot proxy sends none/ })
})

t.test('an incomplete response is incomplete for the app, too; if the app disconnects, so does the proxy', async t => {
  const proxy = await start(t)
  await t.rejects(ask(proxy.url, '/broken'), { code: 'ECONNRESET' })
  t.match(await proxy.entry('/broken'),
    { responseHeader: /^HTTP\/1\.1 200/, response: 'half', note: 'the target closed the connection in the middle of its response' })
  const request = httpRequest(`${proxy.url}/held`, { agent: false }).on('error', () => {}).end()
  const { gone } = await api.held()
  request.destroy()
  await gone
  t.match(await proxy.entry('/held'), { responseHeader: 'HTTP/1.1 0', note: 'canceled: the app closed the connection' })
})

t.test('if the target has closed an idle connection, the request is sent again', async t => {
  const closing = await openApi(t)
  const proxy = await start(t, [closing.url])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  for (let n = 0; n < 5; n++) {
    t.equal((await ask(proxy.url, '/plain')).status, 200)
    closing.closeNextAtOnce()
    t.equal((await ask(proxy.url, '/plain')).status, 200)
  }
})

t.test('more at once than the recorder can take passes unchanged, and every request is recorded', async t => {
  const proxy = await start(t)
  const headers = { 'content-type': 'text/plain' }
  const bodies = Array.from({ length: 120 }, (_, n) => Buffer.alloc(1_000_000, String(n)))
  const answers = await Promise.all(bodies.map(async (body, n) => await ask(proxy.url, `/echo?n=${n}`, { method: 'POST', headers, body })))
  t.same(answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.toString()}`), [])
  t.ok(answers.every(({ body }, n) => body.equals(bodies[n]!)))
  await until('all are recorded whole', async () => {
    // Without the bodies: reading these again and again would keep the recorder from its work.
    const { body } = await call(replica, `/capture/entries?fields=id,timeConsuming&sessionId=${proxy.session}`)
    const entries = body as { timeConsuming: number }[]
    return entries.length === 120 && entries.every(({ timeConsuming }) => timeConsuming > 0)
  }, 180_000)
})

t.test('when the service dies, requests are still forwarded, and pending entries are recorded once it is back', async t => {
  const own = await startProcess(t, { REDIS_URL: redis.url, PORT: '0' })
  const port = new URL(own.url).port
  const proxy = await start(t, [api.url], { EARSHOT_URL: own.url })
  const told = said(proxy.child.stderr, /^Cannot send recordings \(.*\); trying again\. Requests are still forwarded, and recorded as far as memory allows\n$/m)
  own.child.kill('SIGKILL')
  await once(own.child, 'exit')
  t.equal((await ask(proxy.url, '/plain')).status, 200)
  await told
  const again = said(proxy.child.stderr, /Sending recordings again/)
  await startProcess(t, { REDIS_URL: redis.url, PORT: port })
  t.equal((await proxy.entry('/plain')).timeConsuming > 0, true)
  await again
})

t.test('Ctrl-C exits with 0, after recording completed and unfinished requests', async t => {
  const proxy = await start(t)
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/socket`).on('error', () => {})
  await once(socket, 'open')
  const held = ask(proxy.url, '/held').catch(() => {})
  await api.held()
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await ask(proxy.url, '/plain')))
  t.equal(answers.length, 20)
  proxy.child.kill('SIGINT')
  t.same(await once(proxy.child, 'exit'), [0, null])
  await held
  const entries = await proxy.entries()
  t.equal(entries.length, 22)
  t.same(entries.filter(({ timeConsuming }) => timeConsuming === 0), [])
  t.match(entries.find(({ api }) => api.endsWith('/held')), { note: 'the proxy ended' })
})

t.test('if the service takes the last requests too slowly, Ctrl-C ends the proxy, which says that they are lost', async t => {
  const own = await startProcess(t, { REDIS_URL: redis.url, PORT: '0' })
  const proxy = await start(t, [api.url], { EARSHOT_URL: own.url })
  own.child.kill('SIGSTOP')
  t.equal((await ask(proxy.url, '/plain')).status, 200)
  const told = said(proxy.child.stderr, /The last requests were not recorded: the service did not take them within 3 s/)
  proxy.child.kill('SIGINT')
  t.same(await once(proxy.child, 'exit'), [0, null])
  await told
  own.child.kill('SIGCONT')
})

t.test('a bad command line exits with 2 and a sentence, an unreachable service with 3', async t => {
  const taken = new URL(api.url).port
  for (const [args, says, code = 2] of [
    [[], /missing required argument 'target'/],
    [['api.example.com'],
      /"api\.example\.com" is not a target: give a URL such as https:\/\/api\.example\.com, or \/api=https:\/\/api\.example\.com/],
    [['api=https://api.example.com'], /is not a target/],
    [['ftp://api.example.com'], /is not a target/],
    [['https://me:secret@api.example.com'], /Remove the user and the password from the URL of the target/],
    [['https://api.example.com/?a=b'], /must not have a query or a fragment/],
    [['https://a.example', 'https://b.example'], /Give each target a prefix/],
    [['/a=https://a.example', '/a/=https://b.example'], /Two targets have prefix \/a/],
    [[api.url, '--port', '70000'], /It must be a port, 0 to 65535/],
    ...['foo', 'app.example', 'https://app.example/path', 'https://me@app.example', 'https://*.example/x', 'https://', ''].map(origin =>
      [[api.url, '--allow-origin', origin], /It must be an origin such as https:\/\/app\.example\.com, or \*/] as [string[], RegExp]),
    [[api.url, '--port', taken], new RegExp(`Port ${taken} is in use: choose another with --port`)],
    [[api.url, '--host', '192.0.2.1', '--port', '0'], /cannot listen on 192\.0\.2\.1/],
    [[api.url, '--session', 'short'], /A session id has 15 characters/],
    [[api.url, '--url', 'http://127.0.0.1:9'], /Cannot reach http:\/\/127\.0\.0\.1:9/, 3]
  ] as [string[], RegExp, number?][]) {
    const ran = await earshot.run(['proxy', ...args])
    t.equal(ran.code, code, args.join(' '))
    t.match(ran.stderr, says)
  }
})

t.test('prints where it forwards requests to, and where to view them', async t => {
  const session = newSession()
  const child = earshot.spawn(['proxy', `/api=${api.url}/v2`, '--port', '0', '--session', session])
  const words = await said(child.stderr, /Ctrl-C/)
  t.match(words,
    new RegExp(`^Forwarding http://127\\.0\\.0\\.1:\\d+/api to ${api.url}/v2\nRecording: ${replica.url}/\\?sessionId=${session}\n`))
})

t.test('says if a target is the service that records: its own requests are not recorded', async t => {
  for (const [target, says] of [[replica.url, true], [`/a=${api.url}`, false]] as const) {
    const child = earshot.spawn(['proxy', target, '--port', '0', '--session', newSession()])
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => { words += text })
    await said(child.stderr, /Ctrl-C/)
    child.kill()
    await once(child, 'close')
    t.equal(words.includes(`Not recorded: requests to ${replica.url}/capture/`), says, target)
  }
})
