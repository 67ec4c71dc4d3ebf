// Rules in a Redis that is full: they can still be read, switched off and removed, none of which needs additional memory.
import t, { type Test } from 'tap'
import type { GivenRule } from '../../src/schema/rule.js'
import { newSession } from '../support/client.js'
import { keyNames } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { FAILS, getRules, putRules, rulesOf, SLOW, written } from '../support/rules.js'

const LARGE: GivenRule = { ...FAILS, action: { type: 'respond', status: 200, body: { text: 'x'.repeat(60_000) } } }

async function start (t: Test) {
  const redis = await startRedis(t)
  return { redis, replica: await startReplica(t, redis), fill: () => redis.client.config('SET', 'maxmemory', '100kb') }
}

t.test('rules can be switched off and removed in a full Redis, all at once or one by one, but not written', async t => {
  const { replica, fill } = await start(t)
  const [session, other, third] = [newSession(), newSession(), newSession()]
  const { rules } = await written(t, replica, session, [FAILS, LARGE])
  const single = await written(t, replica, other, [{ ...SLOW, name: '茶' }])
  const removed = await written(t, replica, third, [FAILS, SLOW])
  await fill()
  t.match(await putRules(replica, session, { rules }), { status: 507 })
  t.match(await putRules(replica, session, { rules, off: true }), { status: 200, body: { off: true } })
  t.match(await rulesOf(replica, session), { off: true, rules: { length: 2 } })
  t.match(await putRules(replica, session, { rules, off: false }), { status: 507 })
  t.match(await putRules(replica, other, { rules: single.rules.map(rule => ({ ...rule, enabled: false })) }), { status: 200 })
  t.same((await rulesOf(replica, other)).rules.map(({ enabled }) => enabled), [false])
  t.match(await putRules(replica, third, { rules: removed.rules.slice(0, 1) }), { status: 507 }, 'one that applies is left')
  t.match(await putRules(replica, third, { rules: [] }), { status: 200, body: { rules: { length: 0 } } })
})

t.test('a full Redis is not filled by lists of which no rule applies, nor by saying that somebody edits', async t => {
  const { redis, replica, fill } = await start(t)
  const session = newSession()
  const { rules, version } = await written(t, replica, session, [FAILS])
  const keys = await keyNames(redis.client, 'capture:*')
  await fill()
  const [rule] = rules
  for (const given of [
    [LARGE], [{ ...rule!, name: `${rule!.name}!` }], [rule!, { ...SLOW, enabled: false }],
    [{ ...rule!, action: { type: 'respond' as const, status: 503, statusText: 'Sorry' } }], [{ ...rule!, name: '茶'.repeat(rule!.name.length) }]
  ]) t.match(await putRules(replica, session, { rules: given, off: true }), { status: 507 }, JSON.stringify(given).slice(0, 100))
  const many = await Promise.all(Array.from({ length: 100 }, (_, n) => n % 2
    ? putRules(replica, newSession(), { rules: [], off: true })
    : putRules(replica, newSession(), { rules: [{ ...FAILS, enabled: false }] })))
  t.same(new Set(many.map(({ status }) => status)), new Set([507]))
  t.match(await getRules(replica, newSession(), '&editing=1'), { status: 200, body: { version: '0', holdMs: 0 } })
  t.match(await getRules(replica, session, '&editing=1'), { status: 200, body: { version } })
  t.same((await keyNames(redis.client, 'capture:*')).sort(), keys.sort())
})
