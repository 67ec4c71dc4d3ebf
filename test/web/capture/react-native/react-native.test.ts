// React Native's way of making requests, on a stand-in for its globals: an app sees the same with and without the recorder, and each of its
// requests is recorded once, by the real service. `npm run check:beside` does the same with React Native's own code.
import t, { type Test } from 'tap'
import { list, newSession } from '../../../support/client.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import type { Entry } from '../../../../src/schema/entry.js'
import { openServers, type Servers } from '../node/places.js'
import { openApp, type App } from './app.js'
import { RECORDED } from './recorded.js'

const redis = await startRedis(t)
const service = await startReplica(t, redis)

t.test('an app sees the same with the recorder, and each request is recorded once', async t => {
  const servers = await servedTo(t)
  const without = await visit(await openApp(), servers)
  const session = newSession()
  const app = await started(t, session)
  const withIt = await visit(app, servers)
  t.same(withIt, without, 'the app and the server saw the same')
  const entries = await complete(session, RECORDED.length)
  t.same(entries.map(entry => lineOf(entry, servers)).sort(), [...RECORDED].sort())
  t.match(entries.find(({ api }) => api.includes('/text?a=1')), {
    requestHeader: /^GET \/c0\/text\?a=1 HTTP\/1.1\r\nauthorization: \[masked\]\r\nx-a: b\r\n/, pageParams: '{"url":"Home"}', source: 'phone'
  })
  const form = entries.find(({ api }) => api.endsWith('?form'))
  t.match(form?.request, /name="kind"\r\n\r\nphoto\r\n[^]*filename="a.png"\r\nContent-Type: image\/png\r\n\r\n\[the file file:\S+, not recorded\]/)
  t.match(entries.find(({ api }) => api.endsWith('/png')), { response: /^data:image\/png;base64,iVBOR/ })
})

t.test('all of 1,000 concurrent requests are recorded', async t => {
  const servers = await servedTo(t)
  const session = newSession()
  const app = await started(t, session)
  await Promise.all(Array.from({ length: 1000 }, async (_, n) => await (await app.fetch(`${servers.places.http}/c0/json?${n}`)).json()))
  const entries = await complete(session, 1000)
  t.equal(new Set(entries.map(({ api, response }) => api + response)).size, 1000)
  t.ok(entries.every(({ response }) => response.startsWith('{"a": 1.0')))
  t.match(app.Earshot.state, { status: 'recording', requests: 1000, dropped: 0 })
})

t.test('of 10 MB in either direction, the beginning is recorded', async t => {
  const servers = await servedTo(t)
  const session = newSession()
  const app = await started(t, session)
  const body = `{"text":"${'ünïcode '.repeat(1_300_000)}"}`
  const headers = { 'content-type': 'application/json' }
  const got = await (await app.fetch(`${servers.places.http}/c0/echo`, { method: 'POST', body, headers })).text()
  t.ok(got === body, 'the app got all of it')
  const [entry] = await complete(session, 1)
  t.match(entry?.note, /request cut: 1 MB of 10.4 MB kept; response cut: 1 MB of 13 MB kept/)
  t.ok(body.startsWith(entry!.response) && entry!.response.length > 800_000 && body.startsWith(entry!.request))
})

t.test('functions are restored by stop(), and a second start or evaluation changes nothing', async t => {
  const app = await openApp()
  const { prototype } = app.XMLHttpRequest
  const looks = () => [prototype.open, prototype.send, prototype.setRequestHeader, prototype.abort, app.WebSocket, app.fetch]
  const before = looks()
  const options = { url: service.url, session: newSession() }
  app.Earshot.start(options)
  const during = looks()
  t.ok(during.slice(0, 4).every((one, n) => one !== before[n]))
  app.Earshot.start(options)
  app.eval(app.code)
  app.Earshot.start(options)
  t.ok(looks().every((one, n) => one === during[n] || n === 5), 'wrapped once')
  const { open } = prototype
  app.Earshot.stop()
  t.ok(looks().slice(0, 5).every((one, n) => one === before[n]), 'restored')
  app.Earshot.start(options)
  const others = function (this: object, ...args: unknown[]) { return Reflect.apply(open, this, args) }
  prototype.open = others
  app.Earshot.stop()
  t.equal(prototype.open, others, 'what other code has replaced since stays')
  app.Earshot.start({ url: service.url, session: 'short' })
  t.match(app.warned, { 0: /"short" is not a session id of 15 characters/ })
})

t.test('other tools that replace XMLHttpRequest before or after it see each request of the app, and it records each once', async t => {
  const servers = await servedTo(t)
  for (const order of ['before', 'after']) {
    const session = newSession()
    const opened: string[] = []
    const replace = (app: App) => {
      const { prototype } = app.XMLHttpRequest
      const { open } = prototype
      prototype.open = function (this: object, ...args: unknown[]) {
        opened.push(String(args[1]))
        return Reflect.apply(open, this, args)
      }
    }
    const app = await openApp()
    if (order === 'before') replace(app)
    app.Earshot.start({ url: service.url, session })
    t.teardown(() => app.Earshot.stop())
    if (order === 'after') replace(app)
    await (await app.fetch(`${servers.places.http}/c0/json`)).json()
    await complete(session, 1)
    t.same(opened, [`${servers.places.http}/c0/json`], order)
  }
})

async function servedTo (t: Test): Promise<Servers> {
  const servers = await openServers()
  t.teardown(() => servers.close())
  return servers
}

async function started (t: Test, session: string): Promise<App> {
  const app = await openApp()
  app.Earshot.start({ url: service.url, session, source: 'phone', screen: () => 'Home' })
  t.teardown(() => app.Earshot.stop())
  return app
}

async function visit (app: App, servers: Servers): Promise<unknown> {
  servers.forget()
  const { http, closed } = servers.places
  const saw = await app.run(app.usesOf({ base: `${http}/c0`, closed: `http://127.0.0.1:${closed}`, file: 'file:///a.png' }))
  return JSON.parse(JSON.stringify([saw, servers.seen('/c0')]))
}

async function complete (session: string, count: number): Promise<Entry[]> {
  let entries: Entry[] = []
  await until(`${count} requests are recorded`, async () => {
    entries = await list(service, session)
    return entries.length === count && entries.every(({ timeConsuming }) => timeConsuming > 0)
  })
  return entries
}

function lineOf ({ method, api, responseHeader, note }: Entry, { places }: Servers): string {
  const path = api.replace(`${places.http}/c0`, '').replace(/:\d+/, '')
  return [method, path, responseHeader.split(/\s/)[1], note?.replace(/(?<=Failed).*/, '')].filter(Boolean).join(' ')
}
