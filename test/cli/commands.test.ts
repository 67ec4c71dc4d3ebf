// Errors and edge cases of the commands. Runs the build of this checkout against a real service.
import t from 'tap'
import xterm from '@xterm/headless'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { list, newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { readSavedFile } from '../support/saved-file.js'
import { until } from '../support/until.js'
import { BUILT, Earshot, ROOT, said } from './earshot.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis, { BODY_LIMIT: '200kb' })
const guarded = await startReplica(t, redis, { PUSH_TOKENS: 'push-token', VIEW_TOKENS: 'view-token' })
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
const NOWHERE = 'http://127.0.0.1:9'

t.test('every command has help with examples', async t => {
  const { stdout } = await earshot.run(['--help'])
  const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: [[<]| {2})/gm)].map(([, name]) => name!).filter(name => name !== 'help')
  t.same(names, ['start', 'record', 'proxy', 'watch', 'wait', 'export', 'import', 'push', 'replay', 'diff', 'rules', 'mcp'])
  t.match(stdout, /EARSHOT_TOKEN/)
  for (const name of ['wait', 'mcp']) t.match((await earshot.run([name, '--help'])).stdout, /Examples:\n {2}\$ /)
  t.match((await earshot.run(['start', '--settings'])).stdout, /MAX_SESSION_BYTES +64mb/)
})

t.test('wait reports near matches, and --none reports the match', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/v1/orders', method: 'POST', timeConsuming: 5, responseHeader: 'HTTP/1.1 500 No' })
  const near = await earshot.run([
    'wait', session, '--filter', 'method:POST path:/orders status:2xx', '--text', 'statsu:1', '--timeout', '1s'
  ])
  t.match(near, { code: 1, stdout: '' })
  t.match(near.stderr, /within 1 s\. The session has 1 request\.\n {2}POST \/v1\/orders: does not match status:2xx, statsu:1\n$/)
  t.match(await earshot.run(['wait', session, '--filter', 'status:5xx', '--none']),
    { code: 1, stdout: /POST +500/, stderr: 'earshot: A request matched status:5xx\n' })
  t.same(await earshot.run(['wait', session, '--filter', 'status:4xx', '--none', '--timeout', '1500ms']),
    { code: 0, stdout: '', stderr: '' })
  const away = await earshot.run(['wait', session, '--none', '--timeout', '1s', '--url', NOWHERE])
  t.equal(away.code, 3, 'without a service, the result is unknown')
})

t.test('wait and --none notice a request that matches only because time has passed', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/slow', age: 118_000 })
  const args = ['wait', session, '--filter', 'is:no-answer', '--timeout', '60s']
  const [waited, none] = await Promise.all([earshot.run(args), earshot.run([...args, '--none'])])
  t.match(waited, { code: 0, stdout: /\/slow\n$/ })
  t.match(none, { code: 1, stderr: 'earshot: A request matched is:no-answer\n' })
})

t.test('wait --count counts different requests, both existing and new ones', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/track', requestId: 'a', timeConsuming: 1 })
  const waiting = earshot.run(['wait', session, '--filter', 'path:/track', '--count', '2', '--json'])
  await pushed(replica, session, { api: '/track', requestId: 'a', timeConsuming: 2 })
  await pushed(replica, session, { api: '/track', requestId: 'b', timeConsuming: 3 })
  const { code, stdout } = await waiting
  t.equal(code, 0)
  t.same(stdout.trim().split('\n').map(line => (JSON.parse(line) as { requestId: string }).requestId), ['a', 'b'])
})

t.test('sends the token from the environment, and a refusal mentions EARSHOT_TOKEN', async t => {
  const session = newSession()
  const at = (token: string) => ({ env: { EARSHOT_URL: guarded.url, EARSHOT_TOKEN: token } })
  t.match(await earshot.run(['push', session, '--api', '/a', '--time', '1'], at('push-token')), { code: 0 })
  t.match(await earshot.run(['export', session, '--format', 'ndjson'], at('view-token')), { code: 0, stdout: /"api":"\/a"/ })
  t.match(await earshot.run(['wait', session], at('view-token')), { code: 0, stdout: /\/a\n$/ })
  for (const args of [['export', session], ['wait', session], ['watch', session]]) {
    t.match(await earshot.run(args, at('push-token')),
      { code: 3, stderr: /^(?:Watching .*\n)?earshot: [^ ]* answered 401 \(.*\): set EARSHOT_TOKEN to a token that allows this\n$/ }, args.join(' '))
    t.match(await earshot.run(args, { env: { EARSHOT_URL: guarded.url } }),
      { code: 3, stderr: /^(?:Watching .*\n)?earshot: [^ ]* requires a token: set EARSHOT_TOKEN\n$/ }, args.join(' '))
  }
  const program = [process.execPath, '-e', `fetch('${replica.url}/healthz')`]
  t.match(await earshot.run(['record', '--session', session, '--', ...program], at('push-token')), { code: 0 })
  t.match(await earshot.run(['wait', session, '--filter', 'path:/healthz'], at('view-token')), { code: 0 })
})

t.test('on a terminal each request has one line, updated in place, even if it no longer matches the filter', async t => {
  const session = newSession()
  const terminal = new xterm.Terminal({ cols: 100, rows: 30, allowProposedApi: true })
  const line = (n: number) => terminal.buffer.active.getLine(n)?.translateToString(true) ?? ''
  const command = `stty cols 100 rows 30; exec ${process.execPath} ${BUILT} watch ${session} --url ${replica.url} --filter 'is:pending OR path:/other' 2>/dev/null`
  const child = spawn('script', ['-qefc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] })
  t.teardown(() => child.kill('SIGKILL'))
  child.stdout.on('data', (data: Buffer) => terminal.write(data))
  await until('it says that there is nothing yet', async () => line(0).startsWith('— No requests yet'))
  await pushed(replica, session, { api: '/v1/orders', method: 'POST', requestId: 'r' })
  await pushed(replica, session, { api: '/done', method: 'POST', timeConsuming: 5 })
  await until('it is pending', async () => / POST +pending +\/v1\/orders$/.test(line(1)))
  await pushed(replica, session, {
    api: '/v1/orders', method: 'POST', requestId: 'r', timeConsuming: 87, responseHeader: 'HTTP/1.1 201 Made', response: '{"code":1001}'
  })
  await until(`it is answered in its place, and not: ${line(1)}`, async () =>
    / POST +201 +87 ms +13 B \[code 1001\] \/v1\/orders$/.test(line(1)))
  await pushed(replica, session, { api: '/other/\x1b[2J\u200b\u{e0041}', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  await until('the next has the next line', async () => / GET +200 +5 ms +0 B \/other\/\\u001b\[2J\\u200b\\u{e0041}$/.test(line(2)))
  t.equal(line(3), '')
  const ended = once(child, 'exit')
  child.stdin.write('\x03')
  t.same(await ended, [0, null], 'Ctrl-C exits')
})

t.test('export redacts secrets unless told otherwise, and an import restores every format', async t => {
  const [session, other] = [newSession(), newSession()]
  await pushed(replica, session, {
    api: '/a?token=hunter2',
    requestId: 'r',
    timeConsuming: 5,
    requestHeader: 'Cookie: hunter2',
    request: '{"password":"hunter2"}',
    note: 'x',
    source: 'app'
  })
  await pushed(replica, session, { api: '/pending', requestId: 'p' })
  const entries = await list(replica, session)
  for (const format of ['har', 'json', 'ndjson']) {
    const safe = await earshot.run(['export', session, '--format', format])
    t.equal(safe.code, 0)
    t.notMatch(safe.stdout, /hunter2/)
    const whole = await earshot.run(['export', session, '--format', format, '--with-secrets'])
    t.match(await earshot.run(['import', '--session', other, '--json'], { input: whole.stdout }),
      { code: 0, stdout: `{"session":"${other}","recorded":2,"refused":[]}\n` })
    const own = ({ id, timestamp, ...rest }: (typeof entries)[number]) => rest
    t.same((await list(replica, other)).map(own), entries.map(own), format)
  }
  t.match((await earshot.run(['export', session, '--format', 'json', '--filter', '/^.pend/', '--last', '1'])).stdout,
    /^\[\n\{"id":"2-[^\n]*\n\]\n$/)
})

t.test('export writes a page if the file name ends with .html, with the selected entries', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/a?token=hunter2', timeConsuming: 5, request: '{"password":"hunter2"}' })
  await pushed(replica, session, { api: '/b', timeConsuming: 5 })
  const file = join(t.testdir(), 'saved.html')
  t.match(await earshot.run(['export', session, '-o', file]), { code: 0, stdout: '', stderr: '' })
  const safe = readSavedFile(await readFile(file, 'utf8'))
  t.notMatch(safe.text, 'hunter2')
  t.match(safe.about, { session, isPart: false, secrets: 'redact' })
  const part = readSavedFile((await earshot.run(['export', session, '--format', 'html', '--filter', '/^.a/', '--with-secrets'])).stdout)
  t.match(part.about, { isPart: true, secrets: 'keep' })
  t.same(part.entries, (await list(replica, session)).slice(0, 1))
})

t.test('import splits files that exceed the limit of the service, and names an entry that is too large by itself', async t => {
  const folder = t.testdir()
  const shop = JSON.parse(await readFile(join(ROOT, 'test/data/shop.har'), 'utf8')) as {
    log: { entries: { response: { content: object } }[] }
  }
  await writeFile(join(folder, 'shop.har'), JSON.stringify(shop))
  shop.log.entries[3]!.response.content = { mimeType: 'text/plain', text: 'x'.repeat(300_000) }
  await writeFile(join(folder, 'large.har'), JSON.stringify(shop))
  const session = newSession()
  const ran = await earshot.run(['import', 'large.har', '--session', session], { cwd: folder })
  t.match(ran, { code: 1, stdout: /^71 requests recorded/, stderr: /large\.har, entry 4: .*\nearshot: 1 of 72 entries was refused\n/ })
  t.equal((await list(replica, session)).length, 71)
  t.match(await earshot.run(['import', 'large.har', '--session', session], { cwd: folder }), { code: 1 })
  t.equal((await list(replica, session)).length, 71, 'a second import adds no duplicates')
})

t.test('push reads an array, or lines as they arrive, and reports the result of each push', async t => {
  const session = newSession()
  t.match(await earshot.run(['push', session], { input: '[{"api":"/a","method":"get"},{"api":"/b"}]' }),
    { code: 1, stdout: /^1-\w+\n$/, stderr: /bad_request: method .*\nearshot: 1 of 2 pushes was refused/ })
  const child = earshot.spawn(['push', session, '--json'])
  for (const api of ['/c', '/d']) {
    child.stdin.write(`{"api":"${api}","method":"GET"}\n\n`)
    t.match(await said(child.stdout, /\n/), /^\{"id":"\d-\w+"\}\n$/, 'before the input ends')
  }
  child.stdin.end('{no json\n')
  t.same(await once(child, 'exit'), [2, null])
  t.same((await list(replica, session)).map(({ api }) => api), ['/a', '/c', '/d'])
  t.match(await earshot.run(['push', session, '--url', NOWHERE], { input: '{"api":"/e","method":"GET"}\n' }), { code: 3 })
})

t.test('diff reports new, removed and changed requests, and ignores ids in paths', async t => {
  const [a, b] = [newSession(), newSession()]
  const ok = { timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' }
  for (const api of ['/v1/orders/17', '/old', '/same']) await pushed(replica, a, { ...ok, api })
  for (const api of ['/v1/orders/4711', '/new', '/same']) {
    await pushed(replica, b, { ...ok, api, ...api.includes('orders') && { response: '{"code":1001}' } })
  }
  const { code, stdout } = await earshot.run(['diff', a, b])
  t.equal(code, 1)
  t.same(stdout.split('\n').map(line => line.replace(/ +/g, ' ')),
    ['~ GET /v1/orders/* 200 -> 200 [1001] 5 ms -> 5 ms', '- GET /old 200 -> none', '+ GET /new none -> 200', '1 endpoint is the same', ''])
  const json = await earshot.run(['diff', a, b, '--json', '--all', '--filter', 'path:/same'])
  t.equal(json.code, 0)
  t.match(JSON.parse(json.stdout), { difference: 'same', api: 'GET /same', a: { count: 1, outcomes: { 200: 1 }, p50: 5 } })
})

t.test('reports that something other than Earshot answers at the URL', async t => {
  const server = createServer(socket => {
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const args of [['export'], ['wait', '--timeout', '20s'], ['watch']]) {
    const [command = '', ...others] = args
    t.match(await earshot.run([command, newSession(), ...others, '--url', url]),
      { code: 3, stderr: /^(?:Watching .*\n)?earshot: Something other than Earshot answers at / }, command)
  }
  const mute = createServer(socket => { socket.on('error', () => {}).end('220 mail.example\r\n') }).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  t.teardown(() => mute.close())
  t.match(await earshot.run(['export', newSession(), '--url', `http://127.0.0.1:${(mute.address() as AddressInfo).port}`]),
    { code: 3, stderr: /^earshot: Something other/ })
})
