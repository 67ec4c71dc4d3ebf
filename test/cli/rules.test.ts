// earshot rules, run as a user does, against a real service.
import t from 'tap'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Respond, Rule, RulesReply } from '../../src/schema/rule.js'
import { newSession, pushed } from '../support/client.js'
import { matchEach } from '../support/match-each.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot, ROOT } from './earshot.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const guarded = await startReplica(t, redis, { PUSH_TOKENS: 'push', VIEW_TOKENS: 'view', RULE_TOKENS: 'rule', RULES: 'on' })
const without = await startReplica(t, redis, { RULES: 'off' })
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
const rules = async (session: string): Promise<Rule[]> =>
  (JSON.parse((await earshot.run(['rules', 'list', session, '--json'])).stdout) as RulesReply).rules
const add = async (session: string, ...args: string[]) => await earshot.run(['rules', 'add', session, ...args])

t.test('a rule from a filter is added before the others, listed, switched off and on, and removed', async t => {
  const session = newSession()
  t.same(await earshot.run(['rules', session]), { code: 0, stdout: 'There are no rules.\n', stderr: '' })
  t.match(await add(session, 'path:/search', '--delay', '800-3000', '--chance', '30%'),
    { code: 0, stdout: /^[\w-]+ {2}path:\/search: wait 800 ms to 3\.00 s, 30% of matching requests\n$/, stderr: '' })
  t.match(await add(session, 'method:POST path:=/v1/pay', '--status', '503', '--body', '{"error":"busy"}', '--times', '2', '--name', 'Pay is busy', '--for', '8h'),
    { code: 0, stdout: /Pay is busy: answer 503, 2 times\n$/ })
  const [pay, search] = await rules(session)
  t.match(pay, {
    match: 'method:POST path:=/v1/pay',
    times: 2,
    enabled: true,
    action: { type: 'respond', status: 503, body: { text: '{"error":"busy"}' } }
  })
  t.same((pay!.action as Respond).headers, [{ name: 'Content-Type', value: 'application/json' }])
  t.match(search, { chance: 30 })
  t.same(search!.action, { type: 'delay', ms: [800, 3000] })
  const hoursLeft = Math.round((pay!.expires - Date.now()) / 3_600_000)
  t.equal(hoursLeft, 8)
  const listed = (await earshot.run(['rules', session])).stdout
  t.match(listed, /^[\w-]+ {2}Pay is busy +answer 503, 2 times +method:POST path:=\/v1\/pay +ends in 480 min\n[\w-]+ {2}path:\/search .* ends in 60 min\n$/)
  const said = `All rules are off. To switch them on: earshot rules on ${session}\n`
  const off = await earshot.run(['rules', 'off', session])
  t.match(off, { code: 0, stdout: /^.*\n.*, off\n.*, off\n$/ })
  t.ok(off.stdout.startsWith(said), off.stdout)
  t.equal((await add(session, 'path:/x', '--pass')).stderr, said)
  t.notMatch((await earshot.run(['rules', 'on', session])).stdout, /off/)
  t.match(await earshot.run(['rules', 'remove', session, search!.id, 'r-none']), { code: 1, stderr: /There is no rule r-none in session .*: nothing was removed/ })
  t.equal((await rules(session)).length, 3)
  t.equal((await earshot.run(['rules', 'remove', session, search!.id])).code, 0)
  t.notMatch((await rules(session)).map(({ name }) => name).join(), /search/)
  t.match(await earshot.run(['rules', 'remove', session]), { code: 0, stdout: 'There are no rules.\n' })
})

t.test('a rule from a request answers as recorded, unless an option says otherwise', async t => {
  const session = newSession()
  const response = JSON.stringify({ text: 'x'.repeat(5000) })
  const id = await pushed(replica, session, {
    api: 'https://api.test/v1/pay', method: 'POST', timeConsuming: 5, responseHeader: 'HTTP/1.1 201 Created\nContent-Type: application/json', response
  })
  t.match(await add(session, '1'), { code: 0, stdout: /POST \/v1\/pay: answer 201\n$/ })
  t.match(await add(session, id, '--status', '500'), { code: 0 })
  t.match(await add(session, id, '--fail', 'timeout', '--json'), { code: 0, stdout: /"action":{"type":"fail","how":"timeout"}/ })
  const match = 'method:POST host:=api.test path:=/v1/pay'
  const [fail, status, recorded] = await rules(session)
  t.match(fail, { match, action: { type: 'fail', how: 'timeout' } })
  t.match(status, { match, action: { status: 500, body: { stored: String, bytes: response.length } } })
  t.notOk('statusText' in status!.action, 'the reason of another status would be wrong')
  t.match(recorded, { match, action: { status: 201, statusText: 'Created' } })
  t.same((recorded!.action as Respond).headers, [{ name: 'Content-Type', value: 'application/json' }])
  t.match(await add(session, '99', '--fail', 'network'), { code: 1, stderr: /There is no request 99 in session/ })
})

t.test('rules in files are added before the others, with new ids and ends', async t => {
  const session = newSession()
  const folder = t.testdir({ 'pixel.png': '' })
  await writeFile(join(folder, 'pixel.png'), Buffer.from([0x89, 0x50, 0xff]))
  await add(session, '/logo', '--body-file', join(folder, 'pixel.png'))
  await add(session, 'path:=/me', '--merge', '{"plan":null}')
  const before = await rules(session)
  matchEach(t, before, [{ action: { type: 'change', response: { merge: { plan: null } } } }, { action: { body: { base64: 'iVD/' } } }])
  const other = newSession()
  t.match(await earshot.run(['rules', 'add', other, '--file', '-'], { input: JSON.stringify({ rules: before }) }), { code: 0 })
  t.same((await rules(other)).map(({ match, action }) => ({ match, action })), before.map(({ match, action }) => ({ match, action })))
  const file = join(folder, 'rule.json')
  await writeFile(file, JSON.stringify([{ ...before[1], name: 'Again', expires: 1 }, { ...before[0], lifetimeMs: 7_200_000 }]))
  const added = await add(session, '--file', file)
  const after = await rules(session)
  t.same(after.map(({ name }) => name), ['Again', 'path:=/me', 'path:=/me', '/logo'])
  t.match(added, { code: 0, stdout: `${after[0]!.id}  Again: answer 200\n${after[1]!.id}  path:=/me: change response\n` })
  t.equal(new Set(after.map(({ id }) => id)).size, 4)
  t.same(after.slice(0, 2).map(({ expires }) => Math.round((expires - Date.now()) / 3_600_000)), [1, 2])
  t.equal((await add(session, '--file', file, '--for', '3h')).code, 0)
  t.same((await rules(session)).slice(0, 2).map(({ expires }) => Math.round((expires - Date.now()) / 3_600_000)), [3, 3])
})

t.test('a large body in a file is a reference, which only its own session has', async t => {
  const [session, other] = [newSession(), newSession()]
  await add(session, '/large', '--body', 'x'.repeat(5000), '--name', 'Large')
  const [large] = await rules(session)
  t.match(large, { action: { body: { stored: String, bytes: 5000 } } })
  const input = JSON.stringify({ rules: [{ name: 'Small', match: '', action: { type: 'pass' } }, large] })
  t.equal((await earshot.run(['rules', 'add', session, '--file', '-'], { input })).code, 0)
  matchEach(t, await rules(session), [{ name: 'Small' }, { action: { body: { bytes: 5000 } } }, { id: large!.id }])
  t.match(await earshot.run(['rules', 'add', other, '--file', '-'], { input }), {
    code: 2, stdout: '', stderr: /Rule 2 \("Large"\): its body is not in the file, and this session does not have it.*rules export json <session> --current/
  })
  t.same(await rules(other), [])
})

t.test('export json --current writes the rules of a session with their bodies; add --file --replace reads them back', async t => {
  const [session, other] = [newSession(), newSession()]
  const file = join(t.testdir({}), 'rules.json')
  const [text, bytes] = ['é'.repeat(5000), Buffer.alloc(5000, 200)]
  const action = { type: 'change', request: { body: { text } }, response: { body: { base64: bytes.toString('base64') } } }
  const given = [
    { name: 'Both', match: 'path:/a', action, times: 3, chance: 50, enabled: true }, { name: 'Not now', match: '', enabled: false, action: { type: 'pass' } }
  ]
  const input = JSON.stringify(given)
  t.equal((await earshot.run(['rules', 'add', session, '--file', '-'], { input })).code, 0)
  t.same(await earshot.run(['rules', 'export', 'json', session, '--current', '-o', file]), { code: 0, stdout: '', stderr: '' })
  t.same(JSON.parse(await readFile(file, 'utf8')), { rules: given })
  await add(other, 'path:/mine', '--pass')
  t.equal((await add(other, '--file', file)).code, 0)
  t.same((await rules(other)).map(({ name }) => name), ['Both', 'Not now', 'path:/mine'])
  t.equal((await add(other, '--file', file, '--replace')).code, 0)
  t.same((await rules(other)).map(({ name }) => name), ['Both', 'Not now'])
  t.same((await rules(other))[0]!.action, (await rules(session))[0]!.action, 'the same stored bodies')
  t.match(await earshot.run(['rules', 'export', 'msw', other, '--current']), { code: 1, stderr: /Left out: Both, because/ })
  await add(other, 'path:/b', '--status', '201')
  t.match(await earshot.run(['rules', 'export', 'msw', other, '--current']), { code: 0, stdout: /status: 201/, stderr: /Left out: Both/ })
  for (const [args, says] of [
    [['json', other, '--current', '--filter', 'a', '--any-host'], /--filter and --any-host cannot be used with --current/],
    [['playwright', other, '--current'], /recorded responses, not rules/], [['json', 'x', '--current'], /15 characters/]
  ] as const) t.match(await earshot.run(['rules', 'export', ...args]), { code: 2, stdout: '', stderr: says }, args.join(' '))
  t.match(await earshot.run(['rules', 'export', 'json', newSession(), '--current']), { code: 1, stderr: /There are no rules in session/ })
  t.match(await add(other, 'path:/c', '--pass', '--replace'), { code: 2, stderr: /--replace needs --file/ })
})

t.test('export json writes what from answers, for add --file', async t => {
  const session = newSession()
  const har = join(ROOT, 'test/data/shop.har')
  const { code, stdout } = await earshot.run(['rules', 'export', 'json', har, '--filter', 'path:/api/terms'])
  t.equal(code, 0)
  t.equal((await earshot.run(['rules', 'add', session, '--file', '-'], { input: stdout })).code, 0)
  const other = newSession()
  await earshot.run(['rules', 'from', other, har, '--filter', 'path:/api/terms'])
  const doing = async (of: string) => (await rules(of)).map(({ name, match, action, times }) => ({ name, match, action, times }))
  t.same(await doing(session), await doing(other))
  t.equal((await rules(session)).length, 1)
})

t.test('a file that has no rules, or options that it would ignore, are refused with a sentence', async t => {
  const session = newSession()
  const rule = { name: 'a', match: '/a', action: { type: 'pass' } }
  for (const [input, code, says] of [
    ['nonsense', 2, /stdin is not JSON/], ['null', 2, /stdin is not a list of rules: each rule needs name, match and action/],
    ['{"rules":[]}', 1, /There is no rule in stdin/], [JSON.stringify([rule, { ...rule, action: null }]), 2, /not a list of rules/],
    [JSON.stringify({ ...rule, action: { type: 'respond', status: 200, body: 'text' } }), 3, /Rule 1 \("a"\).*body/]
  ] as const) {
    t.match(await earshot.run(['rules', 'add', session, '--file', '-'], { input }), { code, stdout: '', stderr: says }, input)
  }
  const options = ['--times', '2', '--status', '503', '--name', 'b']
  t.match(await earshot.run(['rules', 'add', session, '--file', '-', ...options], { input: JSON.stringify(rule) }), {
    code: 2, stdout: '', stderr: /--status and --times and --name cannot be used with --file.*Only --for/
  })
  t.same(await rules(session), [])
})

t.test('two people who change rules at the same time lose nothing', async t => {
  const session = newSession()
  await Promise.all(['a', 'b', 'c', 'd'].map(name => add(session, `path:/${name}`, '--pass')))
  t.same((await rules(session)).map(({ match }) => match).sort(), ['path:/a', 'path:/b', 'path:/c', 'path:/d'])
})

t.test('refuses what would do nothing, or two things, with a sentence', async t => {
  const session = newSession()
  for (const [args, says] of [
    [['statsu:500', '--pass'], /Check the filter: .*Did you mean "status:"/],
    [['status:500', '--pass'], /^earshot: A rule cannot have this filter: "status" is not known when a request starts/],
    [['path:/a/', '--pass', '--status', '500'], /--status and --pass cannot be used together: a rule does one thing/],
    [['path:/a'], /Say what the rule does: give --status/],
    [[], /Give the id of a request, or a filter, or --file/],
    [['path:/a', '--fail', 'network', '--delay', '5'], /Add the rule with --fail first, then one with --delay: the newest rule is tried first/],
    [['path:/a', '--status', '302'], /200 to 599, but neither 205 \(use 204\)/],
    [['path:/a', '--status', '204', '--body', 'x'], /204 cannot have a body/],
    [['path:/a', '--delay', '9-2'], /milliseconds such as 800 or 200-1500/],
    [['path:/a', '--pass', '--for', '25h'], /between 1s and 24h/], [['path:/a', '--pass', '--for', 'soon'], /1s and 24h, such as 10m/],
    [['path:/a', '--fail', 'loudly'], /Allowed choices are network, timeout, abort/]
  ] as const) {
    const ran = await add(session, ...args)
    t.match(ran, { code: 2, stdout: '', stderr: says }, args.join(' '))
  }
  t.same(await rules(session), [])
})

t.test('a token that may only push, or only view, sets no rule', async t => {
  const session = newSession()
  const as = async (token: string, ...args: string[]) => await earshot.run(['rules', ...args], { env: { EARSHOT_URL: guarded.url, EARSHOT_TOKEN: token } })
  for (const token of ['push', 'view']) {
    t.match(await as(token, 'add', session, 'path:/a', '--pass'), { code: 3, stdout: '', stderr: /EARSHOT_TOKEN/ }, token)
  }
  t.match(await as('rule', 'add', session, 'path:/a', '--pass'), { code: 0 })
  t.match(await as('view', 'list', session), { code: 0, stdout: /path:\/a/ })
  t.match(await earshot.run(['rules', session], { env: { EARSHOT_URL: without.url } }), { code: 3, stderr: /RULES/ })
})

t.test('from answers a whole recording, and lists what it does not answer', async t => {
  const session = newSession()
  const har = join(ROOT, 'test/data/shop.har')
  await add(session, 'path:/mine', '--pass')
  const ran = await earshot.run(['rules', 'from', session, har, '--for', '2h'])
  t.match(ran, { code: 0, stderr: '' })
  const made = await rules(session)
  t.match(ran.stdout, new RegExp(`^${made.length - 1} rules answer \\d+ of \\d+ requests of .*shop\\.har: http`))
  t.match(ran.stdout, /\n\d+ more were for pages, styles, scripts and images, which rules do not answer\n/)
  t.match(ran.stdout, /\nNot answered, because the response is larger than 64 KiB:\n {2}GET 127\.0\.0\.1:8321\/api\/catalogue/)
  t.match(made[0], { match: 'path:/mine' })
  t.equal(Math.round((made[1]!.expires - Date.now()) / 3_600_000), 2)
  const full = await earshot.run(['rules', 'from', session, har])
  t.match(full, { code: 0, stdout: /a session has room for only 100 rules and 512 KiB \(remove the existing rules with --replace, or select fewer/ })
  t.equal((await rules(session)).length, 100)
  const again = await earshot.run(['rules', 'from', session, har, '--replace', '--json', '--filter', 'path:/api/terms'])
  const { notOfScripts, ...told } = JSON.parse(again.stdout) as { notOfScripts: number }
  t.same(told, { session, rules: 1, answered: 2, leftOut: [] })
  t.equal(notOfScripts, 0, 'no request for a page or an image matches')
  t.same((await rules(session)).map(({ name, times }) => [name, times]), [['GET /api/terms', undefined]])
})

t.test('from takes another session, too', async t => {
  const [yesterday, session] = [newSession(), newSession()]
  for (const [status, response] of [[503, 'busy'], [200, 'fine']] as const) {
    await pushed(replica, yesterday, { api: '/pay', timeConsuming: 1, responseHeader: `HTTP/1.1 ${status} X`, response })
  }
  t.match(await earshot.run(['rules', 'from', session, yesterday]), { code: 0, stdout: /^2 rules answer 2 of 2 requests/ })
  matchEach(t, await rules(session), [{ times: 1, action: { status: 503 } }, { action: { status: 200, body: { text: 'fine' } } }])
  t.match(await earshot.run(['rules', 'from', session, 'nobody-knows-it']), { code: 2, stderr: /There is no file nobody-knows-it, and no session with that id/ })
  t.match(await earshot.run(['rules', 'from', session, 'x']), { code: 2, stderr: /x is neither a file nor the id of a session/ })
})

t.test('export writes a file only once, and says what it leaves out', async t => {
  const file = join(t.testdir({}), 'handlers.js')
  const har = join(ROOT, 'test/data/shop.har')
  const ran = await earshot.run(['rules', 'export', 'msw', har, '-o', file])
  t.match(ran, { code: 0, stdout: '', stderr: /^Left out: \d+ requests for pages, styles, scripts and images\nNot answered, because/ })
  t.match(await earshot.run(['rules', 'export', 'msw', har, '-o', file]), { code: 2, stderr: /exists already: --force/ })
  t.match(await earshot.run(['rules', 'export', 'msw', har, '--filter', 'path:/none']),
    { code: 1, stderr: /^earshot: There is no request in .*shop\.har that matches path:\/none\n$/ })
  t.match((await earshot.run(['rules', 'export', 'msw', '-'], { input: JSON.stringify({ log: { entries: [] } }) })), { code: 1 })
})
