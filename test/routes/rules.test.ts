// The rules of a session: they are written as a whole, and every replica reads them. Large bodies are stored separately from the list of
// rules.
import t from 'tap'
import type { GivenRule, Rule, RulesReply } from '../../src/schema/rule.js'
import { keysOf } from '../../src/store/keys.js'
import { call, list, newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { FAILS, getRules, putRules, rulesOf, SLOW, written } from '../support/rules.js'

const HOUR_MS = 3_600_000
const redis = await startRedis(t)
const [here, there] = [await startReplica(t, redis), await startReplica(t, redis)]

t.test('a session that was never used has no rules, and the version 0', async t => {
  const { status, headers, body } = await getRules(there, newSession())
  t.match({ status, body }, { status: 200, body: { version: '0', off: false, holdMs: 0 } })
  t.same((body as RulesReply).rules, [])
  t.equal(headers.get('etag'), '"0"')
  t.ok(Math.abs((body as RulesReply).now - Date.now()) < 60_000)
})

t.test('rules are written as a whole, with ids and ends, also for a session without entries, and read by every replica', async t => {
  const session = newSession()
  const given = [FAILS, { ...SLOW, lifetimeMs: 60_000, enabled: false, times: 2, chance: 50 }]
  const { version, rules, off, now } = await written(t, here, session, given)
  t.same(rules.map(({ id, expires, ...rule }) => rule), [{ ...FAILS, enabled: true }, { ...SLOW, enabled: false, times: 2, chance: 50 }])
  t.ok(rules.every(({ id }) => /^r-\w+$/.test(id)))
  t.same(rules.map(({ expires }) => Math.round((expires - now) / 5000)), [HOUR_MS / 5000, 12])
  const reply = await getRules(there, session)
  t.same(reply.body, { version, off, rules, now: (reply.body as RulesReply).now, holdMs: (reply.body as RulesReply).holdMs })
  t.equal(reply.headers.get('etag'), `"${version}"`)
  t.match(await getRules(there, session, '', { 'if-none-match': `"${version}"` }), { status: 304, body: '' })
  t.match(await getRules(there, session, `&after=${version}`), { status: 204, body: '' })

  const next = await written(t, here, session, [rules[1]!], { off: true })
  t.not(next.version, version)
  const read = await rulesOf(there, session)
  t.same([read.version, read.off, read.rules], [next.version, true, [rules[1]]])
  const empty = await written(t, here, session, [])
  t.same([empty.off, empty.rules], [true, []], 'without `off`, it stays as it was')
  t.same(await list(here, session), [])
})

t.test('a rule keeps its end when it is written back; a new lifetime moves it; no end is more than 24 hours away', async t => {
  const session = newSession()
  const { rules: [rule], now } = await written(t, here, session, [{ ...FAILS, lifetimeMs: 60_000 }])
  const back = await written(t, here, session, [rule!])
  t.equal(back.rules[0]!.expires, rule!.expires)
  const moved = await written(t, here, session, [{ ...rule!, lifetimeMs: 120_000 }])
  t.ok(moved.rules[0]!.expires > rule!.expires + 50_000)
  const far = await written(t, here, session, [{ ...rule!, expires: now + 100 * HOUR_MS }])
  t.ok(far.rules[0]!.expires <= far.now + 24 * HOUR_MS)
})

t.test('a rule that has ended is not answered any more, and the next write removes it', async t => {
  const session = newSession()
  const { rules: [rule, stays], version } = await written(t, here, session, [FAILS, SLOW])
  const { rules: key } = keysOf(session)
  await redis.client.hset(key, 'rules', JSON.stringify([{ ...rule, expires: Date.now() - 1 }, stays]))
  const read = await rulesOf(there, session)
  t.same([read.version, read.rules], [version, [stays]])
  await written(t, here, session, [{ ...rule!, expires: Date.now() - 1 }, stays!])
  t.same((JSON.parse(await redis.client.hget(key, 'rules') ?? '') as unknown[]).length, 1)
})

t.test('with If-Match, a write that is based on an older version is refused with the current rules', async t => {
  const session = newSession()
  const first = await written(t, here, session, [FAILS])
  const [one, two] = await Promise.all([
    putRules(here, session, { rules: [SLOW] }, { 'if-match': `"${first.version}"` }),
    putRules(there, session, { rules: [FAILS, SLOW] }, { 'if-match': `"${first.version}"` })
  ])
  t.same([one.status, two.status].sort(), [200, 409])
  const [winner, loser] = one.status === 200 ? [one, two] : [two, one]
  t.match(loser.body, { error: /changed/, version: (winner.body as RulesReply).version, rules: (winner.body as RulesReply).rules })
  t.equal(loser.headers.get('etag'), winner.headers.get('etag'))
  t.match(await putRules(here, session, { rules: [] }, { 'if-match': '"0"' }), { status: 409 })
  t.match(await putRules(here, newSession(), { rules: [] }, { 'if-match': '"0"' }), { status: 200 }, 'rules that were never written have the version 0')
})

t.test('with If-Match, a weak tag matches no version: the reply says so', async t => {
  const session = newSession()
  const { version } = await written(t, here, session, [FAILS])
  const refused = await putRules(here, session, { rules: [SLOW] }, { 'if-match': `W/"${version}"` })
  t.match(refused, { status: 409, body: { error: /weak ETag/, version } })
  t.match(await rulesOf(there, session), { version }, 'nothing was written')
})

t.test('writers at the same time, without If-Match: each write is a version of its own, and none is mixed', async t => {
  const session = newSession()
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) =>
    putRules(n % 2 ? here : there, session, { rules: Array.from({ length: n + 1 }, () => ({ ...FAILS, name: `of ${n}` })) })))
  const stored = replies.filter(({ status }) => status === 200)
  t.ok(replies.every(({ status }) => status === 200 || status === 503))
  t.equal(new Set(stored.map(({ body }) => (body as RulesReply).version)).size, stored.length)
  const { rules } = await rulesOf(there, session)
  t.equal(rules.length, Number(rules[0]!.name.slice(3)) + 1)
  t.equal(new Set(rules.map(({ name }) => name)).size, 1)
})

t.test('large bodies are apart from the list: written once, read by the id of their rule, and kept when they are written back', async t => {
  const session = newSession()
  const [text, other] = ['é'.repeat(3000), Buffer.alloc(5000, 7)]
  const body = (given: object) => ({ ...FAILS, action: { type: 'respond', status: 200, body: given } }) as GivenRule
  const { rules } = await written(t, here, session, [body({ text }), body({ base64: other.toString('base64') }), body({ text: 'small' })])
  t.same(bodiesIn(rules), [{ bytes: 6000 }, { bytes: 5000 }, { text: 'small' }])
  const bodyOf = async (id: string, more = '') => {
    const reply = await fetch(`${there.url}/capture/rules/${id}/body?sessionId=${session}${more}`)
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  const { headers, bytes } = await bodyOf(rules[0]!.id)
  t.equal(bytes.toString(), text)
  t.same(['content-type', 'x-content-type-options', 'content-disposition'].map(name => headers.get(name)),
    ['application/octet-stream', 'nosniff', 'attachment'])
  t.same((await bodyOf(rules[1]!.id)).bytes, other)
  t.equal((await bodyOf(rules[2]!.id)).status, 404, 'a small body is in the list')
  t.equal((await bodyOf(rules[0]!.id, '&stored=f00')).status, 404)

  const back = await written(t, here, session, [rules[0]!, { ...rules[0]!, id: 'copy' }])
  t.same((await bodyOf('copy')).bytes.toString(), text)
  t.same(back.rules[1]!.action, rules[0]!.action)
  t.same((await redis.client.hkeys(keysOf(session).rules)).filter(name => name.startsWith('body:')).length, 1, 'unused bodies are deleted')
  t.match(await putRules(here, session, { rules: [rules[1]!] }), { status: 400, body: { error: /Rule 1 .*action\.body\.stored/ } })
})

t.test('a change may have two large bodies: each has its own name', async t => {
  const session = newSession()
  const action = { type: 'change' as const, request: { body: { text: 'q'.repeat(5000) } }, response: { body: { text: 'a'.repeat(5000) } } }
  const { rules: [rule] } = await written(t, here, session, [{ ...FAILS, action }])
  const saved = rule!.action as { request: { body: { stored: string } } }
  const read = async (more: string) => (await call(there, `/capture/rules/${rule!.id}/body?sessionId=${session}${more}`)).body
  t.equal(await read(''), 'a'.repeat(5000), 'that of the response by default')
  t.equal(await read(`&stored=${saved.request.body.stored}`), 'q'.repeat(5000))
})

t.test('the response of a recorded entry is copied when the rule is saved', async t => {
  const session = newSession()
  const bytes = Buffer.alloc(9000, 200)
  const header = (type: string) => JSON.stringify({ 'content-type': type })
  const small = await pushed(here, session, { response: '{"a":1}', responseHeader: header('application/json') })
  const image = await pushed(here, session, {
    response: `data:image/png;base64,${bytes.toString('base64')}`, responseHeader: header('image/png')
  })
  const answer = (entry: string): GivenRule => ({ ...FAILS, action: { type: 'respond', status: 200, body: { entry } } })
  const { rules } = await written(t, here, session, [answer(small), answer(image)])
  await call(here, `/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  t.same(bodiesIn(rules), [{ text: '{"a":1}' }, { bytes: 9000 }])
  const reply = await fetch(`${there.url}/capture/rules/${rules[1]!.id}/body?sessionId=${session}`)
  t.same(Buffer.from(await reply.arrayBuffer()), bytes)
  t.same((await rulesOf(there, session)).rules, rules, 'rules stay when the entries are cleared')
  t.match(await putRules(here, session, { rules: [answer(small)] }), { status: 400, body: { error: /action\.body\.entry: this entry no longer exists/ } })
})

/** Without their fingerprints. */
function bodiesIn (rules: Rule[]): unknown[] {
  return rules.map(({ action }) => {
    const body = action.type === 'respond' ? action.body : undefined
    return body && 'stored' in body && /^\w{32}$/.test(body.stored) ? { bytes: body.bytes } : body
  })
}
