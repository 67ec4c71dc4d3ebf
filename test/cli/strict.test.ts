// Mistakes that the commands refuse, instead of succeeding by accident; and the exit codes.
import t from 'tap'
import { newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot } from './earshot.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })

t.test('every command refuses a filter with a likely mistake, before it asks the service', async t => {
  const session = newSession()
  for (const [command, filter, said] of [
    ['wait', 'is:eror', 'the key "is" does not take "eror". Did you mean "error"?'],
    ['wait', 'staus:5xx', 'there is no key "staus". Did you mean "status:"?'],
    ['watch', 'status:abc', 'the key "status" does not take "abc"; it takes values such as 404, 4xx'],
    ['export', '(status:500', '"(status:500" has an unmatched bracket'],
    ['diff', 'method:', '"method:" has no value'],
    ['export', 'status:"not', 'a quotation mark is never closed: status:"not'],
    ['wait', 'is :error', '"is :error" would be searched for as text. Did you mean "is:error"?'],
    ['wait', 'status:500 OR', 'OR needs a term on each side'],
    ['wait', '()', '"()" contains no term']
  ] as const) {
    const { code, stdout, stderr } = await earshot.run([
      command, session, ...command === 'diff' ? [session] : [], '--filter', filter, ...command === 'wait' ? ['--none'] : []
    ])
    t.same([code, stdout], [2, ''], filter)
    t.ok(stderr.includes(said), stderr)
  }
  await pushed(replica, session, { api: '/a?q=(staus:5xx', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  await pushed(replica, session, { api: '/b', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  const { stdout } = await earshot.run([
    'export', session, '--format', 'ndjson', '--text', '(staus:5xx', '--filter', 'status:200 OR status:500'
  ])
  t.match(JSON.parse(stdout), { api: '/a?q=(staus:5xx', status: 200, verdict: 'fine' })
})

t.test('--filter and --text, given several times, match what all of them match', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/a', timeConsuming: 5, responseHeader: 'HTTP/1.1 500 No', response: 'one two' })
  await pushed(replica, session, { api: '/b', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  for (const [given, code] of [
    [['-f', 'is:error', '-f', 'path:/a'], 0],
    [['-f', 'is:error', '-f', 'path:/b'], 1],
    [['-f', 'path:/b', '-f', 'is:error'], 1],
    [['-f', 'path:/a OR path:/c', '-f', 'path:/b OR is:error', '--text', 'two', '--text', 'one'], 0],
    [['--text', 'nowhere', '--text', 'one'], 1],
    [['--text', 'one', '--text', 'nowhere'], 1],
    [['-f', '', '-f', 'path:/c'], 1]
  ] as const) t.match(await earshot.run(['wait', session, '-t', '0', ...given]), { code }, given.join(' '))
  t.match(await earshot.run(['wait', session, '--none', '-t', '0', '-f', 'is:error', '-f', 'path:/b']), { code: 0 })
  t.match(await earshot.run(['wait', session, '-t', '0', '-f', '(path:/a', '-f', 'path:/b)']), { code: 2, stderr: /unmatched bracket/ })
  const { code, stdout } = await earshot.run(['export', session, '-f', 'status:5xx', '-f', '/^.a$/', '--format', 'ndjson'])
  t.equal(code, 0)
  t.match(JSON.parse(stdout), { api: '/a' })
})

t.test('an empty --text, which every request contains, and an option that is given twice but counts once, are refused', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/a', timeConsuming: 5, responseHeader: 'HTTP/1.1 500 No' })
  t.match(await earshot.run(['wait', session, '-t', '0', '--text', '']), { code: 2, stderr: /'--text <text>' argument '' is invalid\. It must not be empty: every / })
  for (const args of [
    ['wait', session, '-c', '9', '-t', '0', '--count=1'],
    ['push', session, '--api', '/b', '--api', '/c'],
    ['rules', 'add', session, '', '--status', '500', '--status', '503']
  ]) t.match(await earshot.run(args), { code: 2, stdout: '', stderr: /^error: option '.+' was given twice: only one value would count\n\(usage: .*; see: / })
  t.match(await earshot.run(['wait', session, '-t', '0', '--json', '--json']), { code: 0 }, 'options without a value count once anyway')
})

t.test('--none needs an existing session, and succeeds only after it has read the whole session', async t => {
  const session = newSession()
  const none = (session: string, filter: string, ...others: string[]) =>
    earshot.run(['wait', session, '--none', '--filter', filter, ...others])
  t.match(await none(session, 'is:error', '-t', '0'), {
    code: 2,
    stderr: `earshot: There is no session ${session}: nothing was recorded to it, or it has expired. To accept that, add --allow-empty\n`
  })
  t.same(await none(session, 'is:error', '-t', '0', '--allow-empty'), { code: 0, stdout: '', stderr: '' })
  t.match(await earshot.run(['wait', session, '--allow-empty']), { code: 2, stderr: /--allow-empty needs --none/ })
  const comes = none(session, 'is:error', '-t', '20s')
  await pushed(replica, session, { api: '/late', timeConsuming: 5, responseHeader: 'HTTP/1.1 500 No' })
  t.match(await comes, { code: 1, stdout: /\/late\n$/ }, 'the session may be created later')
  await fetch(`${replica.url}/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  t.same(await none(session, 'is:error', '-t', '0'), { code: 0, stdout: '', stderr: '' }, 'a cleared session still exists')
  t.match(await none(session, 'is:error', '-t', '0', '--url', 'http://127.0.0.1:9'), { code: 3, stderr: /Cannot reach/ })
})

t.test('requests that were evicted before cannot be checked, so the result is unknown', async t => {
  const tight = await startReplica(t, redis, { MAX_ENTRIES: '3' })
  const session = newSession()
  const push = async (api: string, status: number) =>
    await pushed(tight, session, { api, timeConsuming: 5, responseHeader: `HTTP/1.1 ${status} A` })
  const wait = async (...args: string[]) => await earshot.run(['wait', session, '-t', '0', ...args, '--url', tight.url])
  await push('/first', 500)
  for (const n of [1, 2]) await push(`/fine/${n}`, 200)
  t.match(await wait('--none', '-f', 'status:404'), { code: 0 })
  for (const n of [3, 4]) await push(`/fine/${n}`, 200)
  const sentence = /^earshot: It is unknown whether a request matched is:error\. The session has 3 requests\. 2 older ones were evicted: /
  const unknown = { code: 3, stderr: sentence }
  t.match(await wait('--none', '-f', 'is:error'), unknown)
  t.match(await wait('-f', 'is:error'), unknown)
  t.match(await wait('-f', 'path:/fine', '-c', '3'), { code: 0 })
  t.match(await wait('--none', '-f', 'is:error', '--allow-evicted'), { code: 0, stderr: '' })
  t.match(await wait('-f', 'is:error', '--allow-evicted'), { code: 1, stderr: /No request matched is:error/ })
  await fetch(`${tight.url}/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  await push('/fine/5', 200)
  t.match(await wait('--none', '-f', 'is:error'), { code: 0, stderr: '' }, 'after a clear, nothing was evicted')
})

t.test('without time to wait, an unreachable service is reported once, with the reason', async t => {
  const { code, stderr } = await earshot.run(['wait', newSession(), '-t', '0', '--url', 'http://127.0.0.1:9'])
  t.equal(code, 3)
  t.match(stderr, /^earshot: Cannot reach http:\/\/127\.0\.0\.1:9 \((?!no answer).*\).*\n$/)
})

t.test('existing requests are checked first, however short the timeout is', async t => {
  const session = newSession()
  const pushes = Array.from({ length: 400 }, (_, n) => ({
    api: `/many/${n}`,
    method: 'GET',
    timeConsuming: 5,
    response: 'x'.repeat(20_000),
    responseHeader: `HTTP/1.1 ${n === 399 ? 500 : 200} OK`
  }))
  for (let n = 0; n < 400; n += 100) {
    await fetch(`${replica.url}/capture/batch?sessionId=${session}`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(pushes.slice(n, n + 100)) })
  }
  for (const timeout of ['0', '1ms']) {
    t.match(await earshot.run(['wait', session, '-f', 'status:500', '-t', timeout]), { code: 0, stdout: /\/many\/399\n$/ })
    t.match(await earshot.run(['wait', session, '-f', '/^.many.399$/', '-t', timeout]), { code: 0, stdout: /\/many\/399\n$/ },
      'regular expressions are evaluated by the command')
    t.match(await earshot.run(['wait', session, '-f', 'status:404', '-t', timeout]), { code: 1, stderr: /\. The session has 400 requests\.\n/ })
  }
  t.match(await earshot.run(['wait', session, '-f', 'status:200', '-c', '399', '-t', '0', '--json']),
    { code: 0, stdout: /^(?:\{.*\}\n){399}$/ })
})

t.test('wait says if nothing was recorded to the session: its id may be wrong', async t => {
  const session = newSession()
  t.same(await earshot.run(['wait', session, '-f', 'path:/a', '-t', '0']), {
    code: 1,
    stdout: '',
    stderr: `earshot: No request matched path:/a. There is no session ${session}: nothing was recorded to it, or it has expired.\n`
  })
})

t.test('with --count, it says how many requests matched before the timeout', async t => {
  const session = newSession()
  for (const api of ['/a', '/a', '/b']) await pushed(replica, session, { api, timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  t.same(await earshot.run(['wait', session, '-f', 'path:/a', '-c', '3', '-t', '0']),
    { code: 1, stdout: '', stderr: 'earshot: Only 2 requests matched path:/a; 3 were expected. The session has 3 requests.\n' })
})

t.test('--ok-codes says which codes are not errors', async t => {
  const session = newSession()
  await pushed(replica, session,
    { api: 'https://a.example/x', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK', response: '{"code":10001,"msg":"queued"}' })
  t.match(await earshot.run(['wait', session, '--filter', 'is:error', '--timeout', '1s']),
    { code: 0, stdout: /\[code 10001: queued\] a\.example\/x\n$/ })
  for (const codes of ['10001', 'a.example=10001', '7,a.example=10001']) {
    t.match(await earshot.run(['export', session, '--filter', 'is:error', '--ok-codes', codes]), { code: 1 }, codes)
  }
  const { stdout } = await earshot.run(['export', session, '--filter', 'is:error', '--ok-codes', 'b.example=10001', '--format', 'ndjson'])
  t.match(JSON.parse(stdout), { verdict: 'application-error' })
  t.match(await earshot.run(['export', session, '--ok-codes', 'a.example=']), { code: 2, stderr: /list of codes such as/ })
  t.match(await earshot.run(['push', session, '--api', '/x', '--status', 'OK']), { code: 2, stderr: /must be a status such as 201/ })
})
