// Entries of requests to which a rule applied: which rule it was, and what the app's server had really answered.
import t from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import { keysOf } from '../../src/store/keys.js'
import { call, importHar, list, newSession, push, pushBatch, pushed, watch } from '../support/client.js'
import { scrape } from '../support/metrics.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const RULE = { id: 'r-1', name: 'prices in euros', action: 'change' as const, also: [{ id: 'r-2', name: 'all slow', action: 'delay' as const }] }
const ORIGINAL = { originalResponse: '{"price":1}', originalResponseHeader: 'content-type: application/json' }
const onlyEntry = async (session: string): Promise<Entry> => {
  const [entry, ...others] = await list(replica, session)
  t.same(others, [])
  return entry!
}
const found = async (session: string, filter: string) =>
  ((await call(replica, `/capture/entries?sessionId=${session}&filter=${encodeURIComponent(filter)}`)).body as Entry[]).length

t.test('a push says which rule applied, and what was really answered; lists, messages and single reads have it', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const id = await pushed(replica, session, { response: '{"price":2}', rule: RULE, ...ORIGINAL, timeConsuming: 3 })
  const entry = await onlyEntry(session)
  t.match(entry, { response: '{"price":2}', ...ORIGINAL })
  t.same(entry.rule, RULE)
  t.same((await viewer.next() as { data: Entry }).data, entry)
  t.same((await call(replica, `/capture/entries/${id}?sessionId=${session}`)).body, entry)
  t.ok((await scrape(replica)).samples.earshot_ruled_pushes_total! >= 1)
})

t.test('the rule may be the text of its JSON, in a form, a batch, and a large body, too', async t => {
  const text = JSON.stringify(RULE)
  const form = newSession()
  t.match(await push(replica, form, new URLSearchParams({ api: '/a', method: 'GET', rule: text }).toString(),
    'application/x-www-form-urlencoded'), { status: 200 })
  t.same((await onlyEntry(form)).rule, RULE)
  const large = newSession()
  await pushed(replica, large, { rule: RULE, response: 'x'.repeat(600_000), originalResponse: 'y'.repeat(600_000) })
  const entry = await onlyEntry(large)
  t.same([entry.rule, entry.originalResponse?.length], [RULE, 600_000])
  const batch = newSession()
  t.match(await pushBatch(replica, batch, [{ api: '/a', method: 'GET', rule: text }]), { status: 200 })
  t.same((await onlyEntry(batch)).rule, RULE)
})

t.test('an empty rule is none; one that is not valid is refused with a sentence', async t => {
  const session = newSession()
  await pushed(replica, session, { rule: '' })
  t.equal((await onlyEntry(session)).rule, undefined)
  for (const rule of ['pay', 7, [], {}, { ...RULE, action: 'explode' }, { ...RULE, name: 'n'.repeat(101) }, { ...RULE, id: 'a b' }]) {
    t.match(await push(replica, session, { api: '/a', method: 'GET', rule }), { status: 400, body: { code: 'bad_request', message: /rule/ } })
  }
})

t.test('the bytes of these fields count, and an entry without them has none', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r' })
  const { meta } = keysOf(session)
  const before = Number(await redis.client.hget(meta, 'bytes'))
  t.notOk('rule' in await onlyEntry(session) || 'originalResponse' in await onlyEntry(session))
  await pushed(replica, session, { requestId: 'r', rule: RULE, ...ORIGINAL })
  const more = [JSON.stringify(RULE), ORIGINAL.originalResponse, ORIGINAL.originalResponseHeader].join('').length
  t.equal(Number(await redis.client.hget(meta, 'bytes')), before + more)
})

t.test('`rule:` finds the name and the id of each rule that applied, and words find the name', async t => {
  const session = newSession()
  await pushed(replica, session, { rule: RULE })
  await pushed(replica, session, {})
  for (const [filter, count] of [['rule:*', 1], ['rule:euros', 1], ['rule:r-2', 1], ['rule:"all slow"', 1], ['-rule:*', 1], ['rule:pay', 0],
    ['euros', 1]] as const) t.equal(await found(session, filter), count, filter)
})

t.test('a HAR has them, an import restores them, and secrets in them are replaced', async t => {
  const [session, other, guarded] = [newSession(), newSession(), newSession()]
  const secret = { originalResponse: '{"password":"s3cret"}', originalResponseHeader: 'Set-Cookie: sid=s3cret' }
  await pushed(replica, session, { rule: RULE, ...secret, timeConsuming: 1 })
  const har = await (await fetch(`${replica.url}/capture/har?sessionId=${session}`)).text()
  t.notMatch(har, /s3cret/)
  const kept = await (await fetch(`${replica.url}/capture/har?sessionId=${session}&secrets=keep`)).text()
  t.match(await importHar(replica, other, kept), { status: 200 })
  const { id: _, requestId, timestamp, startTime, ...restored } = await onlyEntry(other)
  t.match(restored, secret)
  t.same(restored.rule, RULE)
  const page = await (await fetch(`${replica.url}/capture/page?sessionId=${session}`)).text()
  t.notMatch(page, /s3cret/)

  const redacting = await startReplica(t, redis, { REDACT: 'default' })
  await pushed(redacting, guarded, { rule: RULE, ...secret })
  t.notMatch(JSON.stringify(await redis.client.hgetall(`${keysOf(guarded).entryPrefix}${(await onlyEntry(guarded)).requestId}`)), /s3cret/)
})

t.test('a rule of a newer version, or one that was written by hand, is left out of the list', async t => {
  const session = newSession()
  await pushed(replica, session, { requestId: 'r' })
  for (const text of ['{', '7', '{"id":"a","name":"b","action":"rewrite"}']) {
    await redis.client.hset(`${keysOf(session).entryPrefix}r`, 'rule', text)
    t.equal((await onlyEntry(session)).rule, undefined, text)
  }
})
