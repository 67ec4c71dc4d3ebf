// The cost of writing and reading rules: large bodies count toward MAX_INFLIGHT_BYTES like all others, and a write reads each entry only
// once, even if many of the rules name that entry.
import { once } from 'node:events'
import { request as connect } from 'node:http'
import t from 'tap'
import type { GivenRule, Rule } from '../../src/schema/rule.js'
import { call, newSession, pushed } from '../support/client.js'
import { scrape } from '../support/metrics.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { FAILS, putRules, rulesOf, written } from '../support/rules.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis, { MAX_INFLIGHT_BYTES: '2mb' })
const answer = (entry: string): GivenRule => ({ ...FAILS, action: { type: 'respond', status: 200, body: { entry } } })
const tripsOf = async (command: string) => (await scrape(replica)).samples[`earshot_redis_round_trip_seconds_count{command="${command}"}`] ?? 0

t.test('bodies of rules count toward MAX_INFLIGHT_BYTES, also if they never end, and no more when they are answered', async t => {
  const session = newSession()
  const half = Array.from({ length: 3 }, () => connect(`${replica.url}/capture/rules?sessionId=${session}`, {
    method: 'PUT', headers: { 'content-type': 'application/json', 'content-length': 1_700_000 }
  }).on('error', () => {}))
  t.teardown(() => { for (const request of half) request.destroy() })
  const answers = half.map(async request => await once(request, 'response') as [{ statusCode: number }])
  for (const request of half) request.write('{"rules":[')
  const [refused] = await Promise.race(answers)
  t.equal(refused.statusCode, 503, 'a second large body does not fit')
  t.match(await putRules(replica, session, { rules: [FAILS] }), { status: 200 }, 'a small one still fits')
  for (const request of half) request.destroy()
  const large = JSON.stringify({ rules: [FAILS] }) + ' '.repeat(1_000_000)
  await until('the memory is free again', async () => (await putRules(replica, session, large)).status === 200)
  const many = await Promise.all(Array.from({ length: 100 }, () => putRules(replica, newSession(), large)))
  t.same([...new Set(many.map(({ status }) => status))].sort(), [200, 503])
  await until('the memory is free again', async () => (await putRules(replica, session, large)).status === 200)
  t.match(await putRules(replica, session, '{"rules":[]}', { 'content-type': 'text/plain' }), { status: 415 })
})

t.test('a write reads each entry that its rules name once, however many rules name it and however many tries it needs', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { response: 'r'.repeat(5000) })
  const before = await tripsOf('hmget')
  await written(t, replica, session, Array.from({ length: 100 }, () => answer(id)))
  t.equal(await tripsOf('hmget') - before, 1)
  const replies = await Promise.all(Array.from({ length: 5 }, () => putRules(replica, session, { rules: [answer(id), answer(id)] })))
  t.ok(replies.every(({ status }) => status === 200 || status === 503))
  t.equal(await tripsOf('hmget') - before, 6)
})

t.test('what is too large is refused before an entry is read', async t => {
  const session = newSession()
  const large = await pushed(replica, session, { response: 'r'.repeat(200_000), request: 'q' })
  const wide = await pushed(replica, session, { response: '{"a":1}', request: 'q'.repeat(200_000) })
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(await pushed(replica, session, { response: String(n % 10).repeat(60_000 + n) }))
  const before = await tripsOf('hmget')
  t.match(await putRules(replica, session, { rules: [answer(large)] }),
    { status: 400, body: { error: /^Rule 1 .*action\.body\.entry: its response has more than 65536 bytes/ } })
  t.match(await putRules(replica, session, { rules: [answer(wide), { ...FAILS, match: 'status:500' }] }), { status: 400, body: { error: /^Rule 2/ } })
  t.equal(await tripsOf('hmget'), before)
  t.match(await putRules(replica, session, { rules: ids.map(answer) }),
    { status: 400, body: { error: /^The first 9 rules with their bodies have \d+ bytes; the limit is 524288/ } })
  t.equal(await tripsOf('hmget') - before, 9)
  const { rules } = await written(t, replica, session, [answer(wide)])
  t.match(rules[0]!.action, { body: { text: '{"a":1}' } })
})

t.test('a body that is asked for by its name needs one command, whatever else the session has', async t => {
  const session = newSession()
  const given = Array.from({ length: 5 }, (_, n): GivenRule =>
    ({ ...FAILS, action: { type: 'respond', status: 200, body: { text: String(n).repeat(50_000) } } }))
  const { rules } = await written(t, replica, session, given)
  const stored = ({ action }: Rule) => action.type === 'respond' && action.body && 'stored' in action.body ? action.body.stored : ''
  const before = [await tripsOf('read-rules'), await tripsOf('hget')]
  const bodies = await Promise.all(rules.map(rule => call(replica, `/capture/rules/${rule.id}/body?sessionId=${session}&stored=${stored(rule)}`)))
  t.same(bodies.map(({ body }) => (body as string)[0]), ['0', '1', '2', '3', '4'])
  t.same([await tripsOf('read-rules'), await tripsOf('hget')], [before[0], before[1]! + 5])
  for (const name of ['version', 'rules', '*', 'f'.repeat(32), `${stored(rules[0]!)}%00`]) {
    t.equal((await call(replica, `/capture/rules/${rules[0]!.id}/body?sessionId=${session}&stored=${name}`)).status, 404, name)
  }
  t.equal((await rulesOf(replica, session)).rules.length, 5)
})
