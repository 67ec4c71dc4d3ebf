// Who may write, read and await rules; what is logged about a write; and that no request hangs if Redis or the replica goes away.
import { PassThrough } from 'node:stream'
import t from 'tap'
import { buildApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import { openRedis } from '../../src/redis/connections.js'
import { keysOf } from '../../src/store/keys.js'
import { call, newSession, push } from '../support/client.js'
import { scrape } from '../support/metrics.js'
import { startProcess, startReplica } from '../support/replica.js'
import { startRedis } from '../support/redis.js'
import { FAILS, getRules, hold, heldBy, putRules, written } from '../support/rules.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const [PUSH, VIEW, RULE] = ['push-token', 'view-token', 'rule-token']
const bearer = (token: string) => ({ ...token && { authorization: `Bearer ${token}` } })

t.test('rules are on if not everybody can write them, or if the operator says so', async t => {
  for (const [env, rules] of [
    [{}, 'local'], [{ HOST: 'localhost' }, 'local'], [{ HOST: '127.0.1.1' }, 'local'], [{ HOST: '::1' }, 'local'],
    [{ HOST: '0.0.0.0' }, 'off'], [{ HOST: '::' }, 'off'], [{ HOST: '127.example.com' }, 'off'], [{ HOST: '0.0.0.0', PUSH_TOKENS: PUSH }, 'off'],
    [{ TRUST_PROXY: 'loopback' }, 'off'], [{ TRUST_PROXY: 'on' }, 'off'], [{ BASE_PATH: '/earshot' }, 'off'], [{ BASE_PATH: '/' }, 'local'],
    [{ TRUST_PROXY: 'on', BASE_PATH: '/earshot', VIEW_TOKENS: VIEW }, 'on'],
    [{ HOST: '0.0.0.0', VIEW_TOKENS: VIEW }, 'on'], [{ HOST: '0.0.0.0', RULE_TOKENS: RULE }, 'on'],
    [{ HOST: '0.0.0.0', RULES: 'on' }, 'on'], [{ RULES: 'off' }, 'off'], [{ VIEW_TOKENS: VIEW, RULES: 'off' }, 'off']
  ] as const) t.equal(readConfig(env).rules, rules, JSON.stringify(env))
  t.throws(() => readConfig({ RULES: 'yes' }), { message: /^RULES must be on, off or auto/ })
  t.throws(() => readConfig({ PUSH_TOKENS: 'a', RULE_TOKENS: 'b,a' }), { message: /PUSH_TOKENS and RULE_TOKENS/ })
  t.same(readConfig({ VIEW_TOKENS: 'a', RULE_TOKENS: 'a' }).ruleTokens, ['a'])
})

t.test('with RULES=off, reading and writing are answered 403 that names the setting, and pushes tell nothing', async t => {
  const [off, on] = [await startReplica(t, redis, { RULES: 'off' }), await startReplica(t, redis)]
  const session = newSession()
  await written(t, on, session, [FAILS])
  for (const reply of [
    await putRules(off, session, { rules: [] }), await getRules(off, session), await getRules(off, session, '&editing=1'),
    await call(off, `/capture/rules/r-1/body?sessionId=${session}`)
  ]) t.match(reply, { status: 403, body: { error: /RULES=on/ } })
  t.equal((await push(off, session, { api: '/a', method: 'GET' })).headers.get('earshot-rules'), null)
  t.ok((await push(on, session, { api: '/a', method: 'GET' })).headers.get('earshot-rules'))
})

t.test('a push token reads rules and waits for them, but writes none, and cannot say that somebody edits', async t => {
  const guarded = await startReplica(t, redis, { PUSH_TOKENS: PUSH, VIEW_TOKENS: VIEW })
  const session = newSession()
  for (const [token, read, write, edit] of [['', 401, 401, 401], [PUSH, 200, 401, 401], [VIEW, 200, 200, 200], ['x', 401, 401, 401]] as const) {
    t.equal((await getRules(guarded, session, '', bearer(token))).status, read, `${token} reads`)
    t.equal((await putRules(guarded, session, { rules: [FAILS] }, bearer(token))).status, write, `${token} writes`)
    t.equal((await getRules(guarded, session, '&editing=1', bearer(token))).status, edit, `${token} edits`)
  }
  t.match(await putRules(guarded, session, { rules: [] }, bearer(PUSH)), { body: { error: /not allowed to write rules/ } })
  t.equal((await getRules(guarded, session, '', bearer(PUSH))).headers.get('earshot-rules')?.split(';')[0],
    ((await getRules(guarded, session, '', bearer(VIEW))).body as { version: string }).version)
})

t.test('with RULE_TOKENS, a view token writes no rules, and a rule token views, too', async t => {
  const guarded = await startReplica(t, redis, { PUSH_TOKENS: PUSH, VIEW_TOKENS: VIEW, RULE_TOKENS: RULE })
  const session = newSession()
  for (const [token, write, view] of [['', 401, 401], [PUSH, 401, 401], [VIEW, 401, 200], [RULE, 200, 200]] as const) {
    t.equal((await putRules(guarded, session, { rules: [FAILS] }, bearer(token))).status, write, `${token} writes`)
    t.equal((await call(guarded, `/capture/entries?sessionId=${session}`, { headers: bearer(token) })).status, view, `${token} lists`)
  }
  t.equal((await push(guarded, session, { api: '/a', method: 'GET' })).status, 401)
  const open = await startReplica(t, redis, { RULE_TOKENS: RULE })
  t.equal((await putRules(open, session, { rules: [] })).status, 401)
  t.equal((await getRules(open, session)).status, 200, 'without VIEW_TOKENS, everybody views')
})

t.test('each write is logged with the address and the names of the rules, without their bodies', async t => {
  const log: string[] = []
  const lines = new PassThrough().on('data', chunk => { log.push(String(chunk)) })
  const connections = await openRedis(redis.address, () => {})
  t.teardown(() => connections.close())
  const app = await buildApp(readConfig({ LOG_LEVEL: 'info' }), connections, lines)
  t.teardown(() => app.close())
  const session = newSession()
  const target = { url: await app.listen({ host: '127.0.0.1', port: 0 }) }
  const { version } = await written(t, target, session, [{ ...FAILS, action: { type: 'respond', status: 200, body: { text: 's3cret' } } }])
  t.match(await putRules(target, session, { rules: [] }, { 'if-match': '"0"' }), { status: 409 })
  const logged = log.join('').split('\n').filter(line => line.includes('rules were written')).map(line => JSON.parse(line) as object)
  t.equal(logged.length, 1)
  t.match(logged[0], { session, address: '127.0.0.1', version, off: false, rules: { length: 1, 0: FAILS.name } })
  t.notMatch(JSON.stringify(logged), /s3cret/)
  const { samples } = await scrape(target)
  t.match(samples, { 'earshot_rule_writes_total{outcome="stored"}': 1, 'earshot_rule_writes_total{outcome="conflict"}': 1 })
})

t.test('a replica that shuts down answers its held requests at once; one that is killed ends their connections', async t => {
  const session = newSession()
  const [ending, killed] = [await startProcess(t, { REDIS_URL: redis.url }), await startProcess(t, { REDIS_URL: redis.url })]
  const { reply } = await hold(ending, session, '0', 25)
  const { reply: broken } = await hold(killed, session, '0', 25)
  ending.child.kill('SIGTERM')
  const { status, headers } = await reply
  t.equal(status, 204)
  t.match(headers.get('retry-after'), /^[1-5]$/)
  killed.child.kill('SIGKILL')
  await t.rejects(broken)
  const other = await startReplica(t, redis)
  const again = await hold(other, session, '0')
  const { version } = await written(t, other, session, [FAILS])
  t.match(await again.reply, { status: 200, body: { version } }, 'another replica holds it then')
})

t.test('a client that goes away is not held any more', async t => {
  const replica = await startReplica(t, redis)
  const leaving = new AbortController()
  const request = fetch(`${replica.url}/capture/rules?sessionId=${newSession()}&after=0&wait=25`, { signal: leaving.signal })
  await until('it is held', async () => await heldBy(replica) === 1)
  leaving.abort()
  await t.rejects(request)
  await until('it is released', async () => await heldBy(replica) === 0)
})

t.test('while Redis hangs, nothing else does: held requests end with their time, new ones are answered 503; later both work again', async t => {
  const own = await startRedis(t)
  const replica = await startReplica(t, own)
  const session = newSession()
  const { version } = await written(t, replica, session, [FAILS])
  const { reply } = await hold(replica, session, version, 2)
  const pid = Number(/^process_id:(\d+)/m.exec(await own.client.info('server'))?.[1])
  process.kill(pid, 'SIGSTOP')
  t.teardown(() => process.kill(pid, 'SIGCONT'))
  t.match(await reply, { status: 503 })
  t.match(await getRules(replica, session), { status: 503 })
  t.match(await getRules(replica, session, `&after=${version}&wait=20`), { status: 503 })
  t.match(await putRules(replica, session, { rules: [] }), { status: 503 })
  process.kill(pid, 'SIGCONT')
  await until('Redis is back', async () => (await getRules(replica, session)).status === 200)
  const again = await hold(replica, session, version)
  const next = await written(t, replica, session, [])
  t.match(await again.reply, { status: 200, body: { version: next.version } })
})

t.test('a lost announcement is found when the subscription is renewed', async t => {
  const own = await startRedis(t)
  const replica = await startReplica(t, own)
  const session = newSession()
  const { version } = await written(t, replica, session, [FAILS])
  const reads = async () => (await scrape(replica)).samples['earshot_redis_round_trip_seconds_count{command="read-rules"}'] ?? 0
  const before = await reads()
  const { reply } = await hold(replica, session, version)
  await until('the version was compared after the subscription', async () => await reads() >= before + 2)
  // As if the message of the write had been lost.
  await own.client.hset(keysOf(session).meta, 'rules', '9-9 0')
  await own.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  t.match(await reply, { status: 200, body: { version: '9-9' } })
})
