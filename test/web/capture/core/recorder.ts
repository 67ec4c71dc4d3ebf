// The path of a request, from its beginning to the entry that viewers see.
import t from 'tap'
import { METHODS } from '../../../../src/schema/push.js'
import { pushedMethod } from '../../../../src/web/capture/core/method.js'
import { list, watch } from '../../../support/client.js'
import { matchEach } from '../../../support/match-each.js'
import { delivered } from './node-host.js'
import { GET, OK, replica, start } from './place.js'

t.test('a request is pushed while it is pending, and again when it is complete; later ends are ignored', async t => {
  const { session, recorder } = start(t, { source: 'a phone' })
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const exchange = recorder.begin({ ...GET, method: 'post', request: { text: '{"a":1}' }, via: 'beacon' })
  const push = { method: 'POST', api: GET.api, request: '{"a":1}', timeConsuming: 0, source: 'a phone', via: 'beacon' }
  t.match(await viewer.next(), { type: 'entry-received', data: push })
  exchange.end({ responseHeader: OK, response: { text: 'hello' }, note: 'as it was' })
  exchange.end({ responseHeader: OK, response: { text: 'twice' } })
  exchange.fail('too late')
  t.match(await viewer.next(), { type: 'entry-updated', data: { response: 'hello', responseHeader: OK, note: 'as it was' } })
  const [entry, ...others] = await list(replica, session)
  t.same(others, [])
  t.ok(entry!.timeConsuming >= 0.1)
})

t.test('a failed request is complete, with the reason in its note', async t => {
  const { session, recorder } = start(t)
  recorder.begin(GET).fail('Failed to fetch')
  await delivered(recorder)
  matchEach(t, await list(replica, session), [{ responseHeader: 'HTTP/1.1 0', note: 'Failed to fetch' }])
})

t.test('a body over the limit is cut, and a note has its size', async t => {
  const { session, recorder } = start(t, { limits: { bodyBytes: 3000 } })
  recorder.begin({ ...GET, request: { text: 'ü'.repeat(3000) } })
    .end({ responseHeader: OK, response: { base64: Buffer.alloc(9000).toString('base64'), type: 'image/png', cutFrom: 5 * 1024 * 1024 } })
  await delivered(recorder)
  const [entry] = await list(replica, session)
  t.equal(entry!.request, 'ü'.repeat(1500))
  t.equal(entry!.response, `data:image/png;base64,${Buffer.alloc(3000).toString('base64')}`)
  t.equal(entry!.note, 'request cut: 3 kB of 6 kB kept; response cut: 3 kB of 5.2 MB kept')
})

t.test('each push has page parameters, and the storage if it has changed', async t => {
  let storage = '{"theme":"dark","password":"x"}'
  const { session, recorder } = start(t, {}, { context: () => ({ pageParams: '{"url":"http://app.test/?password=x"}', storage }) })
  recorder.begin(GET)
  recorder.begin(GET)
  storage = '{"theme":"light"}'
  recorder.begin(GET)
  await delivered(recorder)
  const entries = await list(replica, session)
  t.same(entries.map(entry => entry.storage), ['{"theme":"dark","password":"[masked]"}', '', '{"theme":"light"}'])
  t.same(new Set(entries.map(entry => entry.pageParams)), new Set(['{"url":"http://app.test/?password=[masked]"}']))
})

t.test('secrets in addresses and headers are masked in every push, also in later ones', async t => {
  const { wire, recorder } = start(t)
  const exchange = recorder.begin({
    ...GET, api: 'http://app.test/?password=x', requestHeader: 'GET /?password=x HTTP/1.1\r\nPassword: x\r\n'
  })
  recorder.flush(false)
  exchange.requestHeader('GET / HTTP/1.1\r\npassword: later\r\n')
  exchange.headers(`${OK}password: headers\r\n`)
  recorder.leave()
  recorder.flush(false)
  exchange.end({ responseHeader: `${OK}password: end\r\n` })
  await delivered(recorder)
  t.equal(wire.sent.length, 3)
  for (const { body } of wire.sent) t.notMatch(body, /password(?:=|: )(?!\[masked])/i)
})

t.test('the edit function can change or drop pushes', async t => {
  const edit = (push: { api: string }) => push.api.endsWith('/a') ? undefined : { ...push, api: push.api.toUpperCase() }
  const { session, recorder } = start(t, { mask: { edit } })
  recorder.begin(GET).end({ responseHeader: OK })
  recorder.begin({ ...GET, api: 'http://app.test/b' }).end({ responseHeader: OK })
  await delivered(recorder)
  t.same((await list(replica, session)).map(({ api }) => api), ['HTTP://APP.TEST/B'])
})

t.test('the recorder does not throw if edit or context throw, or if arguments are invalid', async t => {
  const { session, recorder } = start(t, { mask: { edit: () => { throw new Error('an app') } } },
    { context: () => { throw new Error('a page') } })
  const exchange = recorder.begin({ ...GET, method: 'FROB' })
  exchange.requestBody({ text: '\ud800' })
  exchange.end({ responseHeader: OK })
  recorder.flush(true)
  recorder.stop()
  t.same(await list(replica, session), [])
})

t.test('block() warns once, and nothing is sent', async t => {
  const warnings: string[] = []
  const { wire, recorder } = start(t, {}, { warn: (sentence: string) => warnings.push(sentence) })
  recorder.block('connect-src forbids it')
  recorder.block('connect-src forbids it')
  recorder.begin(GET)
  recorder.flush(true)
  recorder.stop()
  t.same(wire.sent, [])
  t.same(warnings, ['Earshot does not record: connect-src forbids it'])
  t.match(recorder.state, { status: 'blocked', reason: 'connect-src forbids it', queued: 0 })
})

t.test('two recorders use different requestIds', async t => {
  const ids = await Promise.all([start(t), start(t)].map(async ({ session, recorder }) => {
    recorder.begin(GET)
    await delivered(recorder)
    return (await list(replica, session)).map(({ requestId }) => requestId)
  }))
  t.equal(new Set(ids.flat()).size, 2)
})

t.test('methods that the service does not accept are pushed as POST, with a note', async t => {
  for (const method of METHODS) t.same(pushedMethod(method), { method })
  t.same(pushedMethod('post'), { method: 'POST' }, 'platforms send it in upper case')
  t.same(pushedMethod('patch'), { method: 'PATCH', note: 'the real method was patch' }, 'platforms send it unchanged')
  const { session, recorder } = start(t)
  recorder.begin({ ...GET, method: 'FROB' })
  await delivered(recorder)
  matchEach(t, await list(replica, session), [{ method: 'POST', note: 'the real method was FROB' }])
})
