// Rules for fetch, in a real browser. What the page gets from a rule is compared with the same answer from a real server.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { createServer, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Entry } from '../../../../src/schema/entry.js'
import { isFirefox } from '../../../support/browser.js'
import { list, newSession } from '../../../support/client.js'
import { putRules, written } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { open, recorded, replica, site, tag } from '../browser/place.js'
import { AWAY, hasRules, READER, rule, ruled, run } from './ruled.js'

t.test('a page gets the answer of a rule, and the entry says so', async t => {
  const { page, session } = await ruled(t, [rule('path:=/c', AWAY)])
  const seen = site.seen.length
  t.same(await run(page, "fetch('/c?x=1').then(async response => [response.status, await response.text()])"), [503, 'away'])
  t.equal(site.seen.length, seen, 'no request is sent')
  const [entry] = await recorded(session, 1)
  t.match(entry, { response: 'away', responseHeader: /^HTTP\/1.1 503\r\n/, rule: { name: 'path:=/c', action: 'respond' } })
})

const CORS: [string, string][] = [['access-control-allow-origin', '*'], ['access-control-expose-headers', '*']]

interface Served { status: number, statusText?: string, headers: [string, string][], body?: Buffer }

const SERVED: Record<string, Served> = {
  plain: { status: 200, headers: [['content-type', 'text/plain;charset=utf-8'], ['x-one', 'a'], ['x-one', 'b']], body: Buffer.from('hällo') },
  json: { status: 200, statusText: 'Fine', headers: [['content-type', 'application/json']], body: Buffer.from('{"a":12345678901234567890}') },
  broken: { status: 500, headers: [['content-type', 'application/json']], body: Buffer.from('{"a":') },
  form: { status: 201, headers: [['content-type', 'application/x-www-form-urlencoded']], body: Buffer.from('a=1&b=%20') },
  bytes: { status: 404, headers: [['content-type', 'image/png']], body: Buffer.from([0, 255, 128, 10, 13]) },
  untyped: { status: 599, statusText: 'Odd thing', headers: [], body: Buffer.from('x') },
  empty: { status: 200, headers: [['content-type', 'text/html']], body: Buffer.from('') },
  bom: { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from('\ufeff{"a":1}') },
  none: { status: 204, headers: [['x-a', '1']] },
  large: { status: 200, headers: [['content-type', 'application/octet-stream']], body: Buffer.alloc(20_000, 'ab') }
}

/** Answers `/real/<name>` as the rules answer `/ruled/<name>`. */
async function startServer (t: Test): Promise<string> {
  const server = createServer((request, reply) => {
    const { status, statusText = '', headers, body } = SERVED[/\w+$/.exec(request.url ?? '')![0]]!
    reply.sendDate = false
    const all = [...CORS, ...headers, ...body ? [['content-length', `${body.length}`]] : []]
    reply.writeHead(status, statusText || STATUS_CODES[status] || 'None', all.flat()).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('an answer of a rule is the same as that of a real server, in all that a page can read', async t => {
  const origin = await startServer(t)
  const { page } = await ruled(t, Object.entries(SERVED).map(([name, { status, statusText, headers, body }]) => rule(`path:=/ruled/${name}`, {
    type: 'respond',
    status,
    statusText: statusText ?? STATUS_CODES[status] ?? 'None',
    headers: [...CORS, ...headers].map(([name, value]) => ({ name, value })),
    ...body && { body: { base64: body.toString('base64') } }
  })))
  // A large body is fetched by itself, after the list.
  await until('the large body is there', async () =>
    await run(page, `fetch('${origin}/ruled/large').then(({ status }) => status === 200, () => false)`) as boolean)
  for (const name of Object.keys(SERVED)) {
    // In Firefox, a real 204 has an empty stream as its body, which no script can make.
    if (name === 'none' && isFirefox) continue
    for (const init of ['{}', "{ method: 'POST', body: 'b' }", "{ method: 'HEAD' }"]) {
      const facts = async (kind: string) => await run(page, `factsOf(() => fetch('${origin}/${kind}/${name}#part', ${init}))`)
      const [real, ours] = [await facts('real'), await facts('ruled')] as { url: string, clone: unknown[] }[]
      const known = (facts: object) => JSON.parse(JSON.stringify(facts).replaceAll(/\/(?:real|ruled)\//g, '/')) as object
      t.same(known(ours!), known(real!), `${name} ${init}`)
    }
  }
})

t.test('Request, URL and init are taken as by fetch, and errors in them are its own', async t => {
  const code = `(async () => {
    const status = async (...args) => { try { return (await fetch(...args)).status } catch (error) { return String(error) } }
    const request = new Request('/c', { method: 'POST', body: 'x' })
    const stream = new Request('/c', { method: 'POST', body: 'y' })
    const used = await status(request)
    return [used, request.bodyUsed, await status(request), await status(new URL('/c', location.href)), await status('/c', { method: 'a b' }),
      await status('/c', { method: 'GET', body: 'x' }), await status(stream, { method: 'PUT' }), stream.bodyUsed, await status('http://['),
      await status('/c', { get method () { return 'POST' } })]
  })()`
  const { page } = await ruled(t, [rule('path:=/c', AWAY)])
  const [used, isUsed, usedAgain, url, badMethod, badBody, stream, isStreamUsed, badAddress, getter] =
    await run((await open(t, READER)).page, code) as unknown[]
  t.same([used, url, stream, getter], [200, 200, 200, 200])
  t.same(await run(page, code), [503, isUsed, usedAgain, 503, badMethod, badBody, 503, isStreamUsed, badAddress, 200])
  t.same([isUsed, isStreamUsed], [true, true])
  for (const error of [usedAgain, badMethod, badBody, badAddress]) t.match(error, /^TypeError: /)
})

t.test('a request is delayed, and made in full afterwards', async t => {
  const { page, session } = await ruled(t, [rule('path:=/c', { type: 'delay', ms: [150, 160] })])
  const took = await run(page, `(async () => {
    const startMs = performance.now()
    const response = await fetch('/c?text=late', { method: 'PUT', body: 'sent', headers: { 'x-a': '1' } })
    return [await response.text(), performance.now() - startMs >= 140]
  })()`)
  t.same(took, ['late', true])
  t.match(site.seen.at(-1), { method: 'PUT', body: 'sent', headers: { 'x-a': '1' } })
  t.match((await recorded(session, 1))[0], { response: 'late', request: 'sent', rule: { action: 'delay' } })
})

t.test('failures have the errors of the browser', async t => {
  const { page, session } = await ruled(t, [
    rule('query:network', { type: 'fail', how: 'network' }), rule('query:abort', { type: 'fail', how: 'abort' }),
    rule('query:timeout', { type: 'fail', how: 'timeout' })
  ])
  const failures = await run(page, `(async () => {
    const how = async (url, init) => {
      try { return await fetch(url, init) } catch (error) {
        return [Object.prototype.toString.call(error), error.name, error.message, error instanceof TypeError, /earshot|Array.reduce/.test(error.stack)]
      }
    }
    return [await how('/c?reset'), await how('/c?network'), await how('/c?abort'), await how('/c?hold', { signal: AbortSignal.abort() }),
      await how('/c?timeout', { signal: AbortSignal.timeout(50) })]
  })()`) as unknown[][]
  t.same(failures[1], failures[0], 'network')
  t.same(failures[2], failures[3], 'abort')
  t.same(failures[4]!.slice(0, 2), ['[object DOMException]', 'TimeoutError'])
  const entries = await recorded(session, 5)
  t.same(entries.map(({ rule }) => rule?.action), [undefined, 'fail', 'fail', undefined, 'fail'])
  t.match(entries[1], { responseHeader: 'HTTP/1.1 0', note: `TypeError: ${String(failures[0]![2])}` })
})

t.test('a request that waits for ever is pending, and says which rule it waits for', async t => {
  const { page, session } = await ruled(t, [rule('', { type: 'fail', how: 'timeout' })])
  await run(page, "fetch('/c?text=x').then(response => response.text()).then(text => { window.got = text }), undefined")
  let entries: Entry[] = []
  await until('it is recorded', async () => (entries = await list(replica, session)).length === 1 && entries[0]!.rule !== undefined)
  t.match(entries[0], { timeConsuming: 0, rule: { action: 'fail' } })
  await putRules(replica, session, { rules: [], off: true })
  await run(page, "fetch('/c?other')")
  await until('it is made without the rule', async () => await run(page, 'window.got') === 'x')
  t.match((await recorded(session, 2))[0], { response: 'x', note: /the rule ended while the request waited/ })
})

t.test('aborts are honored while a request waits, in the order of the browser', async t => {
  const { page } = await ruled(t, [rule('query:ruled', { type: 'respond', status: 503, delayMs: 60_000 })])
  const order = (query: string) => `(async () => {
    const order = []
    const controller = new AbortController()
    controller.signal.addEventListener('abort', () => order.push('early'))
    const promise = fetch('/c?${query}', { signal: controller.signal })
    controller.signal.addEventListener('abort', () => order.push('late'))
    controller.signal.onabort = () => order.push('on')
    promise.catch(error => order.push(String(error)))
    setTimeout(() => { controller.abort(new Error('mine')); order.push('after'); Promise.resolve().then(() => order.push('microtask')) }, 20)
    await new Promise(resolve => setTimeout(resolve, 80))
    return order
  })()`
  t.same(await run(page, order('ruled')), await run(page, order('hold')))
})

t.test('the first requests of the next page have rules: also those of the script right after the line', async t => {
  const { page, session } = await ruled(t, [rule('path:=/c', AWAY)])
  await written(t, replica, session, [rule('path:=/c', AWAY)])
  site.page = site.page.replace('</title>', '</title>').replace(READER, `<script>fetch('/c?first').then(({ status }) => { window.first = status })</script>${READER}`)
  await page.goto(`${site.url}/page?next`)
  await until('it is answered', async () => await run(page, 'window.first') !== undefined)
  t.equal(await run(page, 'window.first'), 503)
})

t.test('if a page does not opt in, the code is never asked for, and no rule applies', async t => {
  for (const more of ['', 'data-rules=""', 'data-rules="localhost"']) {
    const session = newSession()
    await written(t, replica, session, [rule('', AWAY)])
    const asked: string[] = []
    const { page } = await open(t, tag(session, more), { prepare: async context => context.on('request', request => asked.push(request.url())) })
    const hasConsent = more !== ''
    if (hasConsent) await until('the rules are there', async () => await hasRules(page))
    t.equal(await run(page, "fetch('/c?text=x').then(({ status }) => status)"), more === 'data-rules=""' ? 503 : 200, more)
    await recorded(session, 1)
    t.equal(asked.some(url => /earshot-rules|capture\/rules/.test(url)), hasConsent, `${more} ${asked.join(' ')}`)
  }
})

t.test('a body that cannot be looked at is noted; strings and forms are matched', async t => {
  const { page, session } = await ruled(t, [rule('request:magic', AWAY)])
  const got = await run(page, `(async () => {
    const form = new FormData()
    form.append('word', 'magic')
    const status = async body => (await fetch('/c', { method: 'POST', body })).status
    return [await status('magic'), await status(new URLSearchParams('a=magic')), await status(form), await status(new TextEncoder().encode('magic')),
      await status(new Blob(['magic'])), (await fetch(new Request('/c', { method: 'POST', body: 'magic' }))).status]
  })()`)
  t.same(got, [503, 503, 503, 503, 200, 200])
  const entries = await recorded(session, 6)
  for (const { note, rule } of entries.slice(4)) {
    t.match(note, 'unknown whether these rules match, because the body was not read or is too long: request:magic')
    t.equal(rule, undefined)
  }
})

t.test('times is counted over the pages of a tab', async t => {
  const { page } = await ruled(t, [rule('path:=/c', AWAY, { times: 2 })])
  const status = async () => await run(page, "fetch('/c').then(({ status }) => status)")
  t.equal(await status(), 503)
  await page.reload()
  t.equal(await status(), 503)
  t.equal(await status(), 200)
  await page.reload()
  t.equal(await status(), 200)
})

t.test('a page that is left makes a delayed request that is to outlive it', async t => {
  const { page } = await ruled(t, [rule('query:last', { type: 'delay', ms: 60_000 })])
  await run(page, "fetch('/c?last', { method: 'POST', body: 'bye', keepalive: true }), undefined")
  await page.goto(`${site.url}/page?next`)
  await until('it came', async () => site.seen.some(({ path, body }) => path === '/c?last' && body === 'bye'))
})

t.test('hostile rules do nothing but what is written there', async t => {
  const { page, session } = await ruled(t, [
    rule('query:script', { type: 'respond', status: 200, headers: [{ name: 'content-type', value: 'text/html' }], body: { text: '<script>window.hit = 1</script>' } }),
    rule('query:cookie', { type: 'respond', status: 200, headers: [{ name: 'Set-Cookie', value: 'stolen=1' }] }),
    rule('query:data', { type: 'change', request: { pathPrefix: { from: '/c', to: '@evil.test' } } }),
    rule('query:location', { type: 'respond', status: 201, headers: [{ name: 'Location', value: 'https://evil.test/' }] })
  ])
  t.equal(await run(page, "fetch('/c?script').then(response => response.text())"), '<script>window.hit = 1</script>')
  t.equal(await run(page, "fetch('/c?cookie').then(() => document.cookie)"), '')
  t.equal(await run(page, "fetch('/c?data').then(({ url }) => new URL(url).origin)"), site.url)
  t.same(await run(page, `fetch('/c?location').then(({ url, redirected, headers }) =>
    [new URL(url).origin, redirected, headers.get('location')])`), [site.url, false, 'https://evil.test/'])
  // What the browser loads for the page itself comes from the server, also if a rule matches its address.
  const asked = site.seen.length
  await run(page, `(async () => {
    const script = document.body.appendChild(Object.assign(document.createElement('script'), { src: '/c?script' }))
    await new Promise(resolve => { script.onload = script.onerror = resolve })
    await import('/c?script&module').catch(() => {})
  })()`)
  t.same(site.seen.slice(asked).map(({ path }) => path), ['/c?script', '/c?script&module'])
  t.equal(await run(page, 'window.hit'), undefined)
  t.equal(await run(page, 'location.origin'), site.url)
  t.equal((await recorded(session, 4)).length, 4)
})
