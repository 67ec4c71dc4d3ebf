// Workers that end, or that cannot reach the service; and options in the address of the recorder's script for workers.
import t from 'tap'
import { isDeepStrictEqual } from 'node:util'
import { list, newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, recorded, replica, site } from '../browser/place.js'
import { line, run } from './place.js'

t.test('a worker that closes itself sends what it has recorded, and what still ran', async t => {
  const app = `async () => {
    for (const text of ['one', 'two']) await (await fetch(ORIGIN + '/c?text=' + text)).text()
    fetch(ORIGIN + '/c?hold')
    setTimeout(() => close())
    return 'closed'
  }`
  // A busy Chromium cancels one in twenty of the requests that a worker sends while it ends, so it is enough if one worker has sent all.
  const sessions = [newSession(), newSession(), newSession()]
  for (const session of sessions) t.equal((await run(t, 'dedicated', line('dedicated', session), app)).result, 'closed')
  const whole = [['text=one', ''], ['text=two', ''], ['hold', 'page was left']]
  await until('one has sent all', async () => {
    const entries = await Promise.all(sessions.map(async session => await list(replica, session)))
    return entries.some(of => isDeepStrictEqual(of.map(({ api, note }) => [api.split('?')[1], note ?? '']), whole))
  })
  site.release()
})

t.test('a service worker records the requests that it passes on', async t => {
  const session = newSession()
  const app = `async () => 'ready'
  addEventListener('fetch', event => { if (event.request.url.includes('/c?')) event.respondWith(fetch(event.request)) })`
  const { page } = await run(t, 'service', line('service', session), app)
  await page.waitForFunction('navigator.serviceWorker.controller')
  t.equal(await ask(page, '/c?text=passed'), 'passed')
  t.match((await recorded(session, 1))[0], {
    api: `${site.url}/c?text=passed`, responseHeader: /^HTTP\/1.1 200 OK/, note: 'response body not recorded: a stream', pageParams: /service worker/
  })
})

t.test('what has ended is sent at once, without the pause between two batches, because a page may terminate the worker', async t => {
  const session = newSession()
  // Timers of the recorder would wait for ever.
  const first = `setTimeout = () => 0\n${line('dedicated', session)}`
  const { result } = await run(t, 'dedicated', first, "async () => (await fetch(ORIGIN + '/c?text=one')).text()")
  t.equal(result, 'one')
  t.match((await recorded(session, 1))[0], { response: 'one' })
})

t.test('a policy of the worker that forbids the service is told once, and the app does not notice', async t => {
  const session = newSession()
  const headers = { 'content-security-policy': `connect-src ${site.url}` }
  const app = `async () => {
    for (let n = 0; n < 3; n++) await (await fetch(ORIGIN + '/c?n=' + n)).text()
    for (let n = 0; n < 100 && Earshot.state.status !== 'blocked'; n++) await new Promise(resolve => setTimeout(resolve, 20))
    return { ...Earshot.state, isNative: /^function fetch/.test(Function.prototype.toString.call(fetch)) }
  }`
  const { result } = await run(t, 'dedicated', line('dedicated', session), app, headers)
  t.match(result, { status: 'blocked', reason: /content security policy/, isNative: true })
  t.same(await list(replica, session), [])
})

t.test('Earshot.start() in a worker takes the options; stop() restores all functions; a bad session is told', async t => {
  const session = newSession()
  const app = `async () => {
    const before = fetch
    Earshot.start({ session: 'short' })
    Earshot.start({ session: '${session}', ignore: url => url.includes('hidden'), mask: { names: ['a'] } })
    const between = fetch
    for (const query of ['hidden', 'type=application/json&text={"a":"b"}']) await (await fetch(ORIGIN + '/c?' + query)).text()
    Earshot.stop()
    await (await fetch(ORIGIN + '/c?after')).text()
    return [before === fetch, between === fetch, Earshot.state.status]
  }`
  const { result, said } = await run(t, 'dedicated', `importScripts('${replica.url}/earshot-worker.js')`, app)
  t.same(result, [true, false, 'stopped'])
  t.match((await recorded(session, 1))[0], { response: '{"a":"[masked]"}' })
  await until('it is told', async () => said.some(text => text.includes('"short" is not a session id of 15 characters')))
})

t.test('the address of the script has its options: mask, when, and the service if the script comes from elsewhere', async t => {
  const session = newSession()
  site.scripts['/copy/earshot-worker.js'] = await (await fetch(`${replica.url}/earshot-worker.js`)).text()
  const query = `session=${session}&mask=off&url=${encodeURIComponent(replica.url)}`
  const app = 'async () => (await fetch(ORIGIN + \'/c?type=application/json&text={"password":"b"}\')).text()'
  await run(t, 'dedicated', `importScripts('/copy/earshot-worker.js?${query}')`, app)
  t.match((await recorded(session, 1))[0], { response: '{"password":"b"}' })
})
