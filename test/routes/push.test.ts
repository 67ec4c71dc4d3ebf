// Valid pushes, and the error for each kind of invalid one; a viewer must get only the valid ones.
import t from 'tap'
import { request } from 'node:http'
import type { Entry } from '../../src/schema/entry.js'
import { readFormPush, type PushFields } from '../../src/pushes/push-body.js'
import { call, list, newSession, push, pushed, watch } from '../support/client.js'
import { keyNames } from '../support/inspect.js'
import { matchEach } from '../support/match-each.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis, { BODY_LIMIT: '100kb' })
const FORM = 'application/x-www-form-urlencoded'

const withoutPlace = ({ id, requestId, timestamp, startTime, ...rest }: Entry) => rest

t.test('accepts a push as a form, as JSON, and as JSON with a text type', async t => {
  const session = newSession()
  const fields = { api: '/a/b?x=1&y=%20+', method: 'post', requestId: 'r', response: 'a=b&c d+e%20中', timeConsuming: '3.5' }
  t.match(await push(replica, session, new URLSearchParams(fields).toString(), FORM),
    { status: 200, body: { code: '0', message: 'ok', data: /^1-/ } })
  const [entry] = await list(replica, session)
  t.match(entry, { ...fields, method: 'POST', timeConsuming: 3.5 })
  await push(replica, session, { ...fields, requestId: 's' })
  await push(replica, session, JSON.stringify({ ...fields, requestId: 't' }), 'text/plain;charset=UTF-8')
  await push(replica, session, JSON.stringify({ ...fields, requestId: 'u' }), 'Application/JSON; charset=utf-8')
  const entries = await list(replica, session)
  t.same(entries.map(withoutPlace), Array(4).fill(withoutPlace(entry!)))
})

t.test('stores values that are not strings as their JSON text', async t => {
  const session = newSession()
  await push(replica, session, `{"api":"/a","method":"GET","requestId":42,"request":{"id":12345678901234567890,"x":[ 1.0 ]},"response":[true],
    "requestHeader":7.10,"responseHeader":false,"pageParams":{},"storage":null,"unknown":{"a":1}}`)
  matchEach(t, await list(replica, session), [{
    requestId: '42',
    request: '{"id":12345678901234567890,"x":[ 1.0 ]}',
    response: '[true]',
    requestHeader: '7.10',
    responseHeader: 'false',
    pageParams: '{}',
    storage: ''
  }])
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  t.equal((await push(replica, session, `{"api":"/a","method":"GET","response":${deep}}`)).status, 200)
  t.equal((await list(replica, session))[1]!.response, deep)
  await push(replica, session, 'api=/a&method=GET&response=1&response=2', FORM)
  t.equal((await list(replica, session))[2]!.response, '["1","2"]')
})

t.test('__proto__ and similar keys are kept in values, and set no fields of the push', async t => {
  const session = newSession()
  const response = '{"__proto__":{"x":1},"constructor":{"prototype":2},"toString":3}'
  t.equal((await push(replica, session, `{"api":"/a","method":"GET","response":${response},"__proto__":{"request":"none"}}`)).status, 200)
  t.match((await list(replica, session))[0], { response, request: '' })
  t.match(await push(replica, session, '{"__proto__":{"api":"/a"},"method":"GET"}'), { status: 400, body: { message: /^api is required/ } })
})

t.test('null, empty and missing values leave the fields of an entry unchanged', async t => {
  const session = newSession()
  const id = await pushed(replica, session, { requestId: 'r', timeConsuming: null, response: null, request: 'kept' })
  t.equal(await pushed(replica, session, { requestId: 'r', timeConsuming: '', request: null }), id)
  matchEach(t, await list(replica, session), [{ timeConsuming: 0, request: 'kept', response: '' }])
  t.not(await pushed(replica, session, { requestId: '' }), await pushed(replica, session, { requestId: null }))
  await pushed(replica, session, { requestId: 'r', response: '', timeConsuming: 1 })
  t.match((await list(replica, session))[0], { request: 'kept', response: '', timeConsuming: 1 })
})

t.test('times are numbers or numeric strings', async t => {
  const session = newSession()
  const given = [0, '0', 12, '12', 0.25, ' 7.5 ', '1e3', '.5', 1e-9]
  for (const timeConsuming of given) await pushed(replica, session, { timeConsuming })
  t.same((await list(replica, session)).map(entry => entry.timeConsuming), given.map(Number))
})

t.test('accepts every registered method, in any case', async t => {
  const session = newSession()
  for (const method of ['get', 'PATCH', 'PropFind', 'version-control']) await pushed(replica, session, { method })
  t.same((await list(replica, session)).map(entry => entry.method), ['GET', 'PATCH', 'PROPFIND', 'VERSION-CONTROL'])
})

t.test('rejects invalid pushes with a sentence, and stores and announces nothing', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const good = { api: '/a', method: 'GET' }
  const cases: [string, unknown, string?][] = [
    ['api is required and must be a non-empty string', { method: 'GET' }],
    ['api is required and must be a non-empty string', { ...good, api: '' }],
    ['api is required and must be a non-empty string', { ...good, api: null }],
    ['api is required and must be a non-empty string', { ...good, api: 5 }],
    ['api is required and must be a non-empty string', 'api=/a&api=/b&method=GET', FORM],
    ['api is required and must be a non-empty string', '', FORM],
    ['method is required and must be a registered HTTP method', { api: '/a' }],
    ['method is required and must be a registered HTTP method', { ...good, method: 'FETCH' }],
    ['method is required and must be a registered HTTP method', { ...good, method: '' }],
    ['method is required and must be a registered HTTP method', { ...good, method: ['GET'] }],
    ['method is required and must be a registered HTTP method', { ...good, method: 'GET ' }],
    ...[-1, '-1', 'soon', '12ms', true, [], {}, '0x10', 'Infinity', 'NaN'].map(timeConsuming =>
      ['timeConsuming must be a number of milliseconds, 0 or more', { ...good, timeConsuming }] as [string, unknown]),
    ['timeConsuming must be a number of milliseconds, 0 or more', '{"api":"/a","method":"GET","timeConsuming":1e999}'],
    ['requestId must be at most 256 characters long', { ...good, requestId: 'x'.repeat(257) }],
    ['requestId must be at most 256 characters long', { ...good, requestId: Array(100).fill('ab') }],
    ['The body must be an object with the fields of an entry', '[]'],
    ['The body must be an object with the fields of an entry', 'null'],
    ['The body must be an object with the fields of an entry', '"text"'],
    ['The body must be an object with the fields of an entry', '17', 'text/plain'],
    ['The body is empty', ''],
    ['The body is empty', ' \n', 'text/plain'],
    ['The body is not valid JSON', '{"api":"/a",'],
    ['The body is not valid JSON', 'api=/a&method=GET'],
    ['The body is not valid JSON', 'api=/a&method=GET', 'text/plain']
  ]
  for (const [message, body, contentType] of cases) {
    const reply = await push(replica, session, body, contentType)
    t.match(reply, { status: 400, body: { code: 'bad_request', message, data: '' } }, `${message}: ${JSON.stringify(body).slice(0, 60)}`)
  }
  t.match(await push(replica, session, '<a/>', 'application/xml'), {
    status: 415,
    body: {
      code: 'unsupported_media_type',
      message: 'This content type is not supported: send application/json, application/x-www-form-urlencoded or text/plain',
      data: ''
    }
  })
  t.match(await call(replica, `/capture/raw-data?sessionId=${session}`, { method: 'POST' }), { status: 400, body: { code: 'bad_request' } })
  t.match(await push(replica, session, { ...good, response: 'x'.repeat(100 * 1024) }),
    { status: 413, body: { code: 'too_large', message: 'The body is larger than the limit of 100 KiB (BODY_LIMIT)', data: '' } })
  t.match(await push(replica, session, 'api=/a&method=GET&response=' + 'x'.repeat(100 * 1024), FORM),
    { status: 413, body: { code: 'too_large' } })

  const id = await pushed(replica, session, { requestId: 'é'.repeat(256) })
  t.match(await viewer.next(), { type: 'entry-received', data: { id }, prev: '0-0' }, 'the first change of this session')
  t.same(await keyNames(redis.client, '*'), (await keyNames(redis.client, `capture:{s${process.pid}-*`)), 'no other keys exist')
  t.equal((await list(replica, session)).length, 1)
})

t.test('every operation first rejects a session id that is missing, repeated or of the wrong length', async t => {
  const sentence = 'sessionId must be given once, in the query, and be 15 characters long'
  const before = await keyNames(redis.client, '*')
  const operations: [string, string][] = [
    ['POST', '/capture/raw-data'], ['POST', '/capture/batch'], ['POST', '/capture/har'], ['GET', '/capture/entries'],
    ['DELETE', '/capture/entries'], ['DELETE', '/capture/entries/1-a'], ['GET', '/capture/online'],
    ['POST', '/upload'], ['GET', '/capture/screenshots'], ['GET', '/capture/screenshots/1-a'], ['GET', '/ws']
  ]
  for (const query of [
    '', '?sessionId=', '?sessionId=14-characters-', '?sessionId=16-characters---', '?sessionId=15-characters--&sessionId=15-characters--',
    '?sessionid=15-characters--'
  ]) {
    for (const [method, path] of operations) {
      const expected = method === 'POST' && path.startsWith('/capture')
        ? { code: 'bad_request', message: sentence, data: '' }
        : { error: sentence }
      t.match(await call(replica, path + query, { method }), { status: 400, body: expected }, `${method} ${path}${query}`)
    }
  }
  t.same(await keyNames(redis.client, '*'), before)
})

t.test('a session id may have any 15 characters, including special ones of Redis', async t => {
  for (const session of ['}{:*?[]^$\\ "\'%\n', '中文会话标识符一二三四五六七八'.slice(0, 15), '👍'.repeat(15), '../../../../../'.slice(0, 15)]) {
    const id = await pushed(replica, session, { requestId: 'r' })
    t.same((await list(replica, session)).map(entry => entry.id), [id])
    const path = `/capture/entries/${id}?sessionId=${encodeURIComponent(session)}`
    t.match(await call(replica, path, { method: 'DELETE' }), { status: 200, body: { success: true } })
    t.match(await call(replica, path, { method: 'DELETE' }), { status: 404, body: { error: 'Not found' } })
  }
})

t.test('an incomplete body stores nothing', async t => {
  const session = newSession()
  const sending = request(`${replica.url}/capture/raw-data?sessionId=${session}`, {
    method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 1000 }
  })
  const ended = new Promise(resolve => sending.once('close', resolve))
  sending.on('error', () => {}).write('{"api":"/a"')
  sending.destroy()
  await ended
  t.same(await list(replica, session), [])
})

// With a pattern that backtracks this would take hours, so the test would time out.
t.test('a malformed number of a million digits is read quickly', async t => {
  const timeConsuming = '1'.repeat(1_000_000) + 'x'
  t.equal((readFormPush(`timeConsuming=${timeConsuming}`) as PushFields).timeConsuming, timeConsuming)
})
