// earshot record against a real service, with real programs and workers that end in every way.
import t from 'tap'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GivenRule } from '../../src/schema/rule.js'
import { list, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startRelay } from '../support/relay.js'
import { startReplica } from '../support/replica.js'
import { written } from '../support/rules.js'
import { until } from '../support/until.js'
import { BUILT, Earshot, said } from './earshot.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
const target = createServer((request, reply) => {
  request.resume().on('end', () => {
    if (!request.url?.startsWith('/hang')) reply.writeHead(request.url?.startsWith('/bad') ? 500 : 200).end('done')
  })
}).listen(0, '127.0.0.1')
await once(target, 'listening')
t.teardown(() => { target.closeAllConnections(); target.close() })
const api = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
const node = (program: string) => ['--', process.execPath, '-e', program]
const recorded = async (session: string) => (await list(replica, session)).map(({ api: address, note, responseHeader }) =>
  [address.replace(api, ''), responseHeader.split(' ')[1]?.trim(), note])

t.test('passes on signals, and exits with the code of the program, as a shell does', async t => {
  const [session, page] = ['a-json-session-', `${replica.url}/?sessionId=a-json-session-`]
  const { code, stderr } = await earshot.run([
    'record', '--json', '--session', session, ...node('process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)')
  ])
  t.same([code, ...stderr.trim().split('\n').map(line => JSON.parse(line) as object)],
    [143, { session, page }, { requests: 0, errors: 0, lost: 0 }])
  const child = earshot.spawn([
    'record',
    ...node('process.on("SIGINT", () => { console.log("interrupted"); process.exit(9) }); setInterval(() => {}, 1000); console.log("up")')
  ])
  await said(child.stdout, /up/)
  child.kill('SIGINT')
  t.same(await once(child, 'exit'), [9, null])
  const given = { input: 'its input\n', env: { NODE_OPTIONS: '--no-warnings' } }
  t.match(await earshot.run(['record', '--', 'sh', '-c', 'cat; echo "$NODE_OPTIONS"'], given),
    { code: 0, stdout: /^its input\n.*--no-warnings.*--require="[^"]*earshot-node\.cjs"/ })
})

t.test('at the end it prints what was recorded and where, or why nothing was', async t => {
  const session = newSession()
  const { stderr } = await earshot.run(['record', '--session', session, ...node(`fetch('${api}/bad').then(() => fetch('${api}/good'))`)])
  const page = `${replica.url}/?sessionId=${session}`
  t.equal(stderr, `Recording: ${page}\n2 requests, 1 error: ${page}\n`)
  t.match((await earshot.run(['record', '--', 'sh', '-c', 'exit 4'])),
    { code: 4, stderr: /\nNo requests were recorded\. The program sent none, or it is not a Node program\. For .*, use earshot proxy\.\n$/ })
  t.same(await earshot.run(['record', '--session', session, ...node('')]),
    { code: 0, stdout: '', stderr: `Recording: ${page}\nNo requests were recorded. The program sent none, or sent them in a way that cannot be recorded: see earshot record --help.\n` })
  t.match(await earshot.run(['record', '--', 'sh', '-c', `${process.execPath} -e ''; sleep 0.3`]),
    { code: 0, stderr: /\nNo requests were recorded\. The program sent none, or .* see earshot record --help\.\n$/ }, 'also if the process has ended long before')
  t.match((await earshot.run(['record', '--', 'npm', '--version'])),
    { code: 0, stderr: / Requests of npm itself are recorded only with --all\.\n$/ })
})

t.test('checks the right to push before it runs the program, without recording anything', async t => {
  const guarded = await startReplica(t, redis, { PUSH_TOKENS: 'push-token', VIEW_TOKENS: 'view-token' })
  const foreign = createServer((_request, reply) => reply.end('{}')).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  t.teardown(() => foreign.close())
  const session = newSession()
  for (const [env, says] of [
    [{ EARSHOT_URL: guarded.url, EARSHOT_TOKEN: 'view-token' }, /^earshot: .* answered 401 \(.*\): set EARSHOT_TOKEN to a token that allows this\n$/],
    [{ EARSHOT_URL: `http://127.0.0.1:${(foreign.address() as AddressInfo).port}` }, /^earshot: Something other than Earshot answers/]
  ] as const) t.match(await earshot.run(['record', ...node('console.log("run")')], { env }), { code: 3, stdout: '', stderr: says })
  const env = { EARSHOT_URL: guarded.url, EARSHOT_TOKEN: 'push-token' }
  t.match(await earshot.run(['record', '--session', session, ...node('')], { env }), { code: 0 })
  t.match(await earshot.run(['wait', session, '--none', '-t', '0']), { code: 2 }, 'no session was created')
})

t.test('requests are recorded however a process ends, and unfinished ones say so', async t => {
  for (const [how, code] of [
    ['process.exit(3)', 3], ['process.kill(process.pid, "SIGTERM")', 143], ['process.kill(process.pid, "SIGKILL")', 137]
  ] as const) {
    const session = newSession()
    const program = `const http = require('http'); http.get('${api}/hang').on('error', () => {}); http.get('${api}/done', answer => answer.resume().on('end', () => { ${how} }))`
    const ran = await earshot.run(['record', '--session', session, ...node(program)])
    t.match(ran, { code, stderr: /\n2 requests, 1 error: / }, how)
    t.same(await recorded(session), [['/hang', '0', 'the process ended'], ['/done', '200', undefined]], how)
  }
})

t.test('a program that sends many requests writes them less often, and all are recorded when it exits', async t => {
  const session = newSession()
  const program = `const http = require('http'); const agent = new http.Agent({ keepAlive: true, maxSockets: 10 }); let open = 400
    for (let n = open; n > 0; n--) http.get('${api}/done', { agent }, answer => answer.resume().on('end', () => { if (--open === 0) process.exit() }))`
  t.match(await earshot.run(['record', '--session', session, ...node(program)]), { code: 0, stderr: /\n400 requests, 0 errors: / })
  t.same(await recorded(session), Array.from({ length: 400 }, () => ['/done', '200', undefined]))
})

t.test('records a Node with --permission, which sees no other options', async t => {
  const file = join(t.testdir({
    'app.js': `require('http').get('${api}/done', answer => answer.resume().on('end', () => console.log(process.execArgv)))`
  }), 'app.js')
  const known = ['--permission', '--experimental-permission'].find(option => process.allowedNodeEnvironmentFlags.has(option)) ?? ''
  const options = [known, ...process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [], '--no-warnings', `--allow-fs-read=${file}`]
  const session = newSession()
  const { stdout } = await promisify(execFile)(process.execPath, [...options, file])
  t.match(await earshot.run(['record', '--session', session, '--', process.execPath, ...options, file]), { code: 0, stdout })
  t.same(await recorded(session), [['/done', '200', undefined]])
})

t.test('records workers whose code is given as text, and workers and processes that are killed', async t => {
  const session = newSession()
  const worker = (path: string) =>
    `fetch('${api}${path}').then(r => r.text()).then(() => require('worker_threads').parentPort.postMessage(1)); setInterval(() => {}, 1000)`
  await writeFile(join(t.testdir(), 'worker.cjs'), worker('/file'))
  const program = `
    const { Worker } = require('worker_threads')
    for (const worker of [new Worker(${JSON.stringify(worker('/text'))}, { eval: true }), new Worker(${JSON.stringify(join(t.testdirName, 'worker.cjs'))})]) worker.on('message', () => worker.terminate())
    const fork = require('child_process').fork(${JSON.stringify(join(t.testdirName, 'fork.cjs'))}).on('message', () => fork.kill('SIGKILL'))`
  await writeFile(join(t.testdirName, 'fork.cjs'),
    `fetch('${api}/fork').then(r => r.text()).then(() => process.send(1)); setInterval(() => {}, 1000)`)
  t.match(await earshot.run(['record', '--session', session, ...node(program)]),
    { code: 0, stdout: '', stderr: /\n3 requests, 0 errors: / })
  t.same((await recorded(session)).sort(), [['/file', '200', undefined], ['/fork', '200', undefined], ['/text', '200', undefined]])
})

t.test('omits requests of package managers, but not of programs that they run; --all keeps them', async t => {
  const folder = join(t.testdir(), 'node_modules/npm/bin')
  await mkdir(folder, { recursive: true })
  const main = join(folder, 'npm-cli.js')
  await writeFile(main,
    `fetch('${api}/registry').then(() => require('child_process').spawn(process.execPath, ['-e', "fetch('${api}/app')"]))`)
  for (const [options, paths] of [[[], ['/app']], [['--all'], ['/registry', '/app']]] as const) {
    const session = newSession()
    await earshot.run(['record', '--session', session, ...options, '--', process.execPath, main])
    t.same((await recorded(session)).map(([path]) => path), paths)
  }
})

t.test('the program ends when the parent of the command is gone', async t => {
  const starter = `const child = require('child_process').spawn(process.execPath, ${JSON.stringify([BUILT, 'record', ...node('console.log(process.pid); setInterval(() => {}, 1000)')])}, { stdio: 'inherit' })`
  const parent = spawn(process.execPath, ['-e', starter],
    { env: { ...process.env, EARSHOT_URL: replica.url, NODE_OPTIONS: '' }, stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = Number(await said(parent.stdout, /\n/))
  t.teardown(() => { try { process.kill(pid, 'SIGKILL') } catch {} })
  parent.kill('SIGKILL')
  await until('it is gone', async () => { try { return !process.kill(pid, 0) } catch { return true } })
})

t.test('an unreachable service does not affect the program; lost requests are counted, and no files remain', async t => {
  let isAway = false
  const port = await startRelay(t, Number(new URL(replica.url).port), async () => !isAway)
  const program = `process.stdin.once('data', () => fetch('${api}/lost').then(() => process.exit(6))); console.log('up')`
  const child = earshot.spawn(['record', ...node(program)], { env: { EARSHOT_URL: `http://127.0.0.1:${port}`, TMPDIR: t.testdir() } })
  await said(child.stdout, /up/)
  isAway = true
  const telling = said(child.stderr, /not delivered/)
  child.stdin.write('now\n')
  t.match(await telling, /\n1 request, 0 errors, 1 push not delivered \(.+\): http/)
  t.same(await once(child, 'exit'), [6, null])
  t.same(await readdir(t.testdirName), [])
})

t.test('--rules: rules of the session apply from the first request on, also in a program that ends at once', async t => {
  const session = newSession()
  const pay = { name: 'no pay', match: 'path:=/pay', action: { type: 'respond', status: 503, body: { text: 'away' } } }
  const written = await fetch(`${replica.url}/capture/rules?sessionId=${session}`, {
    method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules: [pay] })
  })
  t.equal(written.status, 200)
  const program = `
    const ask = async ask => { const answer = await ask('${api}/pay'); console.log(answer.status ?? answer.statusCode) }
    ask(fetch)
    require('node:http').get('${api}/pay', answer => { console.log(answer.resume().statusCode) })
    ask(require('undici').request)`
  const given = (...options: string[]) => ['record', '--session', session, ...options, ...node(program)]
  const ruled = await earshot.run(given('--rules'))
  t.same([ruled.code, ruled.stdout], [0, '503\n503\n503\n'])
  t.same((await list(replica, session)).map(({ rule }) => rule?.name), ['no pay', 'no pay', 'no pay'])
  t.equal((await earshot.run(given('--rules=other.test'))).stdout, '200\n200\n200\n')
  t.equal((await earshot.run(given())).stdout, '200\n200\n200\n', 'without --rules')
})

t.test('--rules: rules that are too long for an environment variable do not keep the program from starting', async t => {
  const session = newSession()
  // Each quote takes four bytes there, and Linux allows 128 KiB.
  const rules = Array.from({ length: 40 }, (_, n): GivenRule =>
    ({ name: `${n}`, match: `path:/${n}`, action: { type: 'respond', status: 200, body: { text: '"'.repeat(1000) } } }))
  await written(t, replica, session, rules)
  const { code, stdout } = await earshot.run(['record', '--session', session, '--rules', ...node('console.log("ran")')])
  t.same([code, stdout], [0, 'ran\n'])
})

t.test('--rules: a rule that is saved while the program runs applies soon after', async t => {
  const session = newSession()
  const program = `
    const again = async () => (await fetch('${api}/later')).status === 418 ? console.log('ruled') : setTimeout(again, 50)
    again()`
  const child = earshot.spawn(['record', '--session', session, '--rules', ...node(program)])
  await until('it records', async () => (await list(replica, session)).length > 0)
  const rule = { name: 'tea', match: 'path:=/later', action: { type: 'respond', status: 418 } }
  await fetch(`${replica.url}/capture/rules?sessionId=${session}`, {
    method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules: [rule] })
  })
  await said(child.stdout, /ruled/)
  t.same(await once(child, 'exit'), [0, null])
})
