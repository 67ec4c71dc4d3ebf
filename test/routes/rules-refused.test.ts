// Rules that are refused: each answer names the rule and its invalid member, and nothing is stored. Hostile rules that are accepted do
// nothing beyond what they say.
import t from 'tap'
import { SMALL_RULES_BYTES } from '../../src/rule-writing/rules-reading.js'
import { keysOf } from '../../src/store/keys.js'
import { newSession } from '../support/client.js'
import { keyNames } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { FAILS, putRules, rulesOf, written } from '../support/rules.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const respond = (more: object) => ({ ...FAILS, action: { type: 'respond', status: 200, ...more } })
const change = (response: object, request?: object) => ({ ...FAILS, action: { type: 'change', response, ...request && { request } } })
const header = (name: string, value = 'v') => ({ headers: [{ name: 'a', value: 'b' }, { name, value }] })

const REFUSED: [rule: unknown, sentence: RegExp][] = [
  [null, /^Rule 2: it must be an object$/],
  [[], /^Rule 2: it must be an object$/],
  [{ ...FAILS, action: { type: 'explode' } }, /action\.type must be one of respond, change/],
  [{ ...FAILS, action: undefined }, /action\.type must be one of/],
  [{ ...FAILS, name: '' }, /^Rule 2: name must not/],
  [{ match: '', action: { type: 'pass' } }, /^Rule 2: name is missing$/],
  [{ ...FAILS, name: 'n'.repeat(101) }, /: name must not/],
  [{ ...FAILS, id: 'a b' }, /: id must/],
  [{ ...FAILS, id: '__proto__/..' }, /: id must/],
  [{ ...FAILS, enabled: 'yes' }, /: enabled must be boolean/],
  [{ ...FAILS, times: 0 }, /: times must be >= 1/],
  [{ ...FAILS, times: 1e10 }, /: times must be <= 1000000000/],
  [{ ...FAILS, chance: 0 }, /: chance must be > 0/],
  [{ ...FAILS, chance: 101 }, /: chance must be <= 100/],
  [{ ...FAILS, lifetimeMs: 86_400_001 }, /: lifetimeMs must be <= 86400000/],
  [{ ...FAILS, tines: 2 }, /: tines is an unknown member/],
  [{ ...FAILS, action: { type: 'fail', how: 'loudly' } }, /action\.how must/],
  [{ ...FAILS, action: { type: 'delay', ms: [5] } }, /action\.ms/],
  [{ ...FAILS, action: { type: 'delay', ms: [6, 5] } }, /action\.ms: the first value/],
  [{ ...FAILS, action: { type: 'delay', ms: 600_001 } }, /action\.ms/],
  [{ ...FAILS, match: 'x'.repeat(4097) }, /: match must not/],
  [{ ...FAILS, match: 'status:500' }, /: match: "status" is not known when a request starts/],
  [{ ...FAILS, match: 'metod:GET' }, /: match: /],
  [{ ...FAILS, match: '/(a+)+$/' }, /: match: .*expression/],
  [respond({ status: 99 }), /action\.status must be >= 200/],
  [respond({ status: 600 }), /action\.status must be <= 599/],
  [respond({ status: 205 }), /action\.status: .*205/],
  ...[301, 302, 303, 307, 308].map((status): [unknown, RegExp] => [respond({ status }), /action\.status: a rule cannot answer with a redirect/]),
  [respond({ status: 204, body: { text: 'x' } }), /action\.body: a response with 204/],
  [respond({ status: 304, body: { base64: 'eA==' } }), /action\.body: a response with 304/],
  [respond({ statusText: '完' }), /action\.statusText/],
  [respond({ statusText: 'a\r\nb' }), /action\.statusText/],
  [respond(header('x\r\ny')), /action\.headers\.1\.name/],
  [respond(header('na me')), /action\.headers\.1\.name/],
  [respond(header('x', 'a\r\nset-cookie: b')), /action\.headers\.1\.value/],
  [respond(header('x', '茶')), /action\.headers\.1\.value/],
  [respond({ headers: Array(101).fill({ name: 'a', value: 'b' }) }), /action\.headers must not/],
  [respond({ body: { text: 'x'.repeat(65_537) } }), /action\.body has 65537 bytes/],
  [respond({ body: { text: '茶'.repeat(21_846) } }), /action\.body has 65538 bytes/],
  [respond({ body: { base64: 'no base64!' } }), /action\.body\.base64 is not base64/],
  [respond({ body: { stored: 'f'.repeat(32), bytes: 1 } }), /action\.body\.stored/],
  [respond({ body: { entry: '1-abc' } }), /action\.body\.entry/],
  [respond({ body: { text: 'a', base64: 'eA==' } }), /action\.body/],
  [respond({ body: 'text' }), /action\.body/],
  [respond({ boby: { text: 'a' } }), /action\.boby is an unknown member/],
  [{ ...FAILS, action: { type: 'change' } }, /action must have a member request or response/],
  [change({ merge: {}, patch: [] }), /only one of body, merge and patch/],
  [change({ merge: { a: 'x'.repeat(65_537) } }), /action\.response\.merge has/],
  [change({ status: 204, merge: {} }), /action\.response\.status: a response with 204/],
  [change({ patch: [{ op: 'move', path: '/a' }] }), /patch\.0\.from is missing/],
  [change({ patch: [{ op: 'add', path: '/a' }] }), /patch\.0\.value is missing/],
  [change({ patch: [{ op: 'remove', path: 'a' }] }), /patch\.0\.path is not a JSON pointer: it must/],
  [change({ patch: [{ op: 'rename', path: '/a' }] }), /patch\.0\.op must/],
  [change({ removeHeaders: ['a:b'] }), /action\.response\.removeHeaders\.0/],
  ...['data:text/html,x', 'javascript:alert(1)', 'file:///etc', 'ftp://a.example', 'https://a.example/path', 'https://u:p@a.example',
    'https://', 'a.example'].map((origin): [unknown, RegExp] => [change({}, { origin }), /action\.request\.origin must be/])
]

t.test('what cannot be applied, or would do more than it says, is refused with the rule and the member', async t => {
  const session = newSession()
  await written(t, replica, session, [FAILS])
  const before = await rulesOf(replica, session)
  for (const [rule, sentence] of REFUSED) {
    const { status, body } = await putRules(replica, session, { rules: [FAILS, rule] })
    t.match({ status, body }, { status: 400, body: { error: sentence } }, JSON.stringify(rule)?.slice(0, 150))
    t.match((body as { error: string }).error, /^Rule 2/)
    const long = JSON.stringify({ rules: [FAILS, rule] }) + ' '.repeat(SMALL_RULES_BYTES)
    t.same(await putRules(replica, session, long).then(reply => [reply.status, reply.body]), [status, body], 'the thread says the same')
  }
  const after = await rulesOf(replica, session)
  t.same([after.version, after.rules], [before.version, before.rules])
})

t.test('bodies that are no list of rules are refused, and leave nothing in Redis', async t => {
  const session = newSession()
  const bodies: [unknown, RegExp][] = [
    ['[]', /must be an object/], ['null', /must be an object/], ['{}', /rules must be a list/], ['{"rules":{}}', /rules must be a list/],
    [{ rules: [], of: true }, /unknown member "of"/], [{ rules: [], off: 1 }, /off must be/],
    [{ rules: Array(101).fill(FAILS) }, /at most 100 rules/],
    [{ rules: [{ ...FAILS, id: 'a' }, { ...FAILS, id: 'a' }] }, /^Rule 2 .*: id: another rule/],
    [{ rules: Array.from({ length: 9 }, (_, n) => respond({ body: { text: String(n).repeat(65_000) } })) },
      /^All rules .* bytes; the limit is 524288/],
    [{ rules: Array(100).fill(respond({ headers: Array(50).fill({ name: 'a', value: 'v'.repeat(300) }) })) }, /^The first \d+ rules/],
    [{ rules: Array(9).fill(change({ merge: { a: 'm'.repeat(60_000) } })) }, /^The first 9 rules .* bytes; the limit is 524288/],
    ['{"rules":', /JSON/]
  ]
  for (const [body, sentence] of bodies) {
    t.match(await putRules(replica, session, body), { status: 400, body: { error: sentence } }, JSON.stringify(body).slice(0, 60))
  }
  t.match(await putRules(replica, session, { rules: [], more: 'm'.repeat(3_000_000) }), { status: 413 })
  t.match(await putRules(replica, session, { rules: [] }, { 'content-type': 'image/png' }), { status: 415 })
  t.same(await keyNames(redis.client, `capture:{${session}}:*`), [])
})

t.test('a list at all its limits is accepted, read and announced', async t => {
  const session = newSession()
  const rules = Array.from({ length: 100 }, (_, n) => ({
    ...FAILS,
    name: 'n'.repeat(100),
    times: 1_000_000_000,
    chance: 0.0001,
    match: n === 0 ? `path:=/${'p'.repeat(4000)}` : FAILS.match,
    action: { type: 'respond' as const, status: 599, body: { text: n < 6 ? String(n).repeat(64 * 1024) : 'x' } }
  }))
  const stored = await written(t, replica, session, rules)
  t.equal(stored.rules.length, 100)
  t.same((await rulesOf(replica, session)).rules, stored.rules)
  t.ok(JSON.stringify(stored).length < 64 * 1024, 'the list itself stays small')
})

t.test('`Set-Cookie`, `Location` and HTML are stored as any header and body, and a filter of 4 KB is judged at once', async t => {
  const session = newSession()
  const headers = [{ name: 'Set-Cookie', value: 'a=b' }, { name: 'Location', value: 'https://evil.example/' }]
  const { rules: [rule] } = await written(t, replica, session, [{
    ...FAILS, action: { type: 'respond', status: 200, headers, body: { text: '<script>alert(1)</script>'.repeat(200) } }
  }])
  t.match(rule!.action, { headers })
  const reply = await fetch(`${replica.url}/capture/rules/${rule!.id}/body?sessionId=${session}`)
  t.same([reply.headers.get('content-type'), reply.headers.get('content-disposition'), reply.headers.get('content-security-policy')],
    ['application/octet-stream', 'attachment', "default-src 'none'; sandbox"])
  for (const match of ['('.repeat(4096), '-'.repeat(4096), 'a OR '.repeat(819), `path:${'*'.repeat(4091)}`, '"'.repeat(4096)]) {
    const { status } = await putRules(replica, session, { rules: [{ ...FAILS, match }] })
    t.ok(status === 200 || status === 400, `${match.slice(0, 8)}: ${status}`)
  }
})

t.test('`__proto__` in a list changes no object: it is refused with a sentence that names it', async t => {
  const session = newSession()
  for (const name of ['"__proto__"', '"__pro\\u0074o__"', '"constructor":{"prototype":1},"x"']) {
    const text = JSON.stringify({ rules: [change({ merge: { a: 1 } })] }).replace('"a"', name)
    t.match(await putRules(replica, session, text), { status: 400, body: { error: /`__proto__`/ } }, name)
  }
  await written(t, replica, session, [{ ...FAILS, action: { type: 'respond', status: 200, body: { text: '{"__proto__":1}' } } }])
  t.match(await putRules(replica, session, '{"__proto__":'), { status: 400, body: { error: /not valid JSON/ } })
  t.equal(({} as { a?: unknown }).a, undefined)
})

t.test('JSON of more than 500 levels is refused with a sentence, wherever it is', async t => {
  const session = newSession()
  const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels)
  const put = async (text: string, levels: number, inner?: string) => await putRules(replica, session, text.replace('"DEEP"', nested(levels, inner)))
  const merge = JSON.stringify({ rules: [change({ merge: 'DEEP' })] })
  const patch = JSON.stringify({ rules: [change({ patch: [{ op: 'add', path: '/a', value: 'DEEP' }] })] })
  t.equal((await put(merge, 500)).status, 200)
  t.equal((await put(merge, 500, '1')).status, 200)
  t.equal((await put(patch, 498)).status, 200, 'the list and its operation are two levels')
  for (const levels of [501, 5000, 900_000]) {
    t.match(await put(merge, levels), { status: 400, body: { error: /^Rule 1 .*action\.response\.merge has more than 500 levels/ } }, String(levels))
    t.match(await put(patch, levels), { status: 400, body: { error: /action\.response\.patch has more than 500 levels/ } }, String(levels))
  }
  for (const text of ['"DEEP"', '{"rules":"DEEP"}', '{"rules":["DEEP"]}', '{"rules":[],"off":"DEEP"}', '{"rules":[],"x":"DEEP"}',
    JSON.stringify({ rules: [{ ...FAILS, times: 'DEEP' }] }), JSON.stringify({ rules: [respond({ body: { text: ['DEEP'] } })] }),
    JSON.stringify({ rules: [{ ...FAILS, action: { type: ['DEEP'] } }] }), JSON.stringify({ rules: [{ ...FAILS, more: ['DEEP'] }] })
  ]) t.equal((await put(text, 900_000)).status, 400, text)
})

t.test('what somebody wrote into Redis by hand is left out, and breaks nothing', async t => {
  const session = newSession()
  const { rules: [rule] } = await written(t, replica, session, [FAILS])
  const { rules: key } = keysOf(session)
  for (const text of ['{', '7', '{}', '[7,null,{"id":"a"}]']) {
    await redis.client.hset(key, 'rules', text)
    t.same((await rulesOf(replica, session)).rules, [], text)
  }
  await redis.client.hset(key, 'rules', JSON.stringify([{ ...rule, action: { type: 'teleport' } }, rule]))
  t.same((await rulesOf(replica, session)).rules, [rule], 'and the rules of a newer version')
  await redis.client.del(key)
  t.match(await rulesOf(replica, session), { off: false })
  await written(t, replica, session, [FAILS])
})

t.test('the parameters of a read are refused in their own words', async t => {
  for (const [query, error] of [
    [`after=${'x'.repeat(65)}`, 'after must be at most 64 characters long'], ['after=0&wait=26', 'wait must be 1 to 25 seconds']
  ] as const) {
    const reply = await fetch(`${replica.url}/capture/rules?sessionId=${newSession()}&${query}`)
    t.same([reply.status, await reply.json()], [400, { error }], error)
  }
})
