// Long-polling requests that a replica cannot hold, because it already holds too many, or is shutting down. The replica still compares the
// app's version of the rules with the current one, so that its immediate answer has the new rules if they have changed.
import t, { type Test } from 'tap'
import { Intake } from '../../src/http/intake/intake.js'
import { createServer } from '../../src/http/server.js'
import { HeldRequests } from '../../src/live/held-requests.js'
import { openRedis } from '../../src/redis/connections.js'
import { rulesRoutes } from '../../src/routes/rules.js'
import { RuleWriting } from '../../src/rule-writing/rule-writing.js'
import { EntryStore } from '../../src/store/entries.js'
import { RuleStore } from '../../src/store/rules.js'
import { newSession } from '../support/client.js'
import { startRedis, type TestRedis } from '../support/redis.js'
import { FAILS, getRules, written } from '../support/rules.js'
import { until } from '../support/until.js'

const LIMITS = { retentionMs: 60_000, maxSessionBytes: 1e6, maxEntries: 10, maxMessages: 10, uploadLimitBytes: 1e6 }

// A replica that holds one request.
async function start (t: Test, redis: TestRedis) {
  const connections = await openRedis(redis.address, () => {})
  t.teardown(() => connections.close())
  const entries = new EntryStore(connections.commands, LIMITS, () => {})
  t.teardown(() => entries.close())
  const rules = new RuleStore(connections.commands, LIMITS, entries.sweeper)
  const held = new HeldRequests(connections.subscriber, rules, 1)
  const app = await createServer({ logLevel: 'silent', trustProxy: false, basePath: '', bodyLimitBytes: 1e6, corsOrigins: ['*'] })
  await app.register(rulesRoutes, {
    prefix: '/capture',
    rulesAreOn: true,
    rules,
    ruleWriting: new RuleWriting(rules, entries),
    held,
    intake: new Intake(app, 1e6),
    mayView: () => true,
    checkEditor: () => {}
  })
  t.teardown(() => app.close())
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), held }
}

const redis = await startRedis(t)

t.test('a full replica answers at once: with the rules if they have changed, else that they have not', async t => {
  const replica = await start(t, redis)
  const [session, other] = [newSession(), newSession()]
  const { version } = await written(t, replica, session, [FAILS])
  const waiting = getRules(replica, other, '&after=0&wait=25')
  await until('it holds as many as it may', () => Promise.resolve(replica.held.tally.held === 1))
  const full = await getRules(replica, session, '&after=0&wait=25')
  t.match(full, { status: 200, body: { version, rules: { length: 1 } } })
  const same = await getRules(replica, session, `&after=${version}&wait=25`)
  t.match(same, { status: 204, body: '' })
  t.match(same.headers.get('earshot-rules'), RegExp(`^${version};`))
  t.match(same.headers.get('retry-after'), /^[1-5]$/)
  const many = await Promise.all(Array.from({ length: 100 }, (_, n) => getRules(replica, session, `&after=${n % 2 ? version : '0'}&wait=25`)))
  t.same(many.map(({ status }) => status), Array.from({ length: 100 }, (_, n) => n % 2 ? 204 : 200))
  t.same(new Set(many.map(({ headers }) => headers.get('earshot-rules')?.split(';')[0])), new Set([version]))
  t.equal(replica.held.tally.refused, 102)
  replica.held.close()
  t.match(await waiting, { status: 204 })
})

t.test('a replica that ends compares the version, too; if Redis does not answer any more, it names none', async t => {
  const own = await startRedis(t)
  const replica = await start(t, own)
  const session = newSession()
  const { version } = await written(t, replica, session, [FAILS])
  const waiting = getRules(replica, session, `&after=${version}&wait=25`)
  await until('it is held', () => Promise.resolve(replica.held.tally.held === 1))
  replica.held.close()
  for (const { status, headers } of [await waiting, await getRules(replica, session, `&after=${version}&wait=25`)]) {
    t.equal(status, 204)
    t.match(headers.get('earshot-rules'), RegExp(`^${version};`))
    t.equal(headers.get('connection'), 'close')
  }
  t.match(await getRules(replica, session, '&after=0&wait=25'), { status: 200, body: { version } })
  const pid = Number(/^process_id:(\d+)/m.exec(await own.client.info('server'))?.[1])
  process.kill(pid, 'SIGSTOP')
  t.teardown(() => process.kill(pid, 'SIGCONT'))
  const { status, headers } = await getRules(replica, session, '&after=0&wait=25')
  t.same([status, headers.get('earshot-rules'), headers.get('etag')], [204, null, null])
  t.match(headers.get('retry-after'), /^[1-5]$/)
})

t.test('`after` is compared with the version only, whatever it contains', async t => {
  const replica = await start(t, redis)
  const session = newSession()
  const { version } = await written(t, replica, session, [FAILS])
  for (const after of ['', 'note', '1', version.slice(0, -1), `${version}%20`, `${version} 9`, '*', '%5e%25S+', '%00', '%F0%9F%98%80']) {
    t.match(await getRules(replica, session, `&after=${after}`), { status: 200, body: { version, rules: { length: 1 } } }, after)
  }
})
