// earshot diff: it fails if there is nothing to compare. All commands that read a session have the same exit code if the session does not
// exist.
import t from 'tap'
import { join } from 'node:path'
import { newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot, ROOT } from './earshot.js'

const replica = await startReplica(t, await startRedis(t))
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
const HAR = join(ROOT, 'test/data/shop.har')
const complete = { timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' }

t.test('diff exits with 2 if there is nothing to compare, unless --allow-empty accepts that', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/a', ...complete })
  for (const [a, b] of [[HAR, HAR], [session, HAR], [session, session]] as const) {
    t.same(await earshot.run(['diff', a, b, '-f', 'path:/nope']), {
      code: 2,
      stdout: '',
      stderr: 'earshot: There is nothing to compare: neither side has a request that matches path:/nope. To accept that, add --allow-empty\n'
    })
  }
  t.same(await earshot.run(['diff', HAR, HAR, '-f', 'path:/nope', '--allow-empty']),
    { code: 0, stdout: 'No differences; 0 endpoints are the same\n', stderr: '' })
  t.match(await earshot.run(['diff', session, HAR, '-f', 'path:=/a']), { code: 1, stdout: /^- +GET \/a / }, 'one side has a match')
})

t.test('every command that reads a session exits with 2 if there is none, and says why', async t => {
  const why = 'nothing was recorded to it, or it has expired'
  for (const args of [
    ['export', 'nobody-knows-it'],
    ['diff', 'nobody-knows-it', HAR],
    ['diff', HAR, 'nobody-knows-it'],
    ['wait', 'nobody-knows-it', '--none', '-t', '0'],
    ['rules', 'from', newSession(), 'nobody-knows-it'],
    ['rules', 'export', 'msw', 'nobody-knows-it']
  ]) {
    const { code, stdout, stderr } = await earshot.run(args)
    const what = args[0] === 'export' || args[0] === 'wait'
      ? 'There is no session nobody-knows-it'
      : 'There is no file nobody-knows-it, and no session with that id'
    t.same([code, stdout, stderr.split('. To accept')[0]?.trim()], [2, '', `earshot: ${what}: ${why}`], args.join(' '))
  }
  t.match(await earshot.run(['diff', 'nobody-knows-it', 'nobody-knows-it', '--allow-empty']), { code: 0 })
})

t.test('a session that exists, but has no request that matches, is a negative result', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/a', ...complete })
  const nothing = { code: 1, stderr: new RegExp(`^earshot: There is no request in (?:session )?${session} that matches path:/nope\\n$`) }
  t.match(await earshot.run(['export', session, '-f', 'path:/nope']), nothing)
  t.match(await earshot.run(['rules', 'from', newSession(), session, '-f', 'path:/nope']), nothing)
  await fetch(`${replica.url}/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  t.match(await earshot.run(['export', session]), { code: 1, stderr: /^earshot: There is no request in session/ }, 'cleared')
  t.match(await earshot.run(['diff', session, session]), { code: 2, stderr: /There is nothing to compare: neither side has a request\. / })
})

t.test('a reply that denies success reads as a failure', async t => {
  const [before, after] = [newSession(), newSession()]
  await pushed(replica, before, { api: '/a', ...complete, response: '{"success":true}' })
  await pushed(replica, after, { api: '/a', ...complete, response: '{"success":false}' })
  t.match(await earshot.run(['diff', before, after]), { code: 1, stdout: /^~ +GET \/a +200 +-> +200 \[success: false\] / })
})
