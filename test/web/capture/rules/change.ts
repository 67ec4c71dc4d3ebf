// Rules that change a fetch or its response, in a real Chromium.
import t from 'tap'
import type { RuleAction } from '../../../../src/schema/rule.js'
import { until } from '../../../support/until.js'
import { recorded, site } from '../browser/place.js'
import { rule, ruled, run } from './ruled.js'

t.test('a request is changed: headers, body, path and origin', async t => {
  const { page, session } = await ruled(t, [
    rule('query:one', { type: 'change', request: { setHeaders: [{ name: 'x-a', value: 'ruled' }], removeHeaders: ['accept'], body: { text: 'other' } } }),
    rule('query:two', { type: 'change', request: { origin: site.other, pathPrefix: { from: '/c', to: '/d' } } }),
    rule('query:get', { type: 'change', request: { body: { text: 'a body for GET' } } })
  ])
  await run(page, "fetch('/c?one', { method: 'POST', body: 'sent', headers: { 'x-a': '1', accept: 'text/html' } })")
  t.match(site.seen.at(-1), { method: 'POST', path: '/c?one', body: 'other', headers: { 'x-a': 'ruled', accept: '*/*' } })
  t.same(await run(page, "fetch('/c?two', { method: 'POST', body: 'sent' }).then(({ url, type }) => [url, type])"), [`${site.other}/d?two`, 'cors'])
  t.match(site.seen.at(-1), { method: 'POST', path: '/d?two', body: 'sent' })
  await run(page, "fetch('/c?get')")
  const entries = await recorded(session, 3)
  t.match(entries[0], { request: 'sent', rule: { action: 'change' } }, 'the entry has what the app sent')
  t.match(entries[2], { note: 'the request was not changed: the browser does not allow it' })
})

t.test('a response is changed: its head keeps the stream, JSON is patched in its source, the real one is recorded', async t => {
  const { page, session } = await ruled(t, [
    rule('query:head', { type: 'change', response: { status: 418, statusText: 'Teapot', setHeaders: [{ name: 'x-new', value: '1' }], removeHeaders: ['x-answer'] } }),
    rule('query:body', { type: 'change', response: { body: { text: 'mine' } } }),
    rule('query:patch', { type: 'change', response: { merge: { a: 2, gone: null } } })
  ])
  const got = await run(page, `(async () => {
    const facts = async url => {
      const response = await fetch(url)
      const { status, statusText, url: at, type, redirected } = response
      return [status, statusText, pathOf(at), type, redirected, response.headers.get('x-new'), response.headers.get('x-answer'),
        response.headers.get('content-length'), await response.clone().text(), (await response.text()).length]
    }
    return [await facts('/c?head&size=3000000').then(facts => facts.with(8, facts[8].length)), await facts('/c?body&text=real'),
      await facts('/c?patch&type=application/json&text={"id":12345678901234567890,"a":1,"gone":1.0}')]
  })()`) as unknown[]
  t.same(got, [
    [418, 'Teapot', '/c?head&size=3000000', 'basic', false, '1', null, null, 3_000_000, 3_000_000],
    [200, 'OK', '/c?body&text=real', 'basic', false, null, 'a', '4', 'mine', 4],
    [200, 'OK', '/c?patch&type=application/json&text={%22id%22:12345678901234567890,%22a%22:1,%22gone%22:1.0}', 'basic', false, null, 'a', '33',
      '{"id":12345678901234567890,"a":2}', 33]
  ])
  let entries = await recorded(session, 3)
  await until('the real body is there', async () => (entries = await recorded(session, 3))[1]!.originalResponse === 'real')
  t.match(entries[0], { responseHeader: /^HTTP\/1.1 418 Teapot\r\n/, originalResponseHeader: /^HTTP\/1.1 200 OK\r\n[^]*x-answer: a\r\n/ })
  t.match(entries[1], { response: 'mine', rule: { action: 'change' } })
  t.match(entries[2], {
    response: '{"id":12345678901234567890,"a":2}', originalResponse: '{"id":12345678901234567890,"a":1,"gone":1.0}'
  })
})

t.test('what cannot be changed is passed on, with a note', async t => {
  const patch: RuleAction = { type: 'change', response: { merge: { a: 2 } } }
  const { page, session } = await ruled(t, [rule('', patch)])
  const got = await run(page, `(async () => {
    const opaque = await fetch('${site.other}/c?nocors', { mode: 'no-cors' })
    const text = async url => await (await fetch(url)).text()
    const large = await text('/c?type=application/json&size=1500000')
    return [opaque.type, opaque.status, await text('/c?type=text/event-stream&pieces=2'), large.length, await text('/c?type=application/json&text={"a"')]
  })()`)
  t.same(got, ['opaque', 0, 'data: 0\n\ndata: 1\n\n', 1_500_000, '{"a"'])
  const notes = (await recorded(session, 4)).map(({ note }) => note)
  t.match(notes[0], 'the response was not changed: the browser hides it from the page')
  for (const note of notes.slice(1)) t.match(note, /the body was not changed: it is not JSON/)
})
