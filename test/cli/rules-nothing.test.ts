// earshot rules: if a recording gives no rules, or no rule can be exported, the message says why.
import t from 'tap'
import { newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot } from './earshot.js'

const replica = await startReplica(t, await startRedis(t))
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
const of = (url: string, _resourceType: string) =>
  ({ request: { method: 'GET', url }, response: { status: 200, content: {} }, time: 1, _resourceType })
const har = (...entries: object[]) => JSON.stringify({ log: { entries } })
const FORMATS = ['json', 'msw', 'playwright']

t.test('a recording without requests differs from one whose requests are only for pages, scripts and images', async t => {
  const session = newSession()
  const pages = har(of('http://a.test/index.html', 'document'), of('http://a.test/x.png', 'image'), { request: {}, _resourceType: 'image' })
  for (const [input, filter, says] of [
    [har(), [], 'There is no request in stdin'],
    [pages, [], 'stdin has no request that a script made; its 2 requests are for pages, styles, scripts and images'],
    [pages, ['-f', 'path:/x'],
      'stdin has no request that a script made and that matches path:/x; its 1 request that matches is for pages, styles, scripts and images'],
    [pages, ['-f', 'path:/nope'], 'There is no request in stdin that matches path:/nope']
  ] as const) {
    for (const command of [['from', session, '-'], ...FORMATS.map(format => ['export', format, '-'])]) {
      t.same(await earshot.run(['rules', ...command, ...filter], { input }), { code: 1, stdout: '', stderr: `earshot: ${says}\n` }, command.join(' '))
    }
  }
})

t.test('the same of a session; errors of a page are no requests', async t => {
  const session = newSession()
  await pushed(replica, session, { api: 'http://a.test/', via: 'error', timeConsuming: 1 })
  const from = async () => (await earshot.run(['rules', 'from', newSession(), session])).stderr
  t.equal(await from(), `earshot: There is no request in ${session}\n`)
  await pushed(replica, session, { api: 'http://a.test/x.png', via: 'resource', timeConsuming: 1, responseHeader: 'HTTP/1.1 200 OK' })
  t.equal(await from(), `earshot: ${session} has no request that a script made; its 1 request is for pages, styles, scripts and images\n`)
})

t.test('rules as MSW handlers: no rule, all switched off, or none that can be written', async t => {
  const session = newSession()
  const add = async (...rules: object[]) =>
    await earshot.run(['rules', 'add', session, '--file', '-'], { input: JSON.stringify(rules) })
  const msw = async () => (await earshot.run(['rules', 'export', 'msw', session, '--current'])).stderr
  const change = { name: 'Free', match: 'path:=/me', action: { type: 'change', response: { merge: { plan: 'free' } } } }
  t.equal(await msw(), `earshot: There are no rules in session ${session}\n`)
  await add({ ...change, enabled: false })
  t.equal(await msw(), `earshot: Every rule of session ${session} is switched off individually: switch one on in the viewer\n`)
  await add(change)
  t.equal(await msw(), `earshot: No rule of session ${session} that is switched on can be written as an MSW handler\n` +
    'Left out: Free, because it changes a real request or its response\n')
})

t.test('--replace is advised only where it makes room', async t => {
  const session = newSession()
  const input = har(...Array.from({ length: 101 }, (_, n) => of(`http://a.test/${n}`, 'fetch')))
  const full = async (...options: string[]) => {
    const { stdout, stderr } = await earshot.run(['rules', 'from', session, '-', ...options], { input })
    return stdout + stderr
  }
  t.match(await full(), /512 KiB \(select fewer requests with --filter\)/, 'there were no rules')
  t.match(await full(), /512 KiB \(remove the existing rules with --replace, or select fewer/)
  t.match(await full('--replace'), /512 KiB \(select fewer requests with --filter\)/)
})

t.test('a filter that no rule can have is not called unclear', async t => {
  const add = async (filter: string) => await earshot.run(['rules', 'add', newSession(), filter, '--pass'])
  const cannot = (why: string) => ({ code: 2, stdout: '', stderr: new RegExp(`^earshot: A rule cannot have this filter: ${why}`) })
  t.match(await add('status:500'), cannot('"status" is not known when a request starts; the filter of a rule may have only text'))
  t.match(await add('/^.v1/'), cannot('a rule may have no regular expression'))
  t.match(await add(Array.from({ length: 1000 }, (_, n) => `a${n}`).join(' ')), cannot('the filter of a rule may have'))
  t.match(await add('path:=/a'), { code: 0, stdout: /^\S+ {2}path:=\/a: pass\n$/ })
})
