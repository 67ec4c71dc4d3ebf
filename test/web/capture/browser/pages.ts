// What a page with the recorder records, from the line in its head to the end of it.
import t from 'tap'
import { launchChromium } from '../../../../scripts/chromium.js'
import { call, list, newSession, watch } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, ASLEEP, connected, open, recorded, replica, site, tag } from './place.js'

t.test('a request is there with everything that a viewer wants of it', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session, 'data-source="the shop"'), { path: '/page?tab=orders#part' })
  await page.evaluate(`(async () => {
    localStorage.setItem('theme', 'dark')
    const init = { method: 'POST', body: '{"password":"x","a":1.0}', headers: { 'content-type': 'application/json', 'x-a': '1' } }
    await (await fetch('/c?type=application/json&text={"b":1.0}', init)).json()
  })()`)
  const [entry] = await recorded(session, 1)
  t.match(entry, {
    api: `${site.url}/c?type=application/json&text={%22b%22:1.0}`,
    method: 'POST',
    request: '{"password":"[masked]","a":1.0}',
    response: '{"b":1.0}',
    requestHeader: 'POST /c?type=application/json&text={%22b%22:1.0} HTTP/1.1\r\ncontent-type: application/json\r\nx-a: 1\r\n',
    responseHeader: /^HTTP\/1.1 200 OK\r\n(?=[^]*content-type: application\/json\r\n)(?=[^]*x-answer: a\r\n)/,
    source: 'the shop',
    storage: '{"theme":"dark"}'
  })
  t.same(JSON.parse(entry!.pageParams), { url: `${site.url}/page?tab=orders#part`, query: { tab: 'orders' }, title: 'a page' })
})

t.test('a page that has a json() of its own keeps it, and what it reads is recorded', async t => {
  const session = newSession()
  const own = '<script>{ const { json } = Response.prototype; Response.prototype.json = function () { return json.call(this).then(value => [value]) } }</script>'
  const { page } = await open(t, own + tag(session))
  t.same(await page.evaluate("fetch('/c?type=application/json&text={\"b\":1.0}').then(response => response.json())"), [{ b: 1 }])
  t.equal((await recorded(session, 1))[0]!.response, '{"b":1.0}')
})

t.test('a page that has a Promise of its own: bodies that take time to read are recorded', async t => {
  const session = newSession()
  const own = '<script>window.Promise = class extends Promise {}</script>'
  const { page } = await open(t, tag(session) + own)
  await page.evaluate(`new Promise(resolve => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', '/c?text=a')
    xhr.responseType = 'blob'
    xhr.onloadend = resolve
    xhr.send(new Blob(['b'], { type: 'text/plain' }))
  })`)
  const [entry] = await recorded(session, 1)
  t.match(entry, { request: 'b', response: 'a' })
})

t.test('a request is shown while it is under way', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const { page } = await open(t, tag(session))
  await page.evaluate(() => { fetch('/c?hold') })
  t.match(await viewer.next(), { type: 'entry-received', data: { timeConsuming: 0, api: /hold/ } })
  site.release()
  t.match(await viewer.next(), { type: 'entry-updated', data: { response: 'released' } })
})

t.test('an XMLHttpRequest that fails says why, with the headers that had come', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await page.evaluate(`(async () => {
    const ask = (query, set = () => {}) => new Promise(resolve => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', '/c?' + query)
      set(xhr)
      xhr.onloadend = resolve
      xhr.send()
    })
    await ask('reset')
    await ask('hold', xhr => { xhr.timeout = 1 })
    await ask('broken&type=application/json')
    await ask('hidden&reset', xhr => xhr.addEventListener('readystatechange', event => event.stopImmediatePropagation()))
  })()`)
  t.same((await recorded(session, 4)).map(({ responseHeader, note }) => [responseHeader.split('\r\n')[0], note]), [
    ['HTTP/1.1 0', 'network error'], ['HTTP/1.1 0', 'timeout'], ['HTTP/1.1 200 OK', 'network error'], ['HTTP/1.1 0', 'network error']
  ])
})

t.test('asleep it changes nothing; an address wakes it, and the tab remembers', async t => {
  const session = newSession()
  const { page } = await open(t, ASLEEP)
  t.ok(await page.evaluate(() => /^function fetch\(\)/.test(Function.prototype.toString.call(fetch))), 'the browser\'s own')
  await ask(page, '/c?asleep')
  await page.goto(`${site.url}/page#earshot=${session}`)
  await ask(page, '/c?woken')
  await connected(page)
  await page.goto(`${site.url}/page?other`)
  await ask(page, '/c?remembered')
  await connected(page)
  t.same((await recorded(session, 2)).map(({ api }) => api.split('?')[1]), ['woken', 'remembered'])
  await page.evaluate('Earshot.stop()')
  await page.goto(`${site.url}/page?again`)
  t.equal(await page.evaluate('Earshot.state'), undefined)
})

t.test('stop() leaves no trace, and start() begins again', async t => {
  const session = newSession()
  const { page } = await open(t, `<script>
    const looks = () => [fetch, XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send, navigator.sendBeacon, Response.prototype.text, EventSource, WebSocket, WebSocket.prototype.constructor]
    const before = looks()</script>${tag(session)}`)
  t.equal(await page.evaluate('looks().some((look, n) => look === before[n])'), false)
  await page.evaluate('Earshot.stop()')
  t.equal(await page.evaluate('looks().every((look, n) => look === before[n])'), true)
  t.match(await page.evaluate('Earshot.state'), { status: 'stopped' })
  await page.evaluate(`Earshot.start({ session: '${session}' })`)
  await ask(page, '/c?again')
  await recorded(session, 1)
})

t.test('twice installed is once, and who wraps it later keeps working when it stops', async t => {
  const session = newSession()
  const { page } = await open(t,
    tag(session) + tag(session) + '<script>const ours = fetch; window.fetch = (...args) => ours(...args)</script>')
  await ask(page, '/c?once')
  await recorded(session, 1)
  await page.evaluate('Earshot.stop()')
  t.equal(await ask(page, '/c?text=works'), 'works')
})

t.test('a frame is recorded by its own script, and two pages share a session', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  const second = await open(t, tag(session))
  await page.evaluate(`new Promise(resolve => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = '${site.other}/page?frame'
    frame.onload = () => resolve()
  })`)
  await Promise.all([
    ask(page, '/c?one'), ask(second.page, '/c?two'), page.frames()[1]!.evaluate(async () => await (await fetch('/c?three')).text())
  ])
  const entries = await recorded(session, 3)
  t.equal(new Set(entries.map(({ requestId }) => requestId.split('-')[0])).size, 3)
})

t.test('a screenshot of a canvas, a blob and an image', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  const urls = await page.evaluate<string[]>(`(async () => {
    const canvas = document.createElement('canvas')
    const image = new Image()
    image.src = canvas.toDataURL()
    await image.decode()
    const blob = await new Promise(resolve => canvas.toBlob(resolve))
    return Promise.all([canvas, blob, image].map(picture => Earshot.screenshot(picture)))
  })()`)
  for (const url of urls) t.equal((await fetch(url)).headers.get('content-type'), 'image/png')
  t.equal(((await call(replica, `/capture/screenshots?sessionId=${session}`)).body as unknown[]).length, 3)
  t.same(await list(replica, session), [], 'its own requests are not recorded')
})

t.test('states are told by an event', async t => {
  const session = newSession()
  const { page } = await open(t,
    `<script>const told = []; addEventListener('earshot', event => told.push(event.detail.status))</script>${tag(session)}`)
  await page.evaluate('Earshot.stop()')
  t.same(await page.evaluate('told'), ['recording', 'stopped'])
})

t.test('a session that is none is told, and nothing is recorded', async t => {
  const { page, said } = await open(t, tag('too short'))
  t.match(said.join(), /15 characters/)
  t.equal(await page.evaluate('Earshot.state'), undefined)
})

t.test('a page with a service worker: what the worker answers is recorded like everything else, once', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await page.evaluate(`(async () => {
    await navigator.serviceWorker.register('/worker.js')
    if (!navigator.serviceWorker.controller) await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })()`)
  t.equal(await ask(page, '/c?by-worker'), 'from the worker')
  t.equal(await ask(page, '/c?through'), 'hello')
  t.equal(await ask(page, '/c?past'), 'hello')
  const entries = await recorded(session, 3)
  t.same(entries.map(({ api, response }) => [api.split('?')[1], response]),
    [['by-worker', 'from the worker'], ['through', 'hello'], ['past', 'hello']])
  t.same(site.seen.filter(({ path }) => /through|by-worker/.test(path)).map(({ path }) => path), ['/c?through'],
    'the server saw what it sees without')
})

t.test('a page that is left and comes back as it was goes on recording', async t => {
  const session = newSession()
  const keeping = await launchChromium({ keepsPages: true })
  t.teardown(() => keeping.close())
  const { page } = await open(t,
    tag(session) + '<script>addEventListener("pageshow", ({ persisted }) => { document.title = persisted ? "back" : "new" })</script>',
    { by: keeping })
  await ask(page, '/c?before')
  await connected(page)
  await page.goto(`${site.other}/c`)
  await page.evaluate('history.back()').catch(() => {})
  await until('it is back', async () => await page.title() === 'back')
  await ask(page, '/c?after')
  t.same((await recorded(session, 2)).map(({ api }) => api.split('?')[1]), ['before', 'after'])
  t.match(await page.evaluate('Earshot.state'), { status: 'recording', requests: 2 })
})
