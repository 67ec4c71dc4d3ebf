// How viewers and apps learn of new rules. Viewers learn of them from the live channel. Apps learn of them from the answers to data that
// they send, and from the answers to held requests.
import t from 'tap'
import type { RulesReply } from '../../src/schema/rule.js'
import { keysOf } from '../../src/store/keys.js'
import { call, newSession, push, pushBatch, pushed, upload, watch, PIXEL } from '../support/client.js'
import { changeLog, keyNames } from '../support/inspect.js'
import { pushMessages, texts } from '../support/messages.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { FAILS, getRules, hold, heldBy, rulesOf, SLOW, written } from '../support/rules.js'
import { until } from '../support/until.js'

const HOUR_MS = 3_600_000
const redis = await startRedis(t)
const [here, there] = [await startReplica(t, redis), await startReplica(t, redis)]

t.test('viewers of every replica get the rules with the announcement, and those that resume get the current ones', async t => {
  const session = newSession()
  const viewer = await watch(t, there, session)
  await viewer.next()
  const action = { type: 'respond' as const, status: 200, body: { text: 'x'.repeat(5000) } }
  const { version, rules } = await written(t, here, session, [{ ...FAILS, action }])
  t.same(await viewer.next(), { type: 'rules-changed', data: { version, off: false, rules }, rev: version, prev: '0-0' })
  const last = await written(t, here, session, [SLOW], { off: true })
  t.match(await viewer.next(), { type: 'rules-changed', data: { version: last.version, off: true }, prev: version })
  await pushed(here, session, {})
  t.match(await viewer.next(), { type: 'entry-received', prev: last.version })

  const late = await watch(t, here, session, version)
  const [welcome, change, entry] = await late.take(3)
  t.match(welcome, { type: 'connected', resumed: true })
  t.match(change, { type: 'rules-changed', data: { version: last.version, off: true } })
  t.same((change as unknown as { data: RulesReply }).data.rules, last.rules)
  t.match(entry, { type: 'entry-received' })
})

t.test('answers to pushes, batches and uploads tell the version, and while viewers edit, for how long to hold', async t => {
  const session = newSession()
  const told = async () => {
    const replies = [
      await push(here, session, { api: '/a', method: 'GET', requestId: 'a' }),
      await push(here, session, { api: '/a', method: 'GET', requestId: 'a', timeConsuming: 0 }),
      await pushMessages(here, session, 'a', texts([n++])),
      await pushBatch(there, session, [{ api: '/b', method: 'GET' }, { api: '/c', method: 'GET' }]),
      await upload(here, `?sessionId=${session}`, PIXEL)
    ]
    t.ok(replies.every(({ status }) => status === 200))
    return replies.map(({ headers }) => headers.get('earshot-rules'))
  }
  let n = 1
  t.same(await told(), [null, null, null, null, null], 'a session that never had rules')
  await getRules(there, session, '&editing=1')
  for (const value of await told()) t.match(value, /^0;hold=([1-5]?\d|60);now=\d+$/)
  const { version } = await written(t, here, session, [FAILS])
  for (const value of await told()) t.match(value, RegExp(`^${version};hold=([1-5]?\\d|60);now=\\d+$`))
  await redis.client.hset(keysOf(session).meta, 'rules', `${version} ${Date.now() - 1000}`)
  for (const value of await told()) t.match(value, RegExp(`^${version};now=\\d+$`))
  t.match(await rulesOf(there, session), { version, holdMs: 0 })
  const reply = await push(here, session, { api: '/a', method: 'GET' })
  t.equal((await getRules(here, session, '', { origin: 'https://app.example' })).headers.get('earshot-rules')?.split(';')[0], version)
  t.match(reply.headers.get('access-control-expose-headers'), /earshot-rules/)
})

t.test('what is told has the time of Redis, also if a push changed nothing, so that rules end in time', async t => {
  const session = newSession()
  await written(t, here, session, [FAILS])
  await push(here, session, { api: '/a', method: 'GET', requestId: 'a', timeConsuming: 1 })
  await pushMessages(here, session, 'a', texts([1]))
  const redisMs = async () => {
    const [seconds, microseconds] = await redis.client.time()
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
  }
  const before = await redisMs()
  // Redis reads its clock some milliseconds before it runs a script.
  await until('the clock of Redis shows a later time', async () => await redisMs() > before + 100)
  for (const reply of [
    await push(here, session, { api: '/a', method: 'GET', requestId: 'a' }),
    await pushMessages(here, session, 'a', texts([1])),
    await pushMessages(here, session, 'a', texts([2])),
    await push(here, session, { api: '/b', method: 'GET' }),
    await getRules(here, session)
  ]) {
    t.equal(reply.status, 200)
    const [, now] = /;now=(\d+)$/.exec(reply.headers.get('earshot-rules') ?? '') ?? []
    t.ok(Number(now) > before, `${now} > ${before}`)
  }
})

t.test('a viewer who edits rules in a session without anything leaves nothing behind but for a minute', async t => {
  const session = newSession()
  t.match((await getRules(there, session, '&editing=1')).body, { version: '0' })
  t.ok((await rulesOf(there, session)).holdMs > 50_000)
  const names = await keyNames(redis.client, `capture:{${session}}:*`)
  t.same(names, [keysOf(session).meta])
  const left = await redis.client.pttl(names[0]!)
  t.ok(left > 50_000 && left <= 60_000)
  await written(t, here, session, [FAILS])
  t.match(await getRules(there, session, '&editing=1'), { status: 200, body: { rules: { length: 1 } } })
  t.ok(await redis.client.pttl(names[0]!) > HOUR_MS)
})

t.test('a held request is answered as soon as the rules change, on every replica; nobody counts as a viewer', async t => {
  const session = newSession()
  const waiting = [await hold(here, session, '0'), await hold(there, session, '0')]
  t.match((await call(here, `/capture/online?sessionId=${session}`)).body, { online: false })
  const { version } = await written(t, here, session, [FAILS])
  for (const { reply } of waiting) t.match(await reply, { status: 200, body: { version, rules: { length: 1 } } })
  t.match(await getRules(there, session, '&after=0&wait=20'), { status: 200, body: { version } }, 'another version is answered at once')
  t.match(await getRules(here, session, `&after=${version}&wait=1`), { status: 204, body: '' }, 'after the time')
  t.equal(await heldBy(here), 0)
})

t.test('all keys of a session with rules have one deadline', async t => {
  const session = newSession()
  await written(t, here, session, [FAILS])
  await pushed(here, session, {})
  const ends = async () => await Promise.all((await keyNames(redis.client, `capture:{${session}}:*`)).map(key => redis.client.pexpiretime(key)))
  t.equal(new Set(await ends()).size, 1)
  await redis.client.hset(keysOf(session).meta, 'deadline', Date.now() + HOUR_MS)
  await pushed(here, session, {})
  t.equal(new Set(await ends()).size, 1)
  t.ok((await ends())[0]! > Date.now() + 23 * HOUR_MS)
  t.same((await changeLog(redis.client, session)).map(({ type }) => type), ['rules-changed', 'entry-received', 'entry-received'])
})
