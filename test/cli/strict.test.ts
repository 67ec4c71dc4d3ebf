// What the commands refuse rather than answer with a yes that nobody meant, and what they are told of codes.
import t from 'tap'
import { newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot } from './earshot.js'

const replica = await startReplica(t, await startRedis(t))
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })

t.test('a filter that hardly means what it says is refused by every command, before anything is asked', async t => {
  const session = newSession()
  for (const [command, filter, said] of [
    ['wait', 'is:eror', 'is: does not take "eror", did you mean error?'],
    ['wait', 'staus:5xx', 'there is no key "staus", did you mean status:?'],
    ['watch', 'status:abc', 'status: does not take "abc"; it takes 404, 4xx'],
    ['export', '(status:500', 'a bracket of (status:500 has no other half'],
    ['diff', 'method:', 'method: has no value'],
    ['export', 'status:"not', 'a quote in status:"not never closes']
  ] as const) {
    const { code, stdout, stderr } = await earshot.run([command, session, ...command === 'diff' ? [session] : [], '--filter', filter, ...command === 'wait' ? ['--none'] : []])
    t.same([code, stdout], [2, ''], filter)
    t.ok(stderr.includes(said), stderr)
  }
  await pushed(replica, session, { api: '/a?q=(staus:5xx', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  await pushed(replica, session, { api: '/b', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  const { stdout } = await earshot.run(['export', session, '--format', 'ndjson', '--text', '(staus:5xx', '--filter', 'status:200 OR status:500'])
  t.match(JSON.parse(stdout), { api: '/a?q=(staus:5xx', status: 200, verdict: 'fine' })
})

t.test('--ok-codes says which codes are none of an error', async t => {
  const session = newSession()
  await pushed(replica, session, { api: 'https://a.example/x', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK', response: '{"code":10001,"msg":"queued"}' })
  t.match(await earshot.run(['wait', session, '--filter', 'is:error', '--timeout', '1s']), { code: 0, stdout: /\[code 10001: queued\] a\.example\/x\n$/ })
  for (const codes of ['10001', 'a.example=10001', '7,a.example=10001']) {
    t.match(await earshot.run(['export', session, '--filter', 'is:error', '--ok-codes', codes]), { code: 1 }, codes)
  }
  const { stdout } = await earshot.run(['export', session, '--filter', 'is:error', '--ok-codes', 'b.example=10001', '--format', 'ndjson'])
  t.match(JSON.parse(stdout), { verdict: 'application-error' })
  t.match(await earshot.run(['export', session, '--ok-codes', 'a.example=']), { code: 2, stderr: /list of codes such as/ })
  t.match(await earshot.run(['push', session, '--api', '/x', '--status', 'OK']), { code: 2, stderr: /must be a status such as 201/ })
})
