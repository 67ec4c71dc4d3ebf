// Recording a page, from the script tag in its head to the end of the page.
import t from 'tap'
import { call, list, newSession, watch } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, ASLEEP, connected, open, recorded, replica, site, tag, wholeBrowser } from './place.js'

t.test('a request is recorded with headers, bodies, page parameters, storage and source, secrets masked', async t => {
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

t.test('a page that replaces Response.prototype.json keeps it, and the body is recorded', async t => {
  const session = newSession()
  const own = '<script>{ const { json } = Response.prototype; Response.prototype.json = function () { return json.call(this).then(value => [value]) } }</script>'
  const { page } = await open(t, own + tag(session))
  t.same(await page.evaluate("fetch('/c?type=application/json&text={\"b\":1.0}').then(response => response.json())"), [{ b: 1 }])
  t.equal((await recorded(session, 1))[0]!.response, '{"b":1.0}')
})

t.test('bodies that are read asynchronously are recorded, even if the page replaces Promise', async t => {
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

t.test('a pending request is pushed before it ends', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const { page } = await open(t, tag(session))
  await page.evaluate(() => { fetch('/c?hold') })
  t.match(await viewer.next(), { type: 'entry-received', data: { timeConsuming: 0, api: /hold/ } })
  site.release()
  t.match(await viewer.next(), { type: 'entry-updated', data: { response: 'released' } })
})

t.test('a failed XMLHttpRequest is recorded with the reason, and with the headers that had arrived', async t => {
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
    // An image is not recorded. The connection ends once the headers are there.
    const breakOff = xhr => { xhr.onreadystatechange = () => { if (xhr.readyState === 2) new Image().src = '/break' } }
    await ask('broken&type=application/json', breakOff)
    await ask('hidden&reset', xhr => xhr.addEventListener('readystatechange', event => event.stopImmediatePropagation()))
  })()`)
  t.same((await recorded(session, 4)).map(({ responseHeader, note }) => [responseHeader.split('\r\n')[0], note]), [
    ['HTTP/1.1 0', 'network error'], ['HTTP/1.1 0', 'timeout'], ['HTTP/1.1 200 OK', 'network error'], ['HTTP/1.1 0', 'network error']
  ])
})

t.test('a request that is opened by a function of another frame is recorded with the address of its response, and a note', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await page.evaluate(`(async () => {
    const { XMLHttpRequest: Other } = document.body.appendChild(document.createElement('iframe')).contentWindow
    const ask = body => new Promise(resolve => {
      const xhr = new XMLHttpRequest()
      Other.prototype.open.call(xhr, body ? 'PUT' : 'GET', '/c?text=other')
      xhr.onloadend = resolve
      xhr.send(body)
    })
    await ask()
    await ask('a body')
    await (await fetch(new URL(location.origin + '/c?text=url'))).text()
  })()`)
  const entries = await recorded(session, 3)
  t.same(entries.map(({ method, api, request, response, note }) => [method, api.replace(site.url, ''), request, response, note ?? '']), [
    ['GET', '/c?text=other', '', 'other', 'open() not seen: the method is a guess'],
    ['POST', '/c?text=other', 'a body', 'other', 'open() not seen: the method is a guess'],
    ['GET', '/c?text=url', '', 'url', '']
  ])
})

t.test('without a session nothing is replaced; a session in the address starts it, and the tab remembers it', async t => {
  const session = newSession()
  const { page } = await open(t, ASLEEP)
  t.ok(await page.evaluate(() => /^function fetch\(\)/.test(Function.prototype.toString.call(fetch))), 'native fetch')
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

t.test('stop() restores all functions, and start() records again', async t => {
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

t.test('a script that is loaded twice records once; a later wrapper of fetch still works after stop()', async t => {
  const session = newSession()
  const { page } = await open(t,
    tag(session) + tag(session) + '<script>const ours = fetch; window.fetch = (...args) => ours(...args)</script>')
  await ask(page, '/c?once')
  await recorded(session, 1)
  await page.evaluate('Earshot.stop()')
  t.equal(await ask(page, '/c?text=works'), 'works')
})

t.test('a frame with its own script, and a second page, record to the same session', async t => {
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

t.test('a frame of the same origin, also one without an address, records with a line of its own', async t => {
  const session = newSession()
  const { page } = await open(t, '')
  await page.evaluate(`new Promise(resolve => {
    const frame = document.createElement('iframe')
    frame.srcdoc = ${JSON.stringify(tag(session)).replaceAll('</', '<\\/')}
    frame.onload = resolve
    document.body.append(frame)
  }).then(() => {})`)
  t.equal(await page.frames()[1]!.evaluate(async () => await (await fetch('/c?text=frame')).text()), 'frame')
  await ask(page, '/c?text=page')
  t.match((await recorded(session, 1))[0], { api: `${site.url}/c?text=frame`, response: 'frame' })
})

t.test('screenshot() takes a canvas, a blob or an image', async t => {
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
  t.same(await list(replica, session), [], 'the recorder\'s own requests are not recorded')
})

t.test('attributes that are no options, and options that cannot be attributes, change nothing', async t => {
  const session = newSession()
  const { page, said } = await open(t, tag(session, 'data-ignore="/c" data-limits="1" data-turbo-track="reload"'))
  t.equal(await ask(page, '/c?text=here'), 'here')
  t.equal((await recorded(session, 1))[0]!.response, 'here')
  t.same(said, [])
})

t.test('each change of the state dispatches an event', async t => {
  const session = newSession()
  const { page } = await open(t,
    `<script>const told = []; addEventListener('earshot', event => told.push(event.detail.status))</script>${tag(session)}`)
  await page.evaluate('Earshot.stop()')
  t.same(await page.evaluate('told'), ['recording', 'stopped'])
})

t.test('an invalid session is reported, and nothing is recorded', async t => {
  const { page, said } = await open(t, tag('too short'))
  t.match(said.join(), /is not a session id of 15 characters/)
  t.equal(await page.evaluate('Earshot.state'), undefined)
})

t.test('in a page with a service worker each request is recorded once, with the answer of worker or server', async t => {
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
    'the server sees the same as without the recorder')
})

t.test('a page that is restored from the bfcache continues to record', async t => {
  const session = newSession()
  const { page } = await open(t,
    tag(session) + '<script>addEventListener("pageshow", ({ persisted }) => { document.title = persisted ? "back" : "new" })</script>',
    { by: await wholeBrowser() })
  await ask(page, '/c?before')
  await connected(page)
  await page.goto(`${site.other}/c`)
  await page.evaluate('history.back()').catch(() => {})
  await until('it is back', async () => await page.title() === 'back')
  await ask(page, '/c?after')
  t.same((await recorded(session, 2)).map(({ api }) => api.split('?')[1]), ['before', 'after'])
  t.match(await page.evaluate('Earshot.state'), { status: 'recording', requests: 2 })
})
