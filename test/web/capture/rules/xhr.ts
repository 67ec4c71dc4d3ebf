// Rules for requests by XMLHttpRequest: what the page gets, what the app's server gets, and what is recorded.
import t from 'tap'
import type { Entry } from '../../../../src/schema/entry.js'
import type { GivenRule, RuleAction } from '../../../../src/schema/rule.js'
import { list } from '../../../support/client.js'
import { putRules } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { replica } from '../browser/place.js'
import { ASK, openRuled, other, seen, type Outcome } from './place.js'

const OK_EVENTS = ['loadstart', 2, 3, 'progress', 4, 'load', 'loadend']

function rule (path: string, action: RuleAction, more: Partial<GivenRule> = {}): GivenRule {
  return { name: `rule for ${path}`, match: `path:=${path}`, action, ...more }
}

/** The entry of a path, when it is complete. */
async function entryOf (session: string, path: string): Promise<Entry> {
  let found: Entry | undefined
  await until(`${path} is recorded`, async () => {
    found = (await list(replica, session)).find(({ api, timeConsuming }) => new URL(api).pathname === path && timeConsuming > 0)
    return found !== undefined
  })
  return found!
}

function seenOf (path: string) {
  return seen.filter(({ url }) => url === path)
}

t.test('an answer is recorded as the page gets it, with the rule; the service of the app is not asked', async t => {
  const { page, session } = await openRuled(t, [
    rule('/respond', { type: 'respond', status: 503, statusText: 'Busy', headers: [{ name: 'X-A', value: 'b' }], body: { text: '{"n":1.0}' } }),
    rule('/json', {
      type: 'respond', status: 200, headers: [{ name: 'content-type', value: 'application/json' }], body: { text: '{"n":12345678901234567890}' }
    })
  ], { after: ASK })
  const outcome = await page.evaluate<Outcome>("ask('/respond', { method: 'POST', body: 'asked' })")
  t.same(outcome, { status: 503, text: '{"n":1.0}', headers: 'content-length: 9\r\nx-a: b\r\n', events: OK_EVENTS })
  const entry = await entryOf(session, '/respond')
  t.match(entry, {
    method: 'POST',
    request: 'asked',
    response: '{"n":1.0}',
    rule: { name: 'rule for /respond', action: 'respond' },
    responseHeader: 'HTTP/1.1 503 Busy\r\ncontent-length: 9\r\nx-a: b\r\n'
  })
  await page.evaluate("ask('/json', { type: 'json' })")
  t.match(await entryOf(session, '/json'), { response: '{"n":12345678901234567890}', note: undefined }, 'the text, not what was parsed')
  t.same([...seenOf('/respond'), ...seenOf('/json')], [])
})

t.test('a changed response is recorded with what the service had answered; numbers keep their text', async t => {
  const { page, session } = await openRuled(t, [
    rule('/answer/json', { type: 'change', response: { status: 202, setHeaders: [{ name: 'x-own', value: '1' }], merge: { b: null, c: [1] } } }),
    rule('/answer/text', { type: 'change', response: { body: { text: 'other' } } }),
    rule('/answer/error', { type: 'change', response: { status: 200 } }),
    rule('/answer/html', { type: 'change', response: { merge: { a: 1 } } })
  ], { after: ASK })
  t.match(await page.evaluate<Outcome>("ask('/answer/json', { type: 'text' })"), {
    status: 202, text: '{"a":12345678901234567890,"c":[1]}', headers: /x-own: 1\r\n/, events: OK_EVENTS
  })
  t.match(await entryOf(session, '/answer/json'), {
    response: '{"a":12345678901234567890,"c":[1]}',
    responseHeader: /^HTTP\/1\.1 202\r\n[^]*x-own: 1\r\n/,
    originalResponse: '{"a": 12345678901234567890, "b": [1.0, "é"]}',
    originalResponseHeader: /^HTTP\/1\.1 200 OK\r\n/,
    rule: { action: 'change' }
  })
  t.match(await page.evaluate<Outcome>("ask('/answer/text')"), { status: 200, text: 'other', headers: /content-length: 5\r\n/ })
  t.match(await entryOf(session, '/answer/text'), { response: 'other', originalResponse: 'héllo' })
  t.match(await page.evaluate<Outcome>("ask('/answer/error')"), { status: 200, text: '{"code":7}' })
  t.match(await entryOf(session, '/answer/error'), { response: '{"code":7}', originalResponseHeader: /^HTTP\/1\.1 503 Service/ })
  t.match(await page.evaluate<Outcome>("ask('/answer/html')"), { status: 200, text: /<title>é/ }, 'a patch of what is no JSON')
  t.match(await entryOf(session, '/answer/html'), { note: /the body was not changed: it is not JSON/ })
})

t.test('an object whose response was changed can be used again, also synchronously, and keeps its responseType', async t => {
  const { page } = await openRuled(t, [rule('/answer/text', { type: 'change', response: { body: { text: '{"own":1}' } } })])
  const told = await page.evaluate<unknown[]>(`(async () => {
    const told = []
    const xhr = new XMLHttpRequest()
    const get = async (address, type) => {
      xhr.open('GET', address)
      xhr.responseType = type
      const over = new Promise(resolve => { xhr.onloadend = resolve })
      xhr.send()
      await over
      told.push([xhr.responseType, JSON.stringify(xhr.response)])
    }
    await get('/answer/text', 'json')
    xhr.open('GET', '/answer/json')
    told.push([xhr.readyState, xhr.responseType, xhr.response])
    await get('/answer/json', 'json')
    await get('/answer/text', '')
    xhr.open('GET', '/answer/error', false)
    xhr.send()
    told.push([xhr.status, xhr.responseText, Object.getOwnPropertyNames(xhr).filter(name => name !== 'onloadend')])
    return told
  })()`)
  t.same(told, [
    ['json', '{"own":1}'], [1, 'json', null], ['json', '{"a":12345678901234567000,"b":[1,"é"]}'], ['', '"{\\"own\\":1}"'],
    [503, '{"code":7}', []]
  ])
})

t.test('a changed request goes to another origin and path, with other headers in their order, and another body', async t => {
  const { page } = await openRuled(t, [
    rule('/v1/pay', {
      type: 'change',
      request: {
        origin: other,
        pathPrefix: { from: '/v1/', to: '/v2/' },
        setHeaders: [{ name: 'X-B', value: '3' }, { name: 'x-new', value: '4' }],
        removeHeaders: ['x-gone'],
        body: { text: '{"own":1}' }
      }
    }),
    rule('/v1/body', { type: 'change', request: { body: { text: 'a=b' } } })
  ], { after: ASK })
  const headers = "{ 'content-type': 'application/json', 'x-a': '1', 'x-b': '2', 'x-gone': 'x' }"
  const outcome = await page.evaluate<Outcome>(`ask('/v1/pay?q=1', { method: 'POST', body: '{}', headers: ${headers}, type: 'text' })`)
  t.match(outcome, { status: 200, text: 'plain', events: OK_EVENTS })
  const request = seen.find(({ url, method }) => url === '/v2/pay?q=1' && method === 'POST')
  t.match(request, { body: '{"own":1}', headers: { 'content-type': 'application/json', 'x-a': '1', 'x-b': '3', 'x-new': '4' } })
  t.equal(request?.headers['x-gone'], undefined)
  t.equal(`http://${request?.headers.host}`, other)
  await page.evaluate("ask('/v1/body', { method: 'POST', body: new URLSearchParams({ c: 'd' }) })")
  t.match(seenOf('/v1/body')[0], { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } },
    'the type that the browser would have set')
})

t.test('fail: an error, an abort, or nothing until the timeout of the page', async t => {
  const { page, session } = await openRuled(t, (['network', 'abort', 'timeout'] as const).map(how => rule(`/${how}`, { type: 'fail', how })),
    { after: ASK })
  const fail = async (how: string) => (await page.evaluate<Outcome>(`ask('/${how}', { timeout: 50 })`)).events
  t.same(await fail('network'), ['loadstart', 4, 'error', 'loadend'])
  t.same(await fail('abort'), ['loadstart', 4, 'abort', 'loadend'])
  t.same(await fail('timeout'), ['loadstart', 4, 'timeout', 'loadend'])
  t.match(await entryOf(session, '/network'), { note: 'network error', rule: { action: 'fail' } })
  t.match(await entryOf(session, '/abort'), { note: /^canceled/ })
  t.match(await entryOf(session, '/timeout'), { note: 'timeout' })
  t.same([...seenOf('/network'), ...seenOf('/abort'), ...seenOf('/timeout')], [])
})

t.test('a delay: the request is made afterwards, with the body as it was; it can be aborted, and its timeout counts from send()', async t => {
  const { page } = await openRuled(t, [rule('/slow', { type: 'delay', ms: 200 }), rule('/never', { type: 'delay', ms: 600_000 })], { after: ASK })
  const body = "const body = new Uint8Array([97, 98]); const over = ask('/slow', { method: 'POST', body, timeout: 60_000 })"
  t.match(await page.evaluate<Outcome>(`{ ${body}; body[0] = 0; over }`), { status: 200, events: OK_EVENTS })
  t.same(seenOf('/slow').map(({ body }) => body), ['ab'])
  t.same((await page.evaluate<Outcome>("ask('/never', { sent: xhr => xhr.abort() })")).events, ['loadstart', 4, 'abort', 'loadend'])
  t.same((await page.evaluate<Outcome>("ask('/never', { timeout: 30 })")).events, ['loadstart', 4, 'timeout', 'loadend'])
  t.same(seenOf('/never'), [])
})

t.test('a synchronous request is answered or failed; what a rule cannot do is noted', async t => {
  const { page, session } = await openRuled(t, [
    rule('/sync', { type: 'respond', status: 201, body: { text: 'own' } }), rule('/gone', { type: 'fail', how: 'network' }),
    rule('/slow-sync', { type: 'delay', ms: 600_000 })
  ])
  const told = await page.evaluate<unknown[]>(`['/sync', '/gone', '/slow-sync'].map(address => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', address, false)
    try { xhr.send() } catch ({ name, message }) { return [name, message.replace(location.origin, '')] }
    return [xhr.status, xhr.responseText]
  })`)
  t.same(told, [
    [201, 'own'], ['NetworkError', "Failed to execute 'send' on 'XMLHttpRequest': Failed to load '/gone'."], [200, 'plain']
  ])
  t.match(await entryOf(session, '/sync'), { response: 'own', rule: { action: 'respond' } })
  t.match(await entryOf(session, '/gone'), { note: 'network error' })
  t.match(await entryOf(session, '/slow-sync'), { note: 'the rule was not applied: the request is synchronous' })
})

t.test('when rules end while requests wait, the requests are made; nothing hangs', async t => {
  const waiting = [
    rule('/waits/delay', { type: 'delay', ms: 600_000 }), rule('/waits/respond', { type: 'respond', status: 500, delayMs: 600_000 }),
    rule('/waits/timeout', { type: 'fail', how: 'timeout' })
  ]
  const { page, session } = await openRuled(t, waiting, { after: ASK })
  await page.evaluate("globalThis.asked = Promise.all(['delay', 'respond', 'timeout'].map(name => ask('/waits/' + name))); undefined")
  await putRules(replica, session, { rules: [] })
  const outcomes = await page.evaluate<Outcome[]>('asked')
  t.same(outcomes.map(({ status, text }) => [status, text]), Array(3).fill([200, 'plain']))
  t.match((await entryOf(session, '/waits/delay')).note, /the rule ended while the request waited/)
})

t.test('stop() restores the functions of the browser; requests that wait, are answered or are changed go on', async t => {
  const { page } = await openRuled(t, [
    rule('/waits', { type: 'delay', ms: 600_000 }), rule('/answered', { type: 'respond', status: 201, body: { text: 'own' } }),
    rule('/answer/text', { type: 'change', response: { setHeaders: [{ name: 'x-own', value: '1' }], body: { text: 'own' } } })
  ], {
    before: `<script>
      var names = ['open', 'send', 'setRequestHeader', 'abort', 'overrideMimeType', 'getResponseHeader', 'getAllResponseHeaders']
      var natives = names.map(name => XMLHttpRequest.prototype[name])
    </script>`,
    after: ASK
  })
  const told = await page.evaluate<{ outcomes: Outcome[], isRestored: boolean, later: Outcome }>(`(async () => {
    const over = [ask('/waits'), ask('/answered'), ask('/answer/text?wait=100')]
    Earshot.stop()
    const isRestored = names.every((name, n) => XMLHttpRequest.prototype[name] === natives[n])
    return { outcomes: await Promise.all(over), isRestored, later: await ask('/answered') }
  })()`)
  t.ok(told.isRestored)
  t.same(told.outcomes.map(({ status, text }) => [status, text]), [[200, 'plain'], [201, 'own'], [200, 'own']])
  t.match(told.outcomes[2]?.headers, /x-own: 1\r\n/)
  t.match(told.later, { status: 200, text: 'plain' })
})

t.test('a request object that the page has made fixed is sent as if there was no rule', async t => {
  const { page } = await openRuled(t, [rule('/fixed', { type: 'respond', status: 500 })])
  t.equal(await page.evaluate(`new Promise(resolve => {
    const xhr = new XMLHttpRequest()
    xhr.onload = () => resolve(xhr.responseText)
    xhr.open('GET', '/fixed')
    Object.freeze(xhr)
    xhr.send()
  })`), 'plain')
})
